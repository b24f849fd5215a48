import ConstraintLayout
import LayoutDocuments
import LayoutSpecs
import Measuring

/// `peer.yoga`, `peer.taffy`, `peer.kiwi`: another engine, in a process that times its own work.
///
/// `Benchmarks/peers/README.md` describes how the engines are aligned with this one.
struct PeerSubject: Subject {
  /// The engine's name in the worker program.
  let engine: String
  let summary: String
  /// The scope of one system of constraints; nil, the default, for an engine that lays out the tree itself.
  var scope: ConstraintScope?
  /// The way in which the sizes of texts are known, default by measuring them.
  var texts = PeerTexts.measured
  /// The work of a job, default a layout from scratch.
  var work = PeerWork.cold
  /// The program and its arguments; nil, the default, for an engine of the peers.
  private(set) var command: [String]?

  /// The most elements of one system of constraints. Above, a job takes a second or more.
  private static let mostElements = 1_300

  var name: String { command == nil ? "peer.\(engine)\(suffix)" : engine }
  private var suffix: String {
    if let scope { return scope.suffix }
    return (texts == .measured ? "" : ".\(texts)") + (work == .cold ? "" : ".\(work)")
  }
  var timesItself: Bool { true }

  /// The shipped ones: engines that lay out trees, and Kiwi, which solves the constraints of `cassowary`.
  static let all: [any Subject] = {
    let trees: [(engine: String, title: String, texts: PeerTexts, work: PeerWork)] = [
      ("yoga", "Yoga (C++)", .measured, .cold), ("yoga", "Yoga", .measured, .build),
      ("yoga", "Yoga", .measured, .edit), ("yoga", "Yoga", .told, .cold), ("yoga", "Yoga", .told, .build),
      ("yoga", "Yoga", .told, .edit), ("yoga", "Yoga", .pango, .cold),
      ("taffy", "Taffy (Rust)", .told, .cold), ("taffy", "Taffy", .told, .edit),
    ]
    return trees.map { engine, title, texts, work in
      PeerSubject(
        engine: engine, summary: "another engine: \(title), \(work.summary)\(texts.summary)", texts: texts,
        work: work)
    }
      + [.tree, .cells].map { (scope: ConstraintScope) in
        PeerSubject(
          engine: "kiwi",
          summary: "another solver: Kiwi (C++), cassowary's constraints added and solved, \(scope.summary)",
          scope: scope)
      }
  }()

  func check(_ input: BenchmarkInput) throws(Refusal) {
    if work == .build && texts == .measured && !input.tree.paragraphs.isEmpty {
      throw Refusal(description: "it is given its texts prepared, which is most of making them")
    }
    let trees = try trees(of: input)
    let expected = texts == .pango ? [try input.treeOfParagraphs()] : trees
    let edit = try edit(of: input)
    do throws(PeerFailure) {
      let peer = try start(with: trees, edit, in: input.range)
      _ = try peer.frames(of: expected, in: input.range)
      guard let edit else { return }
      // Forth, and back.
      for tree in edit.trees.reversed() {
        _ = try peer.ask(PeerRequest(request: "run", iterations: 1), for: \.run)
        _ = try peer.frames(of: [tree], in: input.range)
      }
    } catch {
      throw Refusal(error, scope == nil ? input.tree : nil)
    }
  }

  func makeWorker(for input: BenchmarkInput) throws -> any Worker {
    PeerWorker(
      try start(with: trees(of: input), edit(of: input), in: input.range), alternates: work == .edit)
  }

  /// Returns the change of a leaf, with the tree before and after it; nil unless the job is an edit.
  private func edit(of input: BenchmarkInput) throws(Refusal) -> (element: ElementID, trees: [LayoutTree])? {
    guard work == .edit else { return nil }
    let edit = try input.edit()
    let trees = edit.contents.map { content in
      var tree = input.tree
      tree.setContent(content, of: edit.element)
      return tree
    }
    return (edit.element, trees)
  }

  /// Returns the trees that are laid out on their own.
  private func trees(of input: BenchmarkInput) throws(Refusal) -> [LayoutTree] {
    guard let scope else { return [input.tree] }
    return try scope.systems(of: input)
  }

  /// Starts the peer and sends it the tree, or a system of constraints for each tree.
  private func start(
    with trees: [LayoutTree], _ edit: (element: ElementID, trees: [LayoutTree])?, in range: SizeRange
  ) throws(PeerFailure) -> PeerProcess {
    var systems: [PeerSystem] = []
    if scope != nil {
      for tree in trees { systems.append(try system(of: tree, in: range)) }
    }
    let program = command.map(InstalledProgram.init(command:)) ?? InstalledProgram(engine: engine)
    guard let program else { throw .notInstalled }
    let peer = try PeerProcess(program)
    var request = PeerRequest(request: "load")
    if scope == nil {
      request.work = work
      request.tree = PeerTree(trees[0], in: range, texts: texts)
      request.edit = edit.map { PeerEdit(of: $0.element, $0.trees, in: range, texts: texts) }
    } else {
      request.systems = systems
    }
    try peer.load(request, of: trees)
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
      engine: command.name, summary: command.command.joined(separator: " "), texts: command.texts ?? .told,
      work: command.work ?? .cold, command: command.command)
  }
}

extension Refusal {
  /// A missing peer, or one that lacks a feature, is skipped; everything else is a failure.
  ///
  /// - Parameter tree: the tree that the peer received, to name an element by its path.
  fileprivate init(_ failure: PeerFailure, _ tree: LayoutTree?) {
    switch failure {
    case .refused(let reason, let element?):
      // A peer may name an element that does not exist.
      let known = tree.flatMap { (0..<$0.elementCount).contains(element) ? $0 : nil }
      let path = known.map { "\(ElementPath(to: ElementID(element), in: $0))" } ?? "element #\(element)"
      self.init(description: "\(path) cannot be said to the engine: \(reason)")
    case .refused, .otherFrames: self.init(description: failure.description)
    case .notInstalled:
      self.init(
        description: failure.description,
        remedy: "run \(InstalledProgram.peerRemedy) to measure the peers too")
    default: self.init(description: failure.description, isFailure: true)
    }
  }
}

/// Asks a peer to do its work, and reports the time that the peer measured.
private final class PeerWorker: SelfTimedWorker {
  private let peer: PeerProcess
  /// True if jobs alternate between two states.
  private let alternates: Bool
  private var isInOtherState = false
  private var checksum = Double.nan

  init(_ peer: PeerProcess, alternates: Bool) {
    self.peer = peer
    self.alternates = alternates
  }

  func run(iterations: Int) throws -> UInt64 {
    let run = try peer.ask(PeerRequest(request: "run", iterations: iterations), for: \.run)
    checksum = run.checksum
    if alternates && iterations % 2 == 1 { isInOtherState.toggle() }
    return run.nanoseconds
  }

  /// The pool passes whole batches; a single job is the smallest batch.
  func run(job index: Int) {
    _ = try? run(iterations: 1)
  }

  /// Returns the checksum of the first of two states; after the other, one more job is run.
  func resultChecksum() -> Double {
    if isInOtherState { run(job: 0) }
    return checksum
  }
}
