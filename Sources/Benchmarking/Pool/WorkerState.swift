import Synchronization

/// A worker in a pool: the subject's own part, the checksums of its jobs, and its report of a batch.
///
/// SAFETY of `@unchecked Sendable`: threads take turns. A thread that uses a state has taken it, or owns it
/// for good as the thread of a serial queue does. The pool reads it only between batches.
final class WorkerState: @unchecked Sendable {
  /// The results of a batch.
  struct Report {
    var share = BatchResult.WorkerShare(jobs: 0, busyNanoseconds: 0, queueWaitNanoseconds: 0)
    /// The end of its last job; 0 if it looked for none.
    var endNanoseconds: UInt64 = 0
    /// The time from submission to start, summed over its blocks.
    var blockWaitNanoseconds: UInt64 = 0
    var allocBytes: UInt64?
    var allocCount: UInt64?
    /// The time that a self-timed worker reports.
    var selfTimedNanoseconds: UInt64?
    var failure: String?
  }

  /// Its index among the workers of the cell, from 0.
  let index: Int
  private var worker: any Worker
  private(set) var checksums: ChecksumTable
  var report = Report()
  private let isTaken = Atomic<Bool>(false)

  init(index: Int, jobCount: Int, worker: any Worker) throws(SelfTimingError) {
    if worker is any SelfTimedWorker && jobCount > 1 { throw .severalJobs(jobCount) }
    self.index = index
    self.worker = worker
    checksums = ChecksumTable(jobCount: jobCount)
  }

  var timesItself: Bool { worker is any SelfTimedWorker }

  // MARK: Whose turn it is

  /// Takes the state for the caller; returns false if it is already taken.
  func take() -> Bool {
    isTaken.compareExchange(expected: false, desired: true, ordering: .acquiringAndReleasing).exchanged
  }

  /// Releases the state. Later takers see what the caller wrote.
  func giveBack() {
    isTaken.store(false, ordering: .releasing)
  }

  // MARK: Batches

  /// Runs jobs without recording them.
  func warmUp(jobs: Int) {
    for job in 0..<jobs { worker.run(job: job) }
  }

  /// Prepares for a batch.
  func begin() {
    report = Report()
    checksums.begin()
  }

  /// Draws jobs until none are left, and adds their times to the report.
  ///
  /// - Returns: the number of jobs, and the moment of the search for the first.
  func takeJobs(
    of batch: JobBatch, from line: StartingLine, clock: any MonotonicClock
  ) -> (count: Int, startNanoseconds: UInt64) {
    // Reading processor time takes longer than all else here, so it is outside the jobs' time.
    let cpuStart = clock.threadCPUNanoseconds()
    let start = clock.wallNanoseconds()
    let jobs: Int
    if let latencies = batch.latencies {
      jobs = Self.drawRecording(
        batch, from: line, worker: &worker, checksums: &checksums, into: latencies.own(of: index), clock)
    } else if batch.counter != nil {
      jobs = Self.run(
        line.jobs.share(of: batch.iterations, forWorker: index), of: batch, worker: &worker,
        checksums: &checksums)
    } else {
      jobs = Self.draw(batch, from: line, worker: &worker, checksums: &checksums)
    }
    let end = clock.wallNanoseconds()
    let cpuEnd = clock.threadCPUNanoseconds()

    report.endNanoseconds = end
    report.share.jobs += jobs
    if jobs > 0 { report.share.busyNanoseconds += end - start }
    if let cpuStart, let cpuEnd {
      report.share.cpuNanoseconds = (report.share.cpuNanoseconds ?? 0) + (cpuEnd - cpuStart)
    }
    return (jobs, start)
  }

  /// Draws and runs jobs. This is the timed part: no locks, and no allocation except the jobs' own.
  private static func draw(
    _ batch: JobBatch, from line: StartingLine, worker: inout some Worker, checksums: inout ChecksumTable
  ) -> Int {
    var jobs = 0
    var taken = line.jobs.take(of: batch.iterations)
    while !taken.isEmpty {
      for iteration in taken {
        let job = iteration % batch.jobCount
        worker.run(job: job)
        checksums.note(job: job, batch: batch.number)
      }
      jobs += taken.count
      taken = line.jobs.take(of: batch.iterations)
    }
    return jobs
  }

  /// Runs given iterations instead of drawing them, for counted batches. Drawing would give a quick worker
  /// other jobs, and these change what its next ones allocate.
  private static func run(
    _ iterations: Range<Int>, of batch: JobBatch, worker: inout some Worker, checksums: inout ChecksumTable
  ) -> Int {
    for iteration in iterations {
      let job = iteration % batch.jobCount
      worker.run(job: job)
      checksums.note(job: job, batch: batch.number)
    }
    return iterations.count
  }

  /// Draws jobs one by one and records their durations, with two readings of the clock per job.
  private static func drawRecording(
    _ batch: JobBatch, from line: StartingLine, worker: inout some Worker, checksums: inout ChecksumTable,
    into latencies: LatencyRecorder.Own, _ clock: any MonotonicClock
  ) -> Int {
    var jobs = 0
    var iteration = line.jobs.take()
    while iteration < batch.iterations {
      let job = iteration % batch.jobCount
      let start = clock.wallNanoseconds()
      worker.run(job: job)
      latencies.histogram.record(clock.wallNanoseconds() - start)
      checksums.note(job: job, batch: batch.number)
      jobs += 1
      iteration = line.jobs.take()
    }
    return jobs
  }

  /// Runs one job as its own block, and returns the moment of its end.
  func runBlock(
    iteration: Int, of batch: JobBatch, submittedNanoseconds: UInt64, clock: any MonotonicClock
  ) -> UInt64 {
    let job = iteration % batch.jobCount
    let counted = batch.counter.map(CountedSpan.begin)
    let start = clock.wallNanoseconds()
    worker.run(job: job)
    let end = clock.wallNanoseconds()
    if let counted { add(counted) }

    checksums.note(job: job, batch: batch.number)
    batch.latencies?.own(of: index).histogram.record(end - start)
    report.endNanoseconds = end
    report.share.jobs += 1
    report.share.busyNanoseconds += end - start
    report.blockWaitNanoseconds += start - submittedNanoseconds
    return end
  }

  /// Runs a batch as a whole, for a worker that times itself.
  func runSelfTimed(_ batch: JobBatch) {
    guard var worker = worker as? any SelfTimedWorker else { return }
    do {
      let nanoseconds = batch.iterations == 0 ? 0 : try worker.run(iterations: batch.iterations)
      report.selfTimedNanoseconds = nanoseconds
      report.share.jobs = batch.iterations
      report.share.busyNanoseconds = nanoseconds
      self.worker = worker
      if batch.iterations > 0 { checksums.note(job: 0, batch: batch.number) }
      fillInChecksums(batch)
    } catch {
      report.failure = "\(error)"
      self.worker = worker
    }
  }

  /// Adds the allocations since `span` began.
  func add(_ span: CountedSpan) {
    let (bytes, count) = span.end()
    report.allocBytes = bytes.map { (report.allocBytes ?? 0) + $0 }
    report.allocCount = count.map { (report.allocCount ?? 0) + $0 }
  }

  /// Fills in the checksums of the worker's jobs, outside all timing.
  func fillInChecksums(_ batch: JobBatch) {
    checksums.fill(batch: batch.number) { worker.checksum(ofJob: $0) }
  }
}
