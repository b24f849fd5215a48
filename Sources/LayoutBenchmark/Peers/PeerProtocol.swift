/// What is asked of a peer's worker program, and what it answers: a JSON object a line.
///
/// `Benchmarks/peers/protocol.py` has the same from the other side, with examples.
enum PeerProtocol {
  /// The one version that there is.
  static let version = 1

  /// The first request.
  struct Hello: Encodable {
    let request = "hello"
    let version = PeerProtocol.version
    /// After so many seconds a request is given up by both sides.
    let limitSeconds: Double
  }

  /// Hands over what is to be laid out.
  struct Load: Encodable {
    let request = "load"
    let tree: PeerTree
  }

  /// Hands over systems of constraints, for an engine that takes those.
  struct LoadSystems: Encodable {
    let request = "load"
    let systems: [PeerSystem]
  }

  /// Has it laid out so many times, each time with nothing remembered.
  struct Run: Encodable {
    let request = "run"
    let iterations: Int
  }

  /// Asks for the frames of the layout.
  struct Frames: Encodable {
    let request = "frames"
  }

  /// What every answer may say.
  struct Status: Decodable {
    let ok: Bool
    /// Why the request could not be carried out.
    let error: String?
    /// What the engine has no word for, and the element that says it.
    let refused: String?
    let element: Int?
  }

  struct HelloReply: Decodable {
    let version: Int
    /// Name and version, as `Yoga 1.19.0`.
    let library: String
  }

  struct LoadReply: Decodable {
    let elements: Int
  }

  struct RunReply: Decodable {
    /// What the engine's own calls took together.
    let nanoseconds: UInt64
    /// Of the last layout's frames; nil where it is not a number.
    let checksum: Double?
  }

  struct FramesReply: Decodable {
    /// x, y, width and height by element, relative to the parent element; nil where the engine gives no number.
    let frames: [Double?]
  }
}

/// Why a peer did not do what it was asked for.
enum PeerFailure: Error, CustomStringConvertible {
  /// The worker program or the engine is not there.
  case notInstalled
  /// Its frames are not the engine's.
  case otherFrames(String)
  /// The engine has no word for what the element says.
  case refused(reason: String, element: Int)
  /// It said why it could not.
  case error(String)
  /// The worker program could not be started.
  case notStarted(String)
  /// The program is gone.
  case ended(String)
  /// It did not answer within so many seconds.
  case tookTooLong(seconds: Double)
  /// What it answered is not in the protocol.
  case nonsense(String)

  var description: String {
    switch self {
    case .notInstalled: "the peers are not installed, or not in these versions; run \(PeerProgram.remedy)"
    case .otherFrames(let difference): "its frames differ by \(difference)"
    case .refused(let reason, let element): "element #\(element) cannot be said to the engine: \(reason)"
    case .error(let message): "the peer could not: \(message)"
    case .notStarted(let reason): "the peer could not be started: \(reason)"
    case .ended(let how): "the peer ended \(how)"
    case .tookTooLong(let seconds): "the peer did not answer within \(seconds) s"
    case .nonsense(let answer): "the peer answered nonsense: \(answer)"
    }
  }
}
