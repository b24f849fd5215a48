internal import Foundation

/// Runs `body` on a thread with a stack of 512 KiB, as Dispatch's threads have, and waits for its end. Twice as
/// much under a sanitizer, whose code takes more.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  onStack(kibibytes: Sanitizer.isOn ? 1024 : 512, body)
}

/// Runs `body` on a thread with a stack of this size, and waits for its end.
package func onStack<Result: Sendable>(
  kibibytes: Int, _ body: @escaping @Sendable () -> Result
) -> Result {
  let result = LockedValue<Result?>(nil)
  let ended = DispatchSemaphore(value: 0)
  let thread = Thread {
    let value = body()
    result.withLock { $0 = value }
    ended.signal()
  }
  thread.stackSize = kibibytes << 10
  thread.start()
  ended.wait()
  return result.withLock { $0! }
}
