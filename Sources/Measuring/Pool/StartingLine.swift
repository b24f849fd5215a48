import Foundation

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
