/// Records the durations of jobs in one histogram per worker, so that workers do not wait for each other and
/// nothing is allocated while they run.
///
/// SAFETY: `@unchecked Sendable` rests on the pool. During a batch only the code that runs a worker touches
/// that worker's histogram, and `merged` is read between batches.
package final class LatencyRecorder: @unchecked Sendable {
  /// One worker's histogram.
  final class Own {
    var histogram = LatencyHistogram()
  }

  private let owns: [Own]

  /// - Parameter workerCount: at least 1.
  package init(workerCount: Int) {
    precondition(workerCount >= 1, "A batch has a worker.")
    owns = (0..<workerCount).map { _ in Own() }
  }

  /// The number of workers that it has room for.
  package var workerCount: Int { owns.count }

  func own(of worker: Int) -> Own { owns[worker] }

  /// The jobs of all workers and batches.
  package var merged: LatencyHistogram {
    owns.reduce(into: LatencyHistogram()) { $0.add($1.histogram) }
  }
}

/// The latencies of a cell from one pass over it, as stored in `latency.csv`.
package struct LatencyRecord: Equatable, Sendable {
  package var runID: String
  /// The part of a run that was spread over machines, from 1; nil = the run was not spread.
  package var shard: Int?
  package var cell: CellDescription
  /// The process pair of a comparison; nil in a plain run.
  package var pair: Int?
  package var histogram: LatencyHistogram
}
