/// Counts allocations, for programs whose allocator supports it.
///
/// Counting slows the program: a batch is counted or timed, never both. A reading of nil means "unsupported"
/// and becomes an empty field. Any thread may call any function.
package protocol AllocationCounter: Sendable {
  /// The allocator and its version, as `jemalloc 5.3.0`; nil if unknown.
  var allocatorName: String? { get }

  /// Returns the bytes that all threads have allocated.
  func allocatedBytes() -> UInt64?

  /// Returns the allocations that all threads have made.
  func allocationCount() -> UInt64?

  /// Returns the bytes that are in use now. Default: nil.
  func usedBytes() -> UInt64?
}

extension AllocationCounter {
  package func usedBytes() -> UInt64? { nil }
}
