/// Counts what one thread allocates from the span's beginning to its end.
struct CountedSpan {
  private let counter: any AllocationCounter
  private let bytesBefore: UInt64?
  private let countBefore: UInt64?

  /// It begins, on a thread on which an empty one went before: what reading the counters for the first time allocates is not the jobs'.
  static func begin(_ counter: any AllocationCounter) -> CountedSpan {
    _ = CountedSpan(counter).end()
    return CountedSpan(counter)
  }

  private init(_ counter: any AllocationCounter) {
    self.counter = counter
    countBefore = counter.threadAllocationCount()
    bytesBefore = counter.threadAllocatedBytes()
  }

  /// It ends, on the thread that it began on; nil for what cannot be counted.
  func end() -> (bytes: UInt64?, count: UInt64?) {
    let bytes = counter.threadAllocatedBytes()
    let count = counter.threadAllocationCount()
    return (
      bytesBefore.flatMap { before in bytes.map { $0 - before } },
      countBefore.flatMap { before in count.map { $0 - before } }
    )
  }
}
