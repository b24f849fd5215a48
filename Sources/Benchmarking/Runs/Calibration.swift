/// How many jobs make a batch: enough that the clock's resolution and the barrier do not show, few enough that
/// many samples fit into a run.
package struct Calibration: Hashable, Sendable {
  /// How long a batch lasts at least, default 5 ms.
  package var targetNanoseconds: UInt64 = 5_000_000
  /// A batch also lasts at least this many steps of the clock, default 1,000, for an error below 0.1%.
  package var resolutionMultiple: UInt64 = 1_000
  /// Below this a job is short enough for every worker to get two of them, without which the last worker's
  /// late finish would hide the speed-up. Default 50 ms.
  package var twoJobsEachBelowNanoseconds: UInt64 = 50_000_000
  /// A batch is rounded up to whole passes over the distinct jobs, so that every batch does the same work and
  /// the checksums of all numbers of threads agree, unless one pass lasts longer than this. Default 1 s.
  package var fullPassLimitNanoseconds: UInt64 = 1_000_000_000

  /// How long a batch lasts at least with a clock of this resolution.
  package func batchNanoseconds(clockResolutionNanoseconds: UInt64) -> UInt64 {
    let (steps, overflow) = resolutionMultiple.multipliedReportingOverflow(by: clockResolutionNanoseconds)
    return max(targetNanoseconds, overflow ? .max : steps)
  }

  /// Jobs in a batch; at least 1.
  ///
  /// - Parameters:
  ///   - jobNanoseconds: how long one job keeps one worker busy. 0 or less counts as 1 ns.
  ///   - jobCount: distinct jobs.
  ///   - threads: workers, each of which is taken to be as fast with company as without.
  ///   - batchNanoseconds: how long a batch lasts at least.
  package func iterations(
    jobNanoseconds: Double, jobCount: Int, threads: Int, batchNanoseconds: UInt64
  ) -> Int {
    let job = max(jobNanoseconds, 1)
    // A job that outlasts the target: a job a worker, or two.
    let isShort = job < Double(twoJobsEachBelowNanoseconds)
    var iterations = (isShort ? 2 : 1) * max(threads, 1)
    if job <= Double(batchNanoseconds) {
      let needed = (Double(batchNanoseconds) * Double(threads) / job).rounded(.up)
      iterations = max(iterations, Int(min(needed, 1e12)))
    }
    if job * Double(jobCount) <= Double(fullPassLimitNanoseconds) {
      iterations = (iterations + jobCount - 1) / jobCount * jobCount
    }
    return iterations
  }
}

/// What calibrating a cell found.
package struct CalibrationResult: Hashable, Sendable {
  /// Jobs in a batch.
  package var iterations: Int
  /// How long one job kept one worker busy, with its own wait where it is a block of its own.
  package var jobNanoseconds: Double
  /// How long a batch of `iterations` took when it was last tried, or is expected to take.
  package var batchNanoseconds: Double
  /// Why a batch could not be run; then nothing else here means anything. nil where all could.
  package var failure: String?
}

extension Calibration {
  /// Tries batches of growing size until one lasts half the target, and settles the size from that one.
  ///
  /// 1. One job alone. It is cold and may be far slower than it will be, so it settles the size only if it is
  ///    too long to be tried again, which is `twoJobsEachBelowNanoseconds`.
  /// 2. From one job again: while the last batch was shorter than half the target, a batch as much larger as
  ///    the target is longer, twofold at least and tenfold at most.
  /// 3. The size follows from the busy time a job in the last batch. Busy time, since wall time would take a
  ///    worker's absence for speed. Where each job is a block of its own, it waits before each job and not only before
  ///    the first, so that the wait is a part of what a job takes.
  ///
  /// - Parameters:
  ///   - cell: loaded into `pool`.
  ///   - stopAfterJobNanoseconds: nothing more is tried after a first job that took longer.
  /// - Returns: what was found; with a `failure` as soon as a batch could not be run.
  package func calibrate(
    _ cell: WorkerPool.LoadedCell, jobCount: Int, in pool: WorkerPool, batchNanoseconds: UInt64,
    stopAfterJobNanoseconds: Double = .infinity
  ) -> CalibrationResult {
    var tried = 1
    var batch = pool.runBatch(of: cell, iterations: tried)
    if batch.failure == nil, Double(batch.wallNanoseconds) > stopAfterJobNanoseconds {
      let job = Double(batch.wallNanoseconds)
      return CalibrationResult(iterations: tried, jobNanoseconds: job, batchNanoseconds: job)
    }
    if batch.failure == nil, batch.wallNanoseconds < twoJobsEachBelowNanoseconds {
      batch = pool.runBatch(of: cell, iterations: tried)
    }
    while batch.failure == nil, Double(batch.wallNanoseconds) < Double(batchNanoseconds) / 2, tried < 1 << 40
    {
      let growth = Double(batchNanoseconds) / Double(max(batch.wallNanoseconds, 1))
      tried *= Int(min(max(growth, 2), 10))
      batch = pool.runBatch(of: cell, iterations: tried)
    }
    if let failure = batch.failure {
      return CalibrationResult(iterations: tried, jobNanoseconds: 0, batchNanoseconds: 0, failure: failure)
    }
    var job = Double(batch.busyNanoseconds) / Double(tried)
    if cell.dispatch == .concurrentQueue { job += Double(batch.queueWaitNanoseconds) }
    let settled = iterations(
      jobNanoseconds: job, jobCount: jobCount, threads: cell.threads, batchNanoseconds: batchNanoseconds)
    return CalibrationResult(
      iterations: settled, jobNanoseconds: job,
      batchNanoseconds: job * Double(settled) / Double(cell.threads))
  }
}
