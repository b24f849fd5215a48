internal import CSystemCalls

/// A number that any thread reads and changes, and by which threads learn nothing else of each other: a lock would hide races
/// from the thread sanitizer. Swift's own atomics need macOS 15.
package final class RelaxedNumber: @unchecked Sendable {
  private let memory = UnsafeMutablePointer<Int>.allocate(capacity: 1)

  package init(_ value: Int = 0) { memory.initialize(to: value) }

  deinit { memory.deallocate() }

  package var value: Int { atomic_relaxed_value(memory) }

  /// Adds to the number, which goes on with the smallest one after the largest, and returns what it is then.
  @discardableResult
  package func add(_ more: Int) -> Int { atomic_relaxed_add(memory, more) &+ more }
}
