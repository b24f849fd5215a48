/// A worker in a pool: the subject's own part, and its report of a batch.
///
/// SAFETY of `@unchecked Sendable`: threads take turns. A thread that uses a state has claimed it, or owns it
/// for good as a serial queue's thread does. The pool reads a state only between batches.
final class WorkerState: @unchecked Sendable {
  /// The results of a batch.
  struct Report: Hashable, Sendable {
    /// The number of jobs that it ran.
    var jobs = 0
    /// The time from its first job's start to its last job's end; 0 if it ran none. In `concurrentQueue`
    /// mode, the sum of its jobs' durations.
    var busyNanoseconds: UInt64 = 0
    /// The time from the batch's release to the worker's first search for a job, even if none was left. In
    /// `concurrentQueue` mode, the mean time from a block's submission to its start.
    var queueWaitNanoseconds: UInt64 = 0
    /// Processor time of its thread while it ran jobs; nil if unsupported, and in `concurrentQueue` mode,
    /// where reading it takes longer than many a job.
    var cpuNanoseconds: UInt64?
    /// The end of the worker's last job; 0 if it looked for none.
    var endNanoseconds: UInt64 = 0
    /// The time from submission to start, summed over its blocks.
    var blockWaitNanoseconds: UInt64 = 0
    /// The job's checksum; nil if the worker ran none.
    var checksum: Double?
    var allocBytes: UInt64?
    var allocCount: UInt64?
    /// The time that a self-timed worker reports.
    var selfTimedNanoseconds: UInt64?
    var failure: String?
    /// The time of preparing jobs, which is no part of the jobs' time.
    var preparingNanoseconds: UInt64 = 0
    var preparingCPUNanoseconds: UInt64 = 0
    var preparingBytes: UInt64 = 0
    var preparingCount: UInt64 = 0
  }

  /// Its index among the workers of the cell, from 0.
  let index: Int
  private var worker: any Worker = NoWorker()
  private(set) var loadingError: (any Error)?
  var report = Report()
  private let isClaimed = AtomicNumber()

  init(index: Int) {
    self.index = index
  }

  var timesItself: Bool { worker is any SelfTimedWorker }
  var isAsynchronous: Bool { worker.isAsynchronous }
  var preparesJobs: Bool { worker.mostPreparedJobs != nil }

  /// Makes the subject's part, or keeps the error.
  func load(_ makeWorker: () throws -> any Worker) {
    do {
      worker = try makeWorker()
    } catch {
      loadingError = error
    }
  }

  /// Destroys the subject's part.
  func unload() {
    worker = NoWorker()
  }

  // MARK: Whose turn it is

  /// Claims the state for the caller; returns false if another thread has claimed it.
  func claim() -> Bool {
    isClaimed.exchange(with: 1) == 0
  }

  /// Releases the state. The next thread that claims it sees the caller's writes.
  func giveBack() {
    isClaimed.value = 0
  }

  // MARK: Batches

  /// Prepares for a batch.
  func begin() { report = Report() }

  /// Draws jobs until none are left, and adds their times to the report.
  ///
  /// - Returns: the number of jobs, and the moment of the search for the first.
  func takeJobs(
    of batch: WorkerPool.Batch, from line: StartingLine, clock: any MonotonicClock
  ) -> (count: Int, startNanoseconds: UInt64) {
    // Reading processor time takes longer than all else here, so it is outside the jobs' time.
    let cpuStart = clock.threadCPUNanoseconds()
    let start = clock.wallNanoseconds()
    var jobs = 0
    do {
      if batch.hasFixedShares {
        jobs = try runShare(batch.share(ofWorker: index), of: batch, clock)
      } else {
        jobs = try Self.runJobs(batch, from: line, &worker)
      }
    } catch {
      report.failure = Self.failure(error)
    }
    let end = clock.wallNanoseconds() - report.preparingNanoseconds
    let cpuEnd = clock.threadCPUNanoseconds().map { $0 - report.preparingCPUNanoseconds }

    report.endNanoseconds = end
    report.jobs += jobs
    if jobs > 0 { report.busyNanoseconds += end - start }
    if let cpuStart, let cpuEnd {
      report.cpuNanoseconds = (report.cpuNanoseconds ?? 0) + (cpuEnd - cpuStart)
    }
    return (jobs, start)
  }

  private static func failure(_ error: any Error) -> String { "Its job threw an error: \(error)" }

