import Foundation
import LayoutTestSupport

/// What the body returns; nil where it has not come to an end after a minute. It runs on a thread of its own,
/// so that one which hangs takes no other test with it.
func outcome<Outcome: Sendable>(of body: @escaping @Sendable () -> Outcome) -> Outcome? {
  let isDone = DispatchSemaphore(value: 0)
  let outcome = LockedValue<Outcome?>(nil)
  Thread.detachNewThread {
    let result = body()
    outcome.withLock { $0 = result }
    isDone.signal()
  }
  return isDone.wait(timeout: .now() + 60) == .success ? outcome.withLock { $0 } : nil
}
