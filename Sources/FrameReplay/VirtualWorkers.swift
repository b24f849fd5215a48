import Dispatch
import Foundation
import LayoutSpecs

/// A queue whose workers take time that does not pass: each is a thread, one thread runs at a time, and a worker that has
/// something to do sleeps until the clock of the replay has come so far.
///
/// So a replay has one order of events, whatever the machine does.
final class VirtualWorkers: LayoutQueue, @unchecked Sendable {
  // SAFETY: one thread runs at a time. The semaphores hand all state from one to the next.

  private final class Worker: @unchecked Sendable {
    /// When the worker goes on, or begins, in nanoseconds.
    var wake = 0.0
    /// The work to begin; nil while the worker does some, and at its end.
    var work: (@Sendable () -> Void)?
    var hasThread = false
    let semaphore = DispatchSemaphore(value: 0)
  }

  /// In nanoseconds.
  private(set) var now = 0.0
  /// The time that workers have been busy, in nanoseconds.
  private(set) var busy = 0.0
  /// The worker that runs, and not the main thread.
  private var current: Worker?
  private var sleeping: [Worker] = []
  /// Those that have done their work. Their threads wait for more: to begin one takes longer than most work.
  private var idle: [Worker] = []
  private let main = DispatchSemaphore(value: 0)

  /// True while a worker runs, and not the main thread.
  var isWorker: Bool { current != nil }

  func enqueue(_ work: @escaping @Sendable () -> Void) {
    let worker = idle.popLast() ?? Worker()
    worker.work = work
    sleep(worker, until: now)
  }

  private func sleep(_ worker: Worker, until time: Double) {
    worker.wake = time
    sleeping.append(worker)
  }

  /// Lets workers run until a time; infinite: until none has anything to do.
  func run(until time: Double) {
    // The first of those that wake at the same time.
    while let next = sleeping.indices.min(by: { sleeping[$0].wake < sleeping[$1].wake }),
      sleeping[next].wake <= time
    {
      let worker = sleeping.remove(at: next)
      now = max(now, worker.wake)
      current = worker
      if worker.hasThread { worker.semaphore.signal() } else { begin(worker) }
      main.wait()
      current = nil
    }
    if time < .infinity { now = max(now, time) }
  }

  private func begin(_ worker: Worker) {
    worker.hasThread = true
    Thread.detachNewThread { [self] in
      while let work = worker.work {
        worker.work = nil
        work()
        idle.append(worker)
        main.signal()
        worker.semaphore.wait()
      }
    }
  }

  /// Lets the time of a worker's work pass. Called by a worker.
  func work(for duration: Double) {
    guard let current else { return }
    busy += duration
    sleep(current, until: now + duration)
    main.signal()
    current.semaphore.wait()
  }

  /// Ends the threads of the workers that have nothing to do.
  func end() {
    for worker in idle { worker.semaphore.signal() }
    idle = []
  }
}
