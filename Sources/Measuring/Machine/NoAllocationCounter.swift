/// The counter of a program whose allocator does not support counting.
package struct NoAllocationCounter: AllocationCounter {
  package init() {}
  package var allocatorName: String? { nil }
  package func allocatedBytes() -> UInt64? { nil }
  package func allocationCount() -> UInt64? { nil }
}
