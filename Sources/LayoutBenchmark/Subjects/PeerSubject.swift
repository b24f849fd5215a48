import Benchmarking
import ConstraintLayout
import LayoutDocuments
import LayoutSpecs

/// `peer.yoga`, `peer.taffy`, `peer.kiwi`: another engine, in a process that times its own call from scratch.
///
/// `Benchmarks/peers/README.md` describes how the engines are aligned with this one.
struct PeerSubject: Subject {
  /// The engine's name in the worker program.
  let engine: String
  let summary: String
  /// The scope of one system of constraints; nil, the default, for an engine that lays out the tree itself.
  var scope: ConstraintScope?
  /// How texts are measured, default not at all.
  var texts = PeerTexts.laidOut
  /// The program and its arguments; nil, the default, for an engine of the peers.
  private(set) var command: [String]?

  /// The most elements of one system of constraints. Above, a job takes a second or more.
  private static let mostElements = 1_300

  var name: String { command == nil ? "peer.\(engine)\(scope?.suffix ?? "")\(textsSuffix)" : engine }
  private var textsSuffix: String { texts == .laidOut ? "" : ".\(texts)" }
  /// One, because a self-timed worker reports only its own time.
  var maximumThreads: Int? { 1 }

  /// Kiwi, which solves the constraints of `cassowary`.
  static func kiwi(_ scope: ConstraintScope) -> PeerSubject {
    PeerSubject(
      engine: "kiwi",
      summary: "another solver: Kiwi (C++), cassowary's constraints added and solved, \(scope.summary)",
      scope: scope)
  }

  func check(_ input: BenchmarkInput) throws(Refusal) {
    let trees = try trees(of: input)
    let expected = texts == .pango ? [try input.treeOfParagraphs()] : trees
    if texts == .prepared { try input.requireParagraphs() }
    let frames: [Rect]
    do throws(PeerFailure) {
      let peer = try start(with: trees, in: input.range)
      frames = try peer.ask(PeerRequest(request: "frames"), for: \.rects)
      let count = PeerSubject.elementCount(of: trees)
      guard frames.count == count else {
        throw .nonsense("\(4 * frames.count) numbers for the frames of \(count) elements")
      }
    } catch {
      throw Refusal(error, scope == nil ? input.tree : nil)
    }
    var first = 0
    for tree in expected {
      try requireFrames(Array(frames[first..<first + tree.elementCount]), of: tree, in: input.range)
      first += tree.elementCount
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    PeerWorker(try start(with: trees(of: input), in: input.range))
  }

  /// Returns the trees that are laid out on their own.
  private func trees(of input: BenchmarkInput) throws(Refusal) -> [LayoutTree] {
    guard let scope else { return [input.tree] }
    return try scope.systems(of: input)
  }

  private static func elementCount(of trees: [LayoutTree]) -> Int { trees.reduce(0) { $0 + $1.elementCount } }

  /// Starts the peer and sends it the tree, or a system of constraints for each tree.
  private func start(with trees: [LayoutTree], in range: SizeRange) throws(PeerFailure) -> PeerProcess {
    var systems: [PeerSystem] = []
    if scope != nil {
      for tree in trees { systems.append(try system(of: tree, in: range)) }
    }
    let program = command.map(PeerProgram.init(command:)) ?? PeerProgram(engine: engine)
    guard let program else { throw .notInstalled }
    let peer = try PeerProcess(program)
    var request = PeerRequest(request: "load")
    if scope == nil {
      request.tree = PeerTree(trees[0], in: range, texts: texts)
    } else {
      request.systems = systems
    }
    let loaded = try peer.ask(request, for: \.elements)
    let count = PeerSubject.elementCount(of: trees)
    guard loaded == count else { throw .nonsense("\(loaded) elements, and not \(count)") }
    return peer
  }

  private func system(of tree: LayoutTree, in range: SizeRange) throws(PeerFailure) -> PeerSystem {
    guard tree.elementCount <= PeerSubject.mostElements else {
      throw .refused(
        reason: "one system of more than \(PeerSubject.mostElements) elements takes too long", element: 0)
    }
    do throws(ConstraintLayoutError) {
      if let program = try CassowaryLayout(tree, in: range).program() {
        return PeerSystem(program, elementCount: tree.elementCount)
      }
    } catch {
      throw .error(error.description)
    }
    throw .refused(reason: "a text that wraps exchanges constraints", element: 0)
  }
}

extension PeerSubject {
  /// A subject that a suite names, in a program that speaks the protocol of peers.
  init(_ command: BenchmarkSuite.Command) {
    self.init(
      engine: command.name, summary: command.command.joined(separator: " "), command: command.command)
  }
}

extension Refusal {
  /// A peer that is missing or does not support something is skipped; everything else is a failure.
  ///
  /// - Parameter tree: the tree that the peer received, to name an element by its path.
  fileprivate init(_ failure: PeerFailure, _ tree: LayoutTree?) {
    switch failure {
    case .refused(let reason, let element):
      // A peer may name an element that does not exist.
      let known = tree.flatMap { (0..<$0.elementCount).contains(element) ? $0 : nil }
      let path = known.map { "\(ElementPath(to: ElementID(element), in: $0))" } ?? "element #\(element)"
      self.init(description: "\(path) cannot be said to the engine: \(reason)")
    case .notInstalled:
      self.init(
        description: failure.description, remedy: "run \(PeerProgram.remedy) to measure the peers too")
    default: self.init(description: failure.description, isFailure: true)
    }
  }
}

/// Asks a peer to lay out its input, and reports the time that the peer measured.
private final class PeerWorker: SelfTimedWorker {
  private let peer: PeerProcess
  private var checksum = Double.nan

  init(_ peer: PeerProcess) {
    self.peer = peer
  }

  func run(iterations: Int) throws -> UInt64 {
    let run = try peer.ask(PeerRequest(request: "run", iterations: iterations), for: \.run)
    checksum = run.checksum
    return run.nanoseconds
  }

  /// The pool passes whole batches; a single job is the smallest batch.
  func run(job index: Int) {
    _ = try? run(iterations: 1)
  }

  func resultChecksum() -> Double { checksum }
}
