/// Counts what is allocated, so that counting can be plugged in where an allocator can tell.
///
/// Counting slows what it counts: a batch is counted or timed, never both. nil from a reading means "not
/// supported" and becomes an empty field. Any thread may call any of these.
package protocol AllocationCounter: Sendable {
  /// The allocator and its version, as `jemalloc 5.3.0`; nil if nothing is known of it.
  var allocatorName: String? { get }

  /// Bytes that the calling thread has allocated since it began. Exact.
  func threadAllocatedBytes() -> UInt64?

  /// Allocations that the calling thread has made since it asked for the first time. Exact: no other thread's are in
  /// it, whatever they do meanwhile.
  func threadAllocationCount() -> UInt64?
}

/// The counter of a program whose allocator cannot tell: nothing is measured.
package struct NoAllocationCounter: AllocationCounter {
  package init() {}
  package var allocatorName: String? { nil }
  package func threadAllocatedBytes() -> UInt64? { nil }
  package func threadAllocationCount() -> UInt64? { nil }
}
