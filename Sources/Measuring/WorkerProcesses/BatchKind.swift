/// The purpose of a batch.
package enum BatchKind: Hashable, Sendable {
  case times
  /// Allocations, and the peak of memory so far. Its times mean nothing.
  case counts
}
