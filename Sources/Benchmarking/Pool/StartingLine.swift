import Dispatch
import Synchronization

#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Where the workers of a pool meet: they start together, draw jobs from one counter, and are counted home.
///
/// Semaphores put threads to sleep; the atomics carry the order of memory, so that what a thread wrote before
/// it passed here is seen by those that come after.
final class StartingLine: Sendable {
  private let clock: any MonotonicClock

  /// Workers that the present command is for.
  private let called = Atomic<Int>(0)
  private let arrived = Atomic<Int>(0)
  private let releasedBatch = Atomic<UInt64>(0)
  private let releaseTime = Atomic<UInt64>(0)
  private let nextJob = Atomic<Int>(0)
  private let away = Atomic<Int>(0)
  private let everyoneHome = DispatchSemaphore(value: 0)

  init(clock: any MonotonicClock) {
    self.clock = clock
  }

  // MARK: The pool's side

  /// Makes ready for one command to so many workers; all of them are parked when it is called.
  func reset(workerCount: Int) {
    called.store(workerCount, ordering: .relaxed)
    arrived.store(0, ordering: .relaxed)
    nextJob.store(0, ordering: .relaxed)
    away.store(workerCount, ordering: .releasing)
  }

  /// Returns when all whom the command is for have come home.
  func waitForEveryone() {
    everyoneHome.wait()
    // The last worker's store is read back for the order of memory that comes with it.
    precondition(away.load(ordering: .acquiring) == 0)
  }

  // MARK: A worker's side

  /// Waits until all workers that are in the batch have come, and returns the moment at which all were let go.
  ///
  /// The last to come lets go. The others spin, since waking a sleeper takes longer than many a job, and give
  /// way to other threads after a while, since there may be more workers than cores.
  func waitForRelease(batch: UInt64) -> UInt64 {
    let place = arrived.wrappingAdd(1, ordering: .acquiringAndReleasing).newValue
    if place == called.load(ordering: .relaxed) {
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

  /// The next iteration that nobody has taken. Every number from 0 is given out once.
  func takeIteration() -> Int {
    nextJob.wrappingAdd(1, ordering: .relaxed).oldValue
  }

  /// The next iterations that nobody has taken, of `count` in all; empty where there are none left. Every number is given out once.
  ///
  /// A sixteenth of a worker's share of what is left, so many at first and one by one in the end: with jobs of a microsecond the workers do
  /// not queue for the counter, and none is left with much to do when the others are done.
  ///
  /// Source: Polychronopoulos and Kuck, "Guided Self-Scheduling", IEEE Transactions on Computers 36 (1987).
  func takeIterations(of count: Int) -> Range<Int> {
    let left = count - nextJob.load(ordering: .relaxed)
    let share = max(1, left / (16 * max(called.load(ordering: .relaxed), 1)))
    let first = nextJob.wrappingAdd(share, ordering: .relaxed).oldValue
    return min(first, count)..<min(first + share, count)
  }

  /// A worker's part of `count` iterations in all, the same in every batch of as many.
  func share(of count: Int, forWorker index: Int) -> Range<Int> {
    let workers = max(called.load(ordering: .relaxed), 1)
    return count * index / workers..<count * (index + 1) / workers
  }

  /// A worker calls it last of all, when what it leaves behind may be read.
  func comeHome() {
    if away.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      everyoneHome.signal()
    }
  }
}
