/// The requests to a peer's worker program and its answers: one JSON object per line.
///
/// `Benchmarks/peers/protocol.py` is the other side, with examples.
enum PeerProtocol {
  /// The only version.
  static let version = 1

  /// The first request.
  struct Hello: Encodable {
    let request = "hello"
    let version = PeerProtocol.version
    /// The limit after which both sides abandon a request.
    let limitSeconds: Double
  }

  /// Sends the tree to lay out.
  struct Load: Encodable {
    let request = "load"
    let tree: PeerTree
  }

  /// Sends systems of constraints, for an engine that solves those.
  struct LoadSystems: Encodable {
    let request = "load"
    let systems: [PeerSystem]
  }

  /// Asks for a number of layouts, each from scratch.
  struct Run: Encodable {
    let request = "run"
    let iterations: Int
  }

  /// Asks for the frames of the layout.
  struct Frames: Encodable {
    let request = "frames"
  }

  /// The fields of every answer.
  struct Status: Decodable {
    let ok: Bool
    /// The reason why the request failed.
    let error: String?
    /// A property that the engine does not support, and the element that has it.
    let refused: String?
    let element: Int?
  }

  struct HelloReply: Decodable {
    let version: Int
    /// Name and version, such as `Yoga 1.19.0`.
    let library: String
  }

  struct LoadReply: Decodable {
    let elements: Int
  }

  struct RunReply: Decodable {
    /// The total time of the engine's own calls.
    let nanoseconds: UInt64
    /// The checksum of the last layout's frames; nil if it is NaN.
    let checksum: Double?
  }

  struct FramesReply: Decodable {
    /// x, y, width and height by element, relative to the parent element; nil if the engine returns NaN.
    let frames: [Double?]
  }
}

/// The reason why a peer did not do what was asked.
enum PeerFailure: Error, CustomStringConvertible {
  /// The worker program or the engine is missing.
  case notInstalled
  /// Its frames differ from the engine's.
  case otherFrames(String)
  /// The engine does not support a property of the element.
  case refused(reason: String, element: Int)
  /// It reported a reason.
  case error(String)
  /// The worker program could not be started.
  case notStarted(String)
  /// The program ended.
  case ended(String)
  /// It did not answer within this time.
  case tookTooLong(seconds: Double)
  /// Its answer violates the protocol.
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
