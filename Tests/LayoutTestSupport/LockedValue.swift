internal import Foundation

/// A value behind a lock that the thread sanitizer knows. Where threads wait for a `Mutex` on Linux, it takes what the lock
/// guards for a race.
package final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) {
    self.value = value
  }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
