/// The amount that a job of `BenchmarkWorkload.measure` processes, to be shown as a rate.
public enum BenchmarkThroughput: Hashable, Sendable {
  /// The number of elements for each unit of the size, such as messages or rows: times are then per element, and not
  /// per job.
  case elements(perSize: Int)
  /// The number of bytes for each unit of the size.
  case bytes(perSize: Int)
}
