/// A batch as the workers of a cell see it.
struct JobBatch: Sendable {
  var cell: Int
  var iterations: Int
  /// The batch's number, counted from 1 over the pool's life.
  var number: UInt64
  /// Counts allocations, if present.
  var counter: (any AllocationCounter)?
  /// Records the duration of each job, if present.
  var latencies: LatencyRecorder?
}

/// A way to run a cell's workers.
///
/// A pool makes one call at a time, and runs only cells that are loaded in it.
protocol JobDispatcher: Sendable {
  /// Makes the workers, and returns true if they time themselves. If it throws, no worker remains.
  func load(
    cell: Int, threads: Int, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool

  /// Destroys the workers of a cell. Ignores a cell that is not loaded.
  func unload(cell: Int, threads: Int)

  /// Runs iterations 0 to `batch.iterations - 1`, each once, and returns when the last is done.
  func run(_ batch: JobBatch, threads: Int) -> BatchResult

  /// Makes every worker run the job once, and returns when all have.
  func warmUp(cell: Int, threads: Int)

  /// Destroys all workers.
  func shutDown()
}
