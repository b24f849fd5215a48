/// Counts the allocations of all threads between two moments.
struct CountedSpan {
  private let counter: any AllocationCounter
  private let bytesBefore: UInt64?
  private let countBefore: UInt64?

  /// Starts counting, after an empty span that absorbs the allocations of the counters' own first reading.
  static func begin(_ counter: any AllocationCounter) -> CountedSpan {
    _ = CountedSpan(counter).end()
    return CountedSpan(counter)
  }

  private init(_ counter: any AllocationCounter) {
    self.counter = counter
    countBefore = counter.allocationCount()
    bytesBefore = counter.allocatedBytes()
  }

  /// Stops counting; a count is nil if it is unsupported or ran backwards.
  func end() -> (bytes: UInt64?, count: UInt64?) {
    let bytes = counter.allocatedBytes()
    let count = counter.allocationCount()
    return (increase(from: bytesBefore, to: bytes), increase(from: countBefore, to: count))
  }
}
