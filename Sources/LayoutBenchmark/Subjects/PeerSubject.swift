import Benchmarking
import ConstraintLayout
import LayoutDocuments
import LayoutSpecs

/// `peer.yoga`, `peer.taffy`: another engine, in a process that times its native call from scratch.
///
/// `Benchmarks/peers/README.md` describes how the engines are aligned with this one.
struct PeerSubject: Subject {
  /// The engine's name in the worker program.
  let engine: String
  let summary: String

  var name: String { "peer.\(engine)" }
  /// One, because a self-timed worker reports only its own time.
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

  /// Starts the peer and sends it the tree.
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

/// Returns frames from a peer's flat list: x, y, width and height by element; nil stands for NaN.
func rects(_ numbers: some Sequence<Double?>) -> [Rect] {
  let numbers = numbers.map { $0 ?? .nan }
  return stride(from: 0, to: numbers.count, by: 4).map {
    Rect(x: numbers[$0], y: numbers[$0 + 1], width: numbers[$0 + 2], height: numbers[$0 + 3])
  }
}

extension Refusal {
  /// A peer that is missing, does not support something or returns other frames is skipped; everything else
  /// is a failure.
  ///
  /// - Parameter tree: the tree that the peer received, to name an element by its path.
  init(_ failure: PeerFailure, _ tree: LayoutTree? = nil) {
    switch failure {
    case .refused(let reason, let element):
      // A peer may name an element that does not exist.
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

/// Asks a peer to lay out its input, and reports the time that the peer measured.
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

  /// The pool passes whole batches; a single job is the smallest batch.
  func run(job index: Int) {
    _ = try? run(iterations: 1)
  }

  func resultChecksum() -> Double { checksum }
}
