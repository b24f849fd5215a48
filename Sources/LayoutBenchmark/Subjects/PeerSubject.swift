import Benchmarking
import ConstraintLayout
import LayoutDocuments
import LayoutSpecs

/// `peer.yoga`, `peer.taffy`: another engine, in a process of its own that times the engine's native call from scratch.
///
/// How the engines are aligned with this one stands in `Benchmarks/peers/README.md`.
struct PeerSubject: Subject {
  /// What the worker program calls it.
  let engine: String
  let summary: String

  var name: String { "peer.\(engine)" }
  /// What a worker says that times itself is the time of one.
  var maximumThreads: Int? { 1 }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    do throws(PeerFailure) {
      let peer = try start(for: input)
      let reply: PeerProtocol.FramesReply = try peer.ask(PeerProtocol.Frames())
      guard reply.frames.count == 4 * input.tree.elementCount else {
        throw .nonsense("\(reply.frames.count) numbers for the frames of \(input.tree.elementCount) elements")
      }
      var context = LayoutContext()
      context.layout(input.tree, in: input.range)
      let comparison = FrameComparison(rects(reply.frames), with: context)
      if !comparison.agrees() { throw .otherFrames("\(comparison)") }
    } catch {
      throw Refusal(error, input.tree)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    PeerWorker(try start(for: input))
  }

  /// Starts the peer and hands it the tree.
  private func start(for input: BenchmarkInput) throws(PeerFailure) -> PeerProcess {
    guard let program = PeerProgram(engine: engine) else { throw .notInstalled }
    var context = LayoutContext()
    context.layout(input.tree, in: input.range)
    let peer = try PeerProcess(program)
    let tree = PeerTree(input.tree, in: input.range, laidOutIn: context)
    let reply: PeerProtocol.LoadReply = try peer.ask(PeerProtocol.Load(tree: tree))
    guard reply.elements == input.tree.elementCount else {
      throw .nonsense("\(reply.elements) elements, and not \(input.tree.elementCount)")
    }
    return peer
  }
}

/// Frames from a peer's flat list: x, y, width and height by element; nil for what is not a number.
func rects(_ numbers: some Sequence<Double?>) -> [Rect] {
  let numbers = numbers.map { $0 ?? .nan }
  return stride(from: 0, to: numbers.count, by: 4).map {
    Rect(x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
  }
}

extension Refusal {
  /// A peer that is not there, has no word for something or gives other frames is left out; all else has failed.
  ///
  /// - Parameter tree: What was handed to the peer, where an element of it can be named by its path.
  init(_ failure: PeerFailure, _ tree: LayoutTree? = nil) {
    switch failure {
    case .refused(let reason, let element):
      // A peer may name an element that there is not.
      let known = tree.flatMap { (0..<$0.elementCount).contains(element) ? $0 : nil }
      let path = known.map { "\(ElementPath(to: ElementID(element), in: $0))" } ?? "element #\(element)"
      self.init(description: "\(path) cannot be said to the engine: \(reason)")
    case .otherFrames: self.init(description: failure.description)
    case .notInstalled:
      self.init(
        description: failure.description, remedy: "run \(PeerProgram.remedy) to measure the peers too")
    default: self.init(description: failure.description, isFailure: true)
    }
  }
}

/// Has a peer lay out what was handed to it, and reports the time that the peer measured.
final class PeerWorker: SelfTimedWorker {
  private let peer: PeerProcess
  private var checksum = Double.nan

  init(_ peer: PeerProcess) {
    self.peer = peer
  }

  func run(iterations: Int) throws -> UInt64 {
    let reply: PeerProtocol.RunReply = try peer.ask(PeerProtocol.Run(iterations: iterations))
    checksum = reply.checksum ?? .nan
    return reply.nanoseconds
  }

  /// The pool hands whole batches over; a job alone is the smallest of them.
  func run(job index: Int) {
    _ = try? run(iterations: 1)
  }

  func checksum(ofJob index: Int) -> Double { checksum }
}
