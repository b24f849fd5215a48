internal import LayoutSpecs

/// A queue that is drained by hand, on the draining thread.
package final class ManualQueue: LayoutQueue {
  private let jobs = LockedValue<[@Sendable () -> Void]>([])

  package init() {}

  package func enqueue(_ work: @escaping @Sendable () -> Void) { jobs.withLock { $0.append(work) } }

  package var count: Int { jobs.withLock { $0.count } }

  /// Runs the job that waits longest. Returns false if there is none.
  @discardableResult
  package func runNext() -> Bool {
    guard let job = jobs.withLock({ $0.isEmpty ? nil : $0.removeFirst() }) else { return false }
    job()
    return true
  }
}
