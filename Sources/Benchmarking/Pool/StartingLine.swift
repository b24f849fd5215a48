import Dispatch
import Foundation
import Synchronization

/// The meeting point of a pool's workers: they start together, take jobs from one
/// counter, and report back.
///
/// Semaphores put threads to sleep. The atomics order memory: a thread sees what earlier ones wrote before.
final class StartingLine: Sendable {
  private let clock: any MonotonicClock

  /// Workers that the current command addresses.
  private let called = Atomic<Int>(0)
  private let arrived = Atomic<Int>(0)
  private let releasedBatch = Atomic<UInt64>(0)
  private let releaseTime = Atomic<UInt64>(0)
  private let away = Atomic<Int>(0)
  /// The jobs of the present batch.
  let jobs = JobCounter()
  private let everyoneHome = DispatchSemaphore(value: 0)

  init(clock: any MonotonicClock) {
    self.clock = clock
  }

  // MARK: The pool's side

  /// Prepares for a command to `workerCount` workers. All of them MUST be parked.
  func reset(workerCount: Int) {
    called.store(workerCount, ordering: .relaxed)
    arrived.store(0, ordering: .relaxed)
    jobs.reset(workerCount: workerCount)
    away.store(workerCount, ordering: .releasing)
  }

  /// Waits until all workers of the command have come home.
  func waitForEveryone() {
    everyoneHome.wait()
    // Reads back the last worker's store for its memory ordering.
    precondition(away.load(ordering: .acquiring) == 0)
  }

  // MARK: A worker's side

  /// Waits until all workers of the batch have arrived, and returns the moment of their release.
  ///
  /// The last to arrive releases the others. Those spin, since waking a thread takes longer than many a job,
  /// and yield after a while, since there may be more workers than cores.
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

  /// Reports a worker's return. It MUST be the worker's last call: from then on its results may be read.
  func comeHome() {
    if away.wrappingSubtract(1, ordering: .acquiringAndReleasing).newValue == 0 {
      everyoneHome.signal()
    }
  }
}
