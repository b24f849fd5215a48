internal import Foundation

/// A value behind a lock that the thread sanitizer knows. Where threads wait for a `Mutex` on Linux, it takes what the lock
/// guards for a race.
package final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Runs `body` on a thread with a stack of 512 KiB, as Dispatch's threads have, and waits for its end. Twice as
/// much under a sanitizer, whose code takes more.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  onStack(kibibytes: Sanitizer.isOn ? 1024 : 512, body)
}

/// Runs `body` on a thread with a stack of this size, and waits for its end.
package func onStack<Result: Sendable>(kibibytes: Int, _ body: @escaping @Sendable () -> Result) -> Result {
  let result = LockedValue<Result?>(nil)
  let ended = DispatchSemaphore(value: 0)
  // The caller holds the body until the thread has let it go: the small stack has no room to free what it holds, which may be
  // thousands of levels deep, and a thread's object may live longer than this call.
  let work = LockedValue<(@Sendable () -> Result)?>(body)
  let thread = Thread {
    do {
      let value = work.withLock { $0 }?()
      result.withLock { $0 = value }
    }
    work.withLock { $0 = nil }
    ended.signal()
  }
  thread.stackSize = kibibytes << 10
  thread.start()
  ended.wait()
  return withExtendedLifetime(body) { result.withLock { $0! } }
}
