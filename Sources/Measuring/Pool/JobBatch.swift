/// A batch as the workers of a cell see it.
struct JobBatch: Sendable {
  /// The cell's workers in the order of their indices; never empty.
  var workers: [WorkerState]
  var iterations: Int
  /// The batch's number, counted from 1 over the pool's life.
  var number: UInt64
  /// Counts allocations, if present.
  var counter: (any AllocationCounter)?
  /// True if each worker runs a fixed part of the jobs, as in counted batches. If workers drew jobs instead, a quick
  /// worker would run more of them, and its next jobs would allocate differently.
  var hasFixedShares: Bool

  /// Returns a worker's fixed part of the jobs, the same in every batch of that many.
  func share(ofWorker index: Int) -> Range<Int> {
    iterations * index / workers.count..<iterations * (index + 1) / workers.count
  }
}
