/// Keeps how long the jobs of a batch took, for each worker in a histogram of its own, so that workers do not wait for
/// each other and nothing is allocated while they run.
///
/// `@unchecked Sendable` rests on the pool: in a batch a worker's histogram is touched by whoever runs that worker and
/// nobody else, and `merged` is asked for between batches.
package final class LatencyRecorder: @unchecked Sendable {
  /// One worker's own.
  final class Own {
    var histogram = LatencyHistogram()
  }

  private let owns: [Own]

  /// - Parameter workerCount: at least 1.
  package init(workerCount: Int) {
    precondition(workerCount >= 1, "A batch has a worker.")
    owns = (0..<workerCount).map { _ in Own() }
  }

  /// Workers that it has room for.
  package var workerCount: Int { owns.count }

  func own(of worker: Int) -> Own { owns[worker] }

  /// The jobs of all workers and batches.
  package var merged: LatencyHistogram {
    owns.reduce(into: LatencyHistogram()) { $0.add($1.histogram) }
  }
}

/// The latencies of a cell that one pass over it found, as `latency.csv` keeps them.
package struct LatencyRecord: Equatable, Sendable {
  package var runID: String
  /// Which part of a run that was spread over machines, from 1; nil = the run was not spread.
  package var shard: Int?
  package var cell: CellDescription
  /// Process pair of a comparison; nil in a plain run.
  package var pair: Int?
  package var histogram: LatencyHistogram
}
