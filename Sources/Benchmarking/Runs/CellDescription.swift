/// What one cell of a run's grid measures: a subject on a workload with a number of threads.
///
/// Two cells with equal descriptions are the same cell: results of different runs are joined by it.
package struct CellDescription: Hashable, Sendable, Codable {
  /// What does the work, as `spec` or `naive`.
  package var subject: String
  /// What it works on, as `feed(1000)` or a document's path.
  package var workload: String
  /// Elements in one job. Every "for an element" figure is divided by this and nothing else, so it is a mean,
  /// rounded, where the jobs of a cell differ in size. 0 = not known, and then there are no such figures.
  package var nodeCount: Int
  /// Levels of the deepest tree, 1 for a lone root.
  package var depth: Int
  /// What the workload was generated from; 0 for documents.
  package var seed: UInt64
  /// Whatever else tells this cell from its neighbours, as `width=375`; empty when nothing does.
  package var params: String
  /// Workers that the jobs are spread over, at least 1.
  package var threads: Int
  /// How the workers are run, default `serialQueues`: a `DispatchMode`'s raw value.
  package var pool: String

  package init(
    subject: String, workload: String, nodeCount: Int, depth: Int, seed: UInt64, params: String = "",
    threads: Int, pool: String = "serialQueues"
  ) {
    self.subject = subject
    self.workload = workload
    self.nodeCount = nodeCount
    self.depth = depth
    self.seed = seed
    self.params = params
    self.threads = threads
    self.pool = pool
  }
}

extension CellDescription: CustomStringConvertible {
  /// One line for people, as `spec feed(1000) × 2 threads`; a mode other than the default stands behind.
  package var description: String {
    let mode = pool == DispatchMode.serialQueues.rawValue ? "" : ", \(pool)"
    let parameters = params.isEmpty ? "" : " \(params)"
    return "\(subject) \(workload)\(parameters) × \(threads) thread\(threads == 1 ? "" : "s")\(mode)"
  }
}
