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

  /// Stops counting, on the thread on which it began; nil for what is unsupported.
  func end() -> (bytes: UInt64?, count: UInt64?) {
    let bytes = counter.threadAllocatedBytes()
    let count = counter.threadAllocationCount()
    return (
      bytesBefore.flatMap { before in bytes.map { $0 - before } },
      countBefore.flatMap { before in count.map { $0 - before } }
    )
  }
}
