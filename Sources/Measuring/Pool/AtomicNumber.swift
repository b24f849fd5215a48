import CSystemCalls

/// A number that any thread reads and changes without a lock. A thread that reads a value sees what the thread that wrote it
/// did before, unless a method is called relaxed.
///
/// It has memory of its own, two lines of a processor's cache: threads that change one number do not slow down those that
/// read another.
package struct AtomicNumber: ~Copyable, @unchecked Sendable {
  private let memory: UnsafeMutablePointer<Int>

  package init(_ value: Int = 0) {
    memory = UnsafeMutableRawPointer.allocate(byteCount: 128, alignment: 128)
      .initializeMemory(as: Int.self, repeating: value, count: 1)
  }

  deinit { memory.deallocate() }

  package var value: Int {
    get { atomic_value(memory) }
    nonmutating set { atomic_set(memory, newValue) }
  }

  var relaxedValue: Int { atomic_relaxed_value(memory) }

  /// Adds to the number, and returns what it was before.
  @discardableResult
  func add(_ more: Int) -> Int { atomic_add(memory, more) }

  /// Adds to the number, and returns what it was before. Nothing is known of what other threads did before.
  func relaxedAdd(_ more: Int) -> Int { atomic_relaxed_add(memory, more) }

  /// Sets the number, and returns what it was before.
  func exchange(with value: Int) -> Int { atomic_exchange_value(memory, value) }
}
