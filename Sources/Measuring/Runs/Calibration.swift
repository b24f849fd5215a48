/// The rules for the number of jobs in a batch: enough to hide the clock's resolution and the barrier, few
/// enough to fit many samples into a run.
package struct Calibration: Hashable, Sendable {
  /// The least duration of a batch, default 5 ms.
  var targetNanoseconds: UInt64 = 5_000_000
  /// The least duration of a batch in steps of the clock, default 1,000, for an error below 0.1%.
  var resolutionMultiple: UInt64 = 1_000
  /// The fewest jobs of a worker in a batch, unless a job is long, default 2. With one job each, the last worker's late
  /// finish would hide the speed-up, and an edit would have two kinds of samples.
  var fewestJobsEach = 2
  /// The duration of a long job, which is tried only once, default 50 ms.
  var longJobNanoseconds: UInt64 = 50_000_000

  /// Returns the least duration of a batch with a clock of this resolution.
  func batchNanoseconds(clockResolutionNanoseconds: UInt64) -> UInt64 {
    let (steps, overflow) = resolutionMultiple.multipliedReportingOverflow(by: clockResolutionNanoseconds)
    return max(targetNanoseconds, overflow ? .max : steps)
  }

  /// Returns the number of jobs in a batch, at least 1.
  ///
  /// - Parameters:
  ///   - jobNanoseconds: how long one job keeps one worker busy. 0 or less counts as 1 ns.
  ///   - threads: the number of workers. Each is assumed to be as fast as a single one.
  ///   - batchNanoseconds: the least duration of a batch.
  func iterations(jobNanoseconds: Double, threads: Int, batchNanoseconds: UInt64) -> Int {
    let job = max(jobNanoseconds, 1)
    let isLong = job >= Double(longJobNanoseconds)
    var iterations = (isLong ? 1 : fewestJobsEach) * max(threads, 1)
    if job <= Double(batchNanoseconds) {
      let needed = (Double(batchNanoseconds) * Double(threads) / job).rounded(.up)
      iterations = max(iterations, Int(min(needed, 1e12)))
    }
    return iterations
  }
}

extension Calibration {
  /// The duration of a batch that was tried, and the time that each of its jobs kept a worker busy.
  typealias Trial = (wallNanoseconds: UInt64, jobNanoseconds: Double)

  /// Tries batches of growing size until one lasts half the target, and computes the batch size from it.
  ///
  /// 1. One job alone. It is cold and may be far slower than later ones, so it decides the size only if it is
  ///    too long to be tried again, which is `longJobNanoseconds`.
  /// 2. Starting again from one job: while the last batch was shorter than half the target, the next is
  ///    larger by the ratio of target to duration, at least twofold and at most tenfold.
  /// 3. The size follows from the busy time per job of the last batch.
  ///
  /// - Parameters:
  ///   - threads: the number of the cell's workers.
  ///   - stopAfterJobNanoseconds: calibration stops after a first job that took longer.
  ///   - run: runs a batch of this many jobs.
  /// - Throws: the errors of `run`.
  func calibrate<Failure>(
    threads: Int, batchNanoseconds: UInt64, stopAfterJobNanoseconds: Double = .infinity,
    run: (_ iterations: Int) throws(Failure) -> Trial
  ) throws(Failure) -> CalibrationResult {
    var tried = 1
    var trial = try run(tried)
    if Double(trial.wallNanoseconds) > stopAfterJobNanoseconds {
      let job = Double(trial.wallNanoseconds)
      return CalibrationResult(iterations: tried, jobNanoseconds: job, batchNanoseconds: job)
    }
    if trial.wallNanoseconds < longJobNanoseconds { trial = try run(tried) }
    while Double(trial.wallNanoseconds) < Double(batchNanoseconds) / 2, tried < 1 << 40 {
      let growth = Double(batchNanoseconds) / Double(max(trial.wallNanoseconds, 1))
      tried *= Int(min(max(growth, 2), 10))
      trial = try run(tried)
    }
    let job = trial.jobNanoseconds
    let iterations = iterations(jobNanoseconds: job, threads: threads, batchNanoseconds: batchNanoseconds)
    return CalibrationResult(
      iterations: iterations, jobNanoseconds: job,
      batchNanoseconds: job * Double(iterations) / Double(threads))
  }

  /// Calibrates a cell that a worker process has loaded.
  ///
  /// A job's time is the busy time of a worker, if the process tells it: with wall time, a missing worker would make jobs
  /// look slower. If each job is a block of its own, a worker waits before each job and not only before the first, so the
  /// wait is part of the job's time.
  ///
  /// - Throws: the reason why a batch could not be run, as soon as one could not.
  func calibrate(
    _ cell: CellID, batchNanoseconds: UInt64, stopAfterJobNanoseconds: Double = .infinity,
    run: (_ iterations: Int) throws(WorkerError) -> WorkerBatch
  ) throws(WorkerError) -> CalibrationResult {
    try calibrate(
      threads: cell.threads, batchNanoseconds: batchNanoseconds,
      stopAfterJobNanoseconds: stopAfterJobNanoseconds
    ) { iterations throws(WorkerError) in
      let batch = try run(iterations)
      let busy = Double(batch.busyNanoseconds ?? batch.wallNanoseconds * UInt64(cell.threads))
      let wait = cell.pool == .concurrentQueue ? Double(batch.queueWaitNanoseconds ?? 0) : 0
      return (batch.wallNanoseconds, busy / Double(iterations) + wait)
    }
  }
}
