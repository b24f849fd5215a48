import Testing

@testable import Benchmarking

@Suite("Counting allocations")
struct AllocationCounterTests {
  /// Its readings, one after the other.
  private final class Scripted: AllocationCounter {
    let allocatorName: String? = nil
    private let bytes: LockedValue<[UInt64?]>
    private let counts: LockedValue<[UInt64?]>

    init(bytes: [UInt64?], counts: [UInt64?]) {
      (self.bytes, self.counts) = (LockedValue(bytes), LockedValue(counts))
    }
    func threadAllocatedBytes() -> UInt64? { bytes.withLock { $0.removeFirst() } }
    func threadAllocationCount() -> UInt64? { counts.withLock { $0.removeFirst() } }
  }

  @Test func `A counter that runs backwards, or that is missing, has no figure`() {
    let backwards = CountedSpan.begin(Scripted(bytes: [5, 5, 5, 4], counts: [1, 1, 1, 3])).end()
    #expect(backwards.bytes == nil && backwards.count == 2)
    let missing = CountedSpan.begin(Scripted(bytes: [5, 5, 5, 9], counts: [nil, nil, nil, 3])).end()
    #expect(missing.bytes == 4 && missing.count == nil)
  }
}
