import Foundation
import Synchronization

/// The meeting point of a pool's workers: they start together, take jobs from one counter, and report back.
///
/// Semaphores put threads to sleep. The atomics order memory: a thread sees what others wrote before.
final class StartingLine: Sendable {
  private let clock: any MonotonicClock

  private let arrived = Atomic<Int>(0)
  private let releasedBatch = Atomic<UInt64>(0)
  private let releaseTime = Atomic<UInt64>(0)
  private let away = Atomic<Int>(0)
  /// The number of workers that the current command addresses.
  private let workers = Atomic<Int>(0)
  /// The first job of the batch that no worker has taken.
  private let nextJob = Atomic<Int>(0)
  private let everyoneHome = DispatchSemaphore(value: 0)

  init(clock: any MonotonicClock) {
    self.clock = clock
  }

  // MARK: The pool's side

  /// Prepares for a command to `workerCount` workers. All of them MUST be parked.
  func reset(workerCount: Int) {
    arrived.store(0, ordering: .relaxed)
    workers.store(workerCount, ordering: .relaxed)
    nextJob.store(0, ordering: .relaxed)
    away.store(workerCount, ordering: .releasing)
  }

  /// The moment at which the last batch was released. To be read when all workers have come home.
  var releaseNanoseconds: UInt64 { releaseTime.load(ordering: .relaxed) }

  /// Waits until all workers of the command have come home.
  func waitForEveryone() {
    everyoneHome.wait()
    // Reads back the last worker's store for its memory ordering.
    precondition(away.load(ordering: .acquiring) == 0)
  }

  private var workerCount: Int { workers.load(ordering: .relaxed) }

  // MARK: A worker's side

  /// Waits until all workers of the batch have arrived, and returns the moment of their release.
  ///
  /// The last to arrive releases the others. Waiting workers spin, since waking a thread takes longer than
  /// many a job, and yield after a while, since there may be more workers than cores.
  func waitForRelease(batch: UInt64) -> UInt64 {
    let place = arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if place == workerCount {
      let time = clock.wallNanoseconds()
      releaseTime.store(time, ordering: .relaxed)
      releasedBatch.store(batch, ordering: .releasing)
      return time
    }
    var spins = 0
    while releasedBatch.load(ordering: .acquiring) != batch {
      spins += 1
      if spins > 1_000 { sched_yield() }
    }
    return releaseTime.load(ordering: .relaxed)
  }

  /// Reports a worker's return. It MUST be the worker's last call: from then on its results may be read.
  func comeHome() {
    if away.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      everyoneHome.signal()
    }
  }
  // MARK: Jobs

  // Jobs are taken by their number in the batch, from 0. Any thread may take one.

  /// Returns the next free job. Every number from 0 is returned once.
  func takeJob() -> Int {
    nextJob.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// Returns the next free jobs out of `count`, empty if none are left. Every number is returned once.
  ///
  /// A call takes a sixteenth of a worker's share of the remaining jobs: many at first, single ones in the
  /// end. So workers with short jobs do not queue for the counter, and all finish at about the same time.
  ///
  /// Source: Polychronopoulos and Kuck, "Guided Self-Scheduling", IEEE Transactions on Computers 36 (1987).
  func takeJobs(of count: Int) -> Range<Int> {
    let left = count - nextJob.load(ordering: .relaxed)
    let share = max(1, left / (16 * max(workerCount, 1)))
    let first = nextJob.wrappingAdd(share, ordering: .relaxed).oldValue
    return min(first, count)..<min(first + share, count)
  }
}
