/// The amount that a job of `BenchmarkWorkload.measure` goes through, to be shown as a rate.
public enum BenchmarkThroughput: Hashable, Sendable {
  /// So many elements for each unit of the size, as messages or rows: times are then those of an element, and not of
  /// the job.
  case elements(perSize: Int)
  /// So many bytes for each unit of the size.
  case bytes(perSize: Int)
}
