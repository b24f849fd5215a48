/// A text that names no workload.
public struct WorkloadError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The text, the mistake in it, and the texts that are allowed.
  public let description: String

  package init(description: String) { self.description = description }
}
