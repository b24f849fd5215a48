/// Counts allocations, for programs whose allocator supports it.
///
/// Counting slows what it counts: a batch is counted or timed, never both. A reading of nil means
/// "unsupported" and becomes an empty field. Any thread may call any of these.
package protocol AllocationCounter: Sendable {
  /// The allocator and its version, as `jemalloc 5.3.0`; nil if unknown.
  var allocatorName: String? { get }

  /// Returns the bytes that the calling thread has allocated since it began. Exact.
  func threadAllocatedBytes() -> UInt64?

  /// Returns the allocations that the calling thread has made since its first call. Exact: no other thread's
  /// are included, whatever other threads do meanwhile.
  func threadAllocationCount() -> UInt64?
}

/// The counter of a program whose allocator does not support counting.
package struct NoAllocationCounter: AllocationCounter {
  package init() {}
  package var allocatorName: String? { nil }
  package func threadAllocatedBytes() -> UInt64? { nil }
  package func threadAllocationCount() -> UInt64? { nil }
}

/// Counts the allocations of one thread between two moments.
struct CountedSpan {
  private let counter: any AllocationCounter
  private let bytesBefore: UInt64?
  private let countBefore: UInt64?

  /// Starts counting, after an empty span that absorbs what the counters allocate on their first reading.
  static func begin(_ counter: any AllocationCounter) -> CountedSpan {
    _ = CountedSpan(counter).end()
    return CountedSpan(counter)
  }

  private init(_ counter: any AllocationCounter) {
    self.counter = counter
    countBefore = counter.threadAllocationCount()
    bytesBefore = counter.threadAllocatedBytes()
  }

  /// Stops counting, on the thread on which it began; nil for what is unsupported or ran backwards.
  func end() -> (bytes: UInt64?, count: UInt64?) {
    let bytes = counter.threadAllocatedBytes()
    let count = counter.threadAllocationCount()
    return (increase(from: bytesBefore, to: bytes), increase(from: countBefore, to: count))
  }
}

/// Returns how far a counter has moved; nil if a reading is missing or the counter ran backwards.
func increase(from before: UInt64?, to after: UInt64?) -> UInt64? {
  guard let after, let before, after >= before else { return nil }
  return after - before
}
