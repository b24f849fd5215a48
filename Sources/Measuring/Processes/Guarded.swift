import Foundation

/// A value behind a lock. The thread that holds it must not take it again.
///
/// Swift's `Mutex` needs macOS 15, and the thread sanitizer does not know it on Linux.
package final class Guarded<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result, Failure>(
    _ body: (inout Value) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}