  /// Draws and runs jobs. This is the timed part: no locks, and no allocation except the jobs' own.
  private static func runJobs(
    _ batch: WorkerPool.Batch, from line: StartingLine, _ worker: inout some Worker
  ) throws -> Int {
    var jobs = 0
    var taken = line.takeJobs(of: batch.iterations)
    while !taken.isEmpty {
      try worker.run(jobs: taken)
      jobs += taken.count
      taken = line.takeJobs(of: batch.iterations)
    }
    return jobs
  }

  /// Runs given jobs, and returns their number. Jobs that need preparing are prepared some at a time, since memory may not
  /// hold the inputs of all; the time of preparing is set aside.
  private func runShare(_ jobs: Range<Int>, of batch: WorkerPool.Batch, _ clock: any MonotonicClock) throws
    -> Int
  {
    let most = worker.mostPreparedJobs
    var left = jobs
    while !left.isEmpty {
      let part = left.prefix(most ?? left.count)
      if most != nil {
        let (start, cpuStart) = (clock.wallNanoseconds(), clock.threadCPUNanoseconds())
        let counted = batch.counter.map(CountedSpan.begin)
        try setAside { try worker.prepare(jobs: part.count) }
        let (bytes, count) = counted?.end() ?? (nil, nil)
        report.preparingBytes += bytes ?? 0
        report.preparingCount += count ?? 0
        report.preparingCPUNanoseconds += increase(from: cpuStart, to: clock.threadCPUNanoseconds()) ?? 0
        report.preparingNanoseconds += clock.wallNanoseconds() - start
      }
      try worker.run(jobs: part)
      left = left.dropFirst(part.count)
    }
    return jobs.count
  }

  /// Runs one job as its own block, and returns the moment of its end.
  func runBlock(
    job: Int, of batch: WorkerPool.Batch, submittedNanoseconds: UInt64, clock: any MonotonicClock
  ) -> UInt64 {
    let counted = batch.counter.map(CountedSpan.begin)
    let start = clock.wallNanoseconds()
    do { try worker.run(jobs: job..<job + 1) } catch { report.failure = Self.failure(error) }
    let end = clock.wallNanoseconds()
    if let counted { add(counted) }

    report.endNanoseconds = end
    report.jobs += 1
    report.busyNanoseconds += end - start
    report.blockWaitNanoseconds += start - submittedNanoseconds
    return end
  }

  /// Runs its share of a batch as a whole, for a worker that times itself.
  func runSelfTimed(_ iterations: Int) {
    guard var worker = worker as? any SelfTimedWorker else { return }
    do {
      let nanoseconds = iterations == 0 ? 0 : try worker.run(iterations: iterations)
      report.selfTimedNanoseconds = nanoseconds
      report.jobs = iterations
      report.busyNanoseconds = nanoseconds
      self.worker = worker
      fillInChecksum()
    } catch {
      report.failure = "\(error)"
      self.worker = worker
    }
  }

  /// Adds the allocations since `span` began, without the allocations of preparing.
  func add(_ span: CountedSpan) {
    let (bytes, count) = span.end()
    report.allocBytes = bytes.map { (report.allocBytes ?? 0) + $0 - report.preparingBytes }
    report.allocCount = count.map { (report.allocCount ?? 0) + $0 - report.preparingCount }
  }

  /// Computes the checksum of a job that the worker ran, if it ran one, outside all timing.
  func fillInChecksum() {
    if report.jobs > 0 { report.checksum = worker.resultChecksum() }
  }
}

/// Does work that is no part of a job. callgrind counts nothing in it: it finds the function by its name.
@inline(never)
private func setAside(_ work: () throws -> Void) throws { try work() }

/// Stands in for the subject's part while no cell is loaded.
private struct NoWorker: Worker {
  func run(job index: Int) { preconditionFailure("The cell is not loaded.") }
  func resultChecksum() -> Double { preconditionFailure("The cell is not loaded.") }
}

/// A worker that times its jobs itself, because the measured work is out of reach of the pool's clock: for
/// example in another process, if the round trip takes longer than the job.
///
/// It gets its share of a batch as a whole and reports the duration. A cell's workers begin together, and the batch
/// takes as long as the slowest. The allocations and the processor time of its batches are unknown.
package protocol SelfTimedWorker: Worker {
  /// Runs the job `iterations` times and returns how long these runs took together, in nanoseconds.
  ///
  /// - Throws: the reason why it failed; its description becomes the reason of the failed cell. The worker is
  ///   not used after that.
  mutating func run(iterations: Int) throws -> UInt64
}
