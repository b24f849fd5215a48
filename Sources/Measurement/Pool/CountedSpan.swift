/// Counts what is allocated from its beginning to its end, on one thread while no other allocates.
struct CountedSpan {
  private let counter: any AllocationCounter
  private let bytesBefore: UInt64?
  private let countBefore: UInt64?

  /// It begins. What the thread's cache held before is not in it.
  init(_ counter: any AllocationCounter) {
    self.counter = counter
    counter.flushThreadCache()
    countBefore = counter.processAllocationCount()
    bytesBefore = counter.threadAllocatedBytes()
  }

  /// It ends, on the thread that it began on; nil for what cannot be counted.
  func end() -> (bytes: UInt64?, count: UInt64?) {
    let bytes = counter.threadAllocatedBytes()
    counter.flushThreadCache()
    let count = counter.processAllocationCount()
    return (
      bytesBefore.flatMap { before in bytes.map { $0 - before } },
      countBefore.flatMap { before in count.map { $0 - before } }
    )
  }
}
