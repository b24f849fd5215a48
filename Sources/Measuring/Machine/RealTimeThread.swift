import Foundation

/// A thread that comes before all others of the machine, where the system allows it.
package enum RealTimeThread {
  /// Runs work on a new thread, and waits for it.
  ///
  /// On Linux the thread has the policy `SCHED_FIFO`, which takes root or a limit (`ulimit -r`), and the threads that it
  /// starts have the usual one. Elsewhere it is a usual thread.
  ///
  /// - Parameter work: The work; it is told whether the thread has the policy.
  package static func run<Result: Sendable>(_ work: @escaping @Sendable (Bool) -> Result) -> Result {
    let box = Box<Result>()
    let thread = Thread {
      box.result = work(takeOn())
      box.isDone.signal()
    }
    thread.qualityOfService = .userInteractive
    thread.start()
    box.isDone.wait()
    return box.result!
  }

  private final class Box<Result>: @unchecked Sendable {
    // SAFETY: the semaphore hands the result over.
    var result: Result?
    let isDone = DispatchSemaphore(value: 0)
  }

  private static func takeOn() -> Bool {
    #if os(Linux)
    // SCHED_RESET_ON_FORK, which headers declare for few.
    let resetOnFork: Int32 = 0x4000_0000
    var parameters = sched_param(sched_priority: sched_get_priority_min(SCHED_FIFO))
    return sched_setscheduler(0, SCHED_FIFO | resetOnFork, &parameters) == 0
    #else
    return false
    #endif
  }
}
