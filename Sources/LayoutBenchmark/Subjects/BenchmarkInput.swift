import Benchmarking
import Foundation
import LayoutDocuments
import LayoutSpecs
import LayoutWorkloads

/// The input of subjects: a tree and its range, and its cells if it has any.
struct BenchmarkInput: Sendable {
  /// The name in results: `feed(1000)`, or a document's path in `Benchmarks`.
  let name: String
  let tree: LayoutTree
  let range: SizeRange
  /// The seed that the tree was generated from; 0 for a document.
  let seed: UInt64
  /// The workload that the tree was generated from; nil for a document.
  let workload: Workload?

  /// Generates the cells of a tree that consists of cells; nil for others.
  var cells: [LayoutTree]? { workload?.cells(seed: seed) }

  /// The range that the tree is resized to and back from; nil if none is defined.
  var resizeRange: SizeRange? { workload?.resizeRange }

  /// The change of one leaf that is measured; nil if no leaf can be changed.
  var edit: WorkloadEdit? { workload.map { $0.edit(of: tree) } ?? WorkloadEdit(of: tree) }

  /// Generates a workload, or reads a document.
  init(_ source: BenchmarkSuite.Source, seed: UInt64, suiteFile: URL) throws {
    switch source {
    case .workload(let text):
      let workload = try parseWorkload(text)
      name = workload.description
      tree = workload.tree(seed: seed)
      range = workload.range
      self.seed = seed
      self.workload = workload
    case .document(let path):
      let file = BenchmarkSuite.documentFile(of: source, suiteFile: suiteFile)?.path ?? path
      let document = try readDocument(file)
      name = path
      tree = document.tree
      range = document.constrainedSize
      self.seed = 0
      workload = nil
    }
  }
}
