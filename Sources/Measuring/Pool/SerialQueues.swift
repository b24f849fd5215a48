import Foundation

/// `DispatchMode.serialQueues`: long-lived workers, each on its own serial queue.
///
/// Between batches the workers are parked and cost nothing. In a batch all start at once and take jobs from
/// one shared counter, towards the end one by one, so a slow worker holds up little work that a fast one
/// could do. A worker's part of a cell is made, used and destroyed on its own thread.
///
/// A pool calls this type from one thread at a time.
final class SerialQueues: JobDispatcher {
  private let clock: any MonotonicClock
  private let line: StartingLine
  private let seats: [WorkerSeat]

  /// Starts the workers and parks them.
  init(threads: Int, clock: any MonotonicClock) {
    self.clock = clock
    let line = StartingLine(clock: clock)
    self.line = line
    seats = (0..<threads).map { WorkerSeat(index: $0, line: line) }
  }

  /// Calls `body` for all workers at the same time.
  func onEach(_ workers: [WorkerState], _ body: @escaping @Sendable (WorkerState) -> Void) {
    line.reset(workerCount: workers.count)
    for worker in workers { seats[worker.index].post((body: body, worker: worker)) }
    line.waitForEveryone()
  }

  func runBatch(_ batch: WorkerPool.Batch) -> WorkerPool.BatchResult {
    // While allocations of all threads are counted, a single worker works.
    for workers in batch.counter == nil ? [batch.workers] : batch.workers.map({ [$0] }) {
      onEach(workers) { self.runShare(of: batch, by: $0) }
    }
    var result = WorkerPool.BatchResult(of: batch, release: line.releaseNanoseconds)
    // The workers begin together, so that the slowest one determines the duration.
    if let time = batch.workers.lazy.compactMap(\.report.selfTimedNanoseconds).max() {
      result.wallNanoseconds = time
    }
    return result
  }

  /// Runs a worker's part of a batch, on its own thread.
  private func runShare(of batch: WorkerPool.Batch, by worker: WorkerState) {
    worker.begin()
    if worker.timesItself {
      _ = line.waitForRelease(batch: batch.number)
      worker.runSelfTimed(batch.share(ofWorker: worker.index).count)
      return
    }
    let counted = batch.counter.map(CountedSpan.begin)
    let release = line.waitForRelease(batch: batch.number)
    let start = worker.takeJobs(of: batch, from: line, clock: clock).startNanoseconds
    worker.report.queueWaitNanoseconds = start - release
    if let counted { worker.add(counted) }
    worker.fillInChecksum()
  }

  /// Releases the threads. It MUST be the last call.
  func stop() {
    line.reset(workerCount: seats.count)
    for seat in seats { seat.post(nil) }
    line.waitForEveryone()
  }
}

/// A Dispatch queue with its own thread, which runs the work that it is handed, until it is stopped.
///
/// SAFETY of `@unchecked Sendable`: pool and thread take turns. The pool accesses `work` only while the thread
/// is parked; the thread accesses it only between waking and coming home. `posted` and the starting line order
/// these accesses.
private final class WorkerSeat: @unchecked Sendable {
  typealias Work = (body: @Sendable (WorkerState) -> Void, worker: WorkerState)

  private let line: StartingLine
  private let wake = DispatchSemaphore(value: 0)
  private let posted = AtomicNumber()
  private var work: Work?

  init(index: Int, line: StartingLine) {
    self.line = line
    let queue = DispatchQueue(label: "layoutbench.worker.\(index)", qos: .userInitiated)
    queue.async { self.serve() }
  }

  /// Hands work to the thread; nil ends the thread.
  func post(_ work: Work?) {
    self.work = work
    posted.add(1)
    wake.signal()
  }

  private func serve() {
    var isServing = true
    while isServing {
      wake.wait()
      _ = posted.value
      if let work { work.body(work.worker) } else { isServing = false }
      work = nil
      line.comeHome()
    }
  }
}

/// The meeting point of a pool's workers: they start together, take jobs from one counter, and report back.
///
/// Semaphores put threads to sleep. The atomics order memory: a thread sees what others wrote before.
final class StartingLine: Sendable {
  private let clock: any MonotonicClock

  private let arrived = AtomicNumber()
  private let releasedBatch = AtomicNumber()
  private let releaseTime = AtomicNumber()
  private let away = AtomicNumber()
  /// The number of workers that the current command addresses.
  private let workers = AtomicNumber()
  /// The first job of the batch that no worker has taken.
  private let nextJob = AtomicNumber()
  private let everyoneHome = DispatchSemaphore(value: 0)

  init(clock: any MonotonicClock) {
    self.clock = clock
  }

  // MARK: The pool's side

  /// Prepares for a command to `workerCount` workers. All of them MUST be parked.
  func reset(workerCount: Int) {
    arrived.value = 0
    workers.value = workerCount
    nextJob.value = 0
    away.value = workerCount
  }

  /// The moment at which the last batch was released. To be read when all workers have come home.
  var releaseNanoseconds: UInt64 { UInt64(truncatingIfNeeded: releaseTime.relaxedValue) }

  /// Waits until all workers of the command have come home.
  func waitForEveryone() {
    everyoneHome.wait()
    // Reads back the last worker's store for its memory ordering.
    precondition(away.value == 0)
  }

  private var workerCount: Int { workers.relaxedValue }

  // MARK: A worker's side

  /// Waits until all workers of the batch have arrived, and returns the moment of their release.
  ///
  /// The last to arrive releases the others. Waiting workers spin, since waking a thread takes longer than
  /// many a job, and yield after a while, since there may be more workers than cores.
  func waitForRelease(batch: UInt64) -> UInt64 {
    let others = arrived.add(1)
    if others + 1 == workerCount {
      let time = clock.wallNanoseconds()
      releaseTime.value = Int(truncatingIfNeeded: time)
      releasedBatch.value = Int(truncatingIfNeeded: batch)
      return time
    }
    var spins = 0
    while UInt64(truncatingIfNeeded: releasedBatch.value) != batch {
      spins += 1
      if spins > 1_000 { sched_yield() }
    }
    return UInt64(truncatingIfNeeded: releaseTime.relaxedValue)
  }

  /// Reports a worker's return. It MUST be the worker's last call: from then on its results may be read.
  func comeHome() {
    if away.add(-1) == 1 {
      everyoneHome.signal()
    }
  }
  // MARK: Jobs

  // Jobs are taken by their number in the batch, from 0. Any thread may take one.

  /// Returns the next free job. Every number from 0 is returned once.
  func takeJob() -> Int {
    nextJob.relaxedAdd(1)
  }

  /// Returns the next free jobs out of `count`, empty if none are left. Every number is returned once.
  ///
  /// A call takes a sixteenth of a worker's share of the remaining jobs: many at first, single ones in the
  /// end. So workers with short jobs do not queue for the counter, and all finish at about the same time.
  ///
  /// Source: Polychronopoulos and Kuck, "Guided Self-Scheduling", IEEE Transactions on Computers 36 (1987).
  func takeJobs(of count: Int) -> Range<Int> {
    let left = count - nextJob.relaxedValue
    let share = max(1, left / (16 * max(workerCount, 1)))
    let first = nextJob.relaxedAdd(share)
    return min(first, count)..<min(first + share, count)
  }
}
