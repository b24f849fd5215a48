/// The rules for the number of jobs in a batch: enough to hide the clock's resolution and the barrier, few
/// enough to fit many samples into a run.
struct Calibration: Hashable, Sendable {
  /// The least duration of a batch, default 5 ms.
  var targetNanoseconds: UInt64 = 5_000_000
  /// The least duration of a batch in steps of the clock, default 1,000, for an error below 0.1%.
  var resolutionMultiple: UInt64 = 1_000
  /// The fewest jobs of a worker in a batch, unless a job is long, default 2. With one job each, the last worker's late
  /// finish would hide the speed-up, and an edit would have two kinds of samples.
  var fewestJobsEach = 2
  /// The duration of a long job, which is tried only once, default 50 ms.
  var longJobNanoseconds: UInt64 = 50_000_000
  /// The longest duration of a batch with the preparation of its jobs, in targets, default 10.
  var mostTargetsWithPreparation = 10.0

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
  /// Calibrates a cell that a worker process has loaded: tries batches of growing size until one lasts half the target, and
  /// computes the batch size from it.
  ///
  /// 1. One job alone. It is cold and may be far slower than later ones, so it decides the size only if it is
  ///    too long to be tried again, which is `longJobNanoseconds`.
  /// 2. Starting again from one job: while the last batch was shorter than half the target, the next is
  ///    larger by the ratio of target to duration, at least twofold and at most tenfold.
  ///    A batch is the last one too if it takes very long with the preparation of its jobs.
  /// 3. The size follows from the busy time per job of the last batch. With wall time, a missing worker would make jobs look
  ///    slower; it counts only if the process does not tell the busy time. If each job is a block of its own, a worker waits
  ///    before each job and not only before the first, so the wait is part of the job's time.
  ///
  /// - Parameters:
  ///   - stopAfterJobNanoseconds: calibration stops after a first job that took longer.
  ///   - clock: tells how long batches take with the preparation of their jobs, which their own times leave out.
  ///   - run: runs a batch of this many jobs.
  /// - Throws: the reason why a batch could not be run, as soon as one could not.
  func calibrate(
    _ cell: CellID, batchNanoseconds: UInt64, stopAfterJobNanoseconds: Double = .infinity,
    clock: any MonotonicClock, run: (_ iterations: Int) throws(WorkerError) -> WorkerProtocol.Batch
  ) throws(WorkerError) -> Result {
    var (tried, elapsed) = (1, 0.0)
    func runTried() throws(WorkerError) -> WorkerProtocol.Batch {
      let start = clock.wallNanoseconds()
      let batch = try run(tried)
      elapsed = Double(clock.wallNanoseconds() - start)
      return batch
    }
    let most = mostTargetsWithPreparation * Double(batchNanoseconds)
    var batch = try runTried()
    if Double(batch.wallNanoseconds) > stopAfterJobNanoseconds {
      let job = Double(batch.wallNanoseconds)
      return Result(iterations: tried, jobNanoseconds: job, batchNanoseconds: job)
    }
    if batch.wallNanoseconds < longJobNanoseconds { batch = try runTried() }
    while Double(batch.wallNanoseconds) < Double(batchNanoseconds) / 2, elapsed < most, tried < 1 << 40 {
      let growth = Double(batchNanoseconds) / Double(max(batch.wallNanoseconds, 1))
      tried *= Int(min(max(growth, 2), 10))
      batch = try runTried()
    }
    let busy = Double(batch.busyNanoseconds ?? batch.wallNanoseconds * UInt64(cell.threads))
    let wait = cell.pool == .concurrentQueue ? Double(batch.queueWaitNanoseconds ?? 0) : 0
    let job = busy / Double(tried) + wait
    let iterations = iterations(
      jobNanoseconds: job, threads: cell.threads, batchNanoseconds: batchNanoseconds)
    let result = Result(
      iterations: iterations, jobNanoseconds: job,
      batchNanoseconds: job * Double(iterations) / Double(cell.threads))
    return result.shortened(
      jobElapsedNanoseconds: elapsed / Double(tried), toAtMost: most, fewest: fewestJobsEach * cell.threads)
  }

  /// The result of calibrating a cell.
  struct Result: Hashable, Sendable {
    /// Jobs in a batch.
    var iterations: Int
    /// The busy time of one worker per job. If each job is a block of its own, its queue wait is included.
    var jobNanoseconds: Double
    /// The duration of the last trial of `iterations` jobs, or the expected duration.
    var batchNanoseconds: Double

    /// Returns a batch that ends in time although its jobs are prepared for longer than they take: one of microseconds may
    /// come after a pause of milliseconds.
    ///
    /// - Parameters:
    ///   - elapsed: The duration of a job with its preparation.
    ///   - most: The longest duration of a batch with its preparations.
    ///   - fewest: The jobs that a batch has whatever they take.
    func shortened(
      jobElapsedNanoseconds elapsed: Double, toAtMost most: Double, fewest: Int
    ) -> Result {
      guard elapsed > 2 * jobNanoseconds, elapsed * Double(iterations) > most else { return self }
      var result = self
      result.iterations = min(iterations, max(fewest, Int(most / elapsed)))
      result.batchNanoseconds = elapsed * Double(result.iterations)
      return result
    }
  }
}
