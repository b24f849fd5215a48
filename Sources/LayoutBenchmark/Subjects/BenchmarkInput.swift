import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads
import Measuring

/// The input of subjects: a tree and its range, and its cells if it has any.
public struct BenchmarkInput: Sendable {
  /// The name in results: `feed(1000)`, or a document's path in the suite.
  public let name: String
  /// The tree that is laid out.
  public let tree: LayoutTree
  /// The sizes that the root may take.
  public let range: SizeRange
  /// The seed that the tree was generated from; 0 for a document.
  let seed: UInt64
  /// The workload that the tree was generated from; nil for a document.
  let workload: Workload?

  /// Generates the cells of a tree that consists of cells; nil for other trees.
  var cells: [LayoutTree]? { workload?.cells(seed: seed) }

  /// Generates a workload.
  init(_ workload: Workload, seed: UInt64) {
    name = workload.description
    tree = workload.tree(seed: seed)
    range = workload.range
    self.seed = seed
    self.workload = workload
  }

  /// Generates a workload, or reads a document.
  init(_ source: CellSource, seed: UInt64) throws {
    switch source {
    case .workload(let text):
      self = BenchmarkInput(try Catalogue.workload(text), seed: seed)
    case .document(let path):
      let document = try SpecDocument(readingFile: path)
      name = path
      tree = document.tree
      range = document.constrainedSize
      self.seed = 0
      workload = nil
    }
  }
}

extension BenchmarkInput {
  /// Returns the range that the tree is resized to and back from.
  func resizeRange() throws(Refusal) -> SizeRange {
    guard let range = workload?.resizeRange else {
      throw Refusal(description: "no other range is defined for it")
    }
    return range
  }

  /// Returns the change of one leaf, for subjects that measure edits.
  func edit() throws(Refusal) -> WorkloadEdit {
    let edit = if let workload { workload.edit(of: tree) } else { WorkloadEdit(of: tree) }
    guard let edit else { throw Refusal(description: "there is no leaf to change") }
    return edit
  }

  /// Throws why a subject does not measure the input; see `Subject.check(_:)`.
  func requireSupport(by subject: any Subject) throws(Refusal) {
    let runsCode = subject.name == JobSubject.closure.name
    if (workload?.family.job != nil) != runsCode {
      throw Refusal(
        description: runsCode
          ? "it is a layout, and no code of its own"
          : "it is code of its own, and no layout: only closure runs it")
    }
    try subject.check(self)
  }

  /// Returns a cell that this process measures.
  func cell(of subject: any Subject, threads: Int, _ mode: DispatchMode = .serialQueues) -> Cell {
    let job = workload?.job
    return Cell(
      id: CellID(
        subject: subject.name, workload: name, nodeCount: job?.elementCount ?? tree.elementCount,
        depth: tree.depth, seed: seed, threads: threads, pool: mode),
      splitsLayouts: job?.isAsynchronous ?? subject.splitsLayouts(of: tree), byteCount: job?.byteCount
    ) { try subject.makeWorker(for: self) }
  }
}
