import LayoutSpecs

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

    /// The frames as rectangles.
    var rects: [Rect] {
      let numbers = frames.map { $0 ?? .nan }
      return stride(from: 0, to: numbers.count, by: 4).map {
        Rect(x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
      }
    }
  }
}
