import LayoutSpecs
import Measuring

/// A subject of measurement that lays out trees: an engine, a solver, or a mode of either.
protocol Subject: Sendable {
  /// The name in suites and results.
  var name: String { get }
  /// A description in one line.
  var summary: String { get }
  /// True if its workers are other processes, which time themselves, default false.
  var timesItself: Bool { get }
  /// True if the subject has several threads, which work on one layout; default false.
  var splitsLayouts: Bool { get }

  /// Checks before anything is timed that the subject supports the input and that its frames are the
  /// engine's. Throws a `Refusal` with the reason why it is not measured. Default: it supports every input.
  func check(_ input: BenchmarkInput) throws(Refusal)

  /// Makes one worker's part, on the worker's own thread.
  func makeWorker(for input: BenchmarkInput) throws -> any Worker
}

extension Subject {
  var timesItself: Bool { false }
  var splitsLayouts: Bool { false }

  func check(_ input: BenchmarkInput) throws(Refusal) {}

  /// Returns true if several threads work on a layout of this tree, because the subject or a stack of the
  /// tree asks for it.
  func splitsLayouts(of tree: LayoutTree) -> Bool { splitsLayouts || tree.hasConcurrentStack }

  /// Returns why the subject is not measured in a mode; nil if it is.
  func reasonToLeaveOut(_ mode: DispatchMode) -> String? {
    // Processes of another engine do the same in every mode.
    timesItself && mode != .serialQueues ? "it is measured on serial queues alone" : nil
  }
}

/// The shipped subjects, in the order of the list.
let shippedSubjects: [any Subject] =
  [
    JobSubject.cold, .shared, .split, .tree,
    .build(.layout, "spec.build", "the engine: specs and nodes made, compiled and laid out, as an app does"),
    .build(
      .layoutOfAny, "spec.build.any",
      "the engine: the same with arrays of elements of any type, of a tree known at run time"),
    .build(.specs, "spec.build.specs", "the engine: specs and nodes made, and no more"),
    .build(.compile, "spec.build.compile", "the engine: specs and nodes made and compiled, not laid out"),
    .resize, .edit, .same, .monospace, .prepare, .prepareNew, .paragraph,
    .node(.first, "nodes of an app: each cell's made and laid out, as when it is first shown"),
    .node(.relayout, "nodes of an app: invalidated, nothing changed, each cell laid out again"),
    .node(.change, "nodes of an app: one text of each cell changed, each cell laid out again"),
    .node(.edit, "nodes of an app: one text changed, and its cell laid out again"),
    .manual,
    .manualNodes(
      .relayout, "hand-written: frames over nodes that live: the yardstick for node.relayout"),
    .manualNodes(
      .change,
      "hand-written: one text of each cell changed and the frames written: that for node.change"),
    .manualNodes(
      .first,
      "hand-written: each cell's nodes made and their frames written: the yardstick for node.first"),
  ] + MainThreadSubject.all + [
    JobSubject.cassowary(.tree), .cassowary(.cells), .cassowaryWidth(.tree), .cassowaryWidth(.cells),
    .cassowaryByHand, .naive(.tree), .naive(.cells), .naiveByHand,
  ] + PeerSubject.all + [JobSubject.closure, .empty]
