import LayoutSpecs
import LayoutTestSupport

/// A queue that is drained by hand, on the thread that does so.
final class ManualQueue: LayoutQueue {
  private let jobs = LockedValue<[@Sendable () -> Void]>([])

  init() {}

  func enqueue(_ work: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(work) } }

  /// The number of jobs that wait.
  var count: Int { jobs.withLock { $0.count } }

  /// Runs the job that waits longest. Returns false if there is none.
  @discardableResult
  func runNext() -> Bool {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    job()
    return true
  }
}
