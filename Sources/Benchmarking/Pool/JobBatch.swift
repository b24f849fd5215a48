/// What the workers of a cell are told of a batch.
struct JobBatch: Sendable {
  var cell: Int
  var jobCount: Int
  var iterations: Int
  /// Counts up from 1 over the pool's life.
  var number: UInt64
  /// Counts allocations where it is given.
  var counter: (any AllocationCounter)?
  /// Keeps how long each job took where it is given.
  var latencies: LatencyRecorder?
}

/// One of the ways to run a cell's workers.
///
/// A pool calls one at a time, and never for a cell that is not loaded in it.
protocol JobDispatcher: Sendable {
  /// Makes the workers, and returns whether they time themselves. Where it throws, no worker is left.
  func load(
    cell: Int, jobCount: Int, threads: Int, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool

  /// Destroys the workers of a cell; one that is not loaded is let pass.
  func unload(cell: Int, threads: Int)

  /// Runs iterations 0 to `batch.iterations - 1`, each once, and returns when the last is done.
  func run(_ batch: JobBatch, threads: Int) -> BatchResult

  /// Has every worker run jobs 0 to `jobs - 1`, and returns when the last has.
  func warmUp(cell: Int, threads: Int, jobs: Int)

  /// Destroys all workers.
  func shutDown()
}
