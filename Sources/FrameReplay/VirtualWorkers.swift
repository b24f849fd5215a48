import Dispatch
import Foundation
import LayoutSpecs

/// A queue whose workers take time that does not pass: each is a thread, one thread runs at a time, and a worker that has
/// something to do sleeps until the clock of the replay has come so far.
///
/// So a replay has one order of events, whatever the machine does.
final class VirtualWorkers: LayoutQueue, @unchecked Sendable {
  // SAFETY: one thread runs at a time. The semaphores hand all state from one to the next.

  private final class Sleeper {
    let wake: Double
    let semaphore = DispatchSemaphore(value: 0)
    /// Nil for a thread that sleeps; the work of one that is to begin.
    let work: (@Sendable () -> Void)?

    init(wake: Double, work: (@Sendable () -> Void)?) { (self.wake, self.work) = (wake, work) }
  }

  /// In nanoseconds.
  private(set) var now = 0.0
  /// The time that workers have been busy, in nanoseconds.
  private(set) var busy = 0.0
  /// True while a worker runs, and not the main thread.
  private(set) var isWorker = false
  private var sleepers: [Sleeper] = []
  private let main = DispatchSemaphore(value: 0)

  func enqueue(_ work: @escaping @Sendable () -> Void) { sleepers.append(Sleeper(wake: now, work: work)) }

  /// Lets workers run until a time; infinite: until none has anything to do.
  func run(until time: Double) {
    // The first of those that wake at the same time.
    while let next = sleepers.indices.min(by: { sleepers[$0].wake < sleepers[$1].wake }),
      sleepers[next].wake <= time
    {
      let sleeper = sleepers.remove(at: next)
      now = max(now, sleeper.wake)
      isWorker = true
      if let work = sleeper.work {
        Thread.detachNewThread { [self] in
          work()
          main.signal()
        }
      } else {
        sleeper.semaphore.signal()
      }
      main.wait()
      isWorker = false
    }
    if time < .infinity { now = max(now, time) }
  }

  /// Lets the time of a worker's work pass. Called by a worker.
  func work(for duration: Double) {
    busy += duration
    let sleeper = Sleeper(wake: now + duration, work: nil)
    sleepers.append(sleeper)
    main.signal()
    sleeper.semaphore.wait()
  }
}
