/// An error of a worker process, as a sentence.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  /// True if the worker does not support the cell, which is no mistake. Default false.
  var isRefusal: Bool
  /// True if the worker's revision lacks the workload or subject, as one of two may. Default false.
  var isUnknown: Bool
  /// Advice for the user about a refusal; nil, the default, for none.
  var remedy: String?
  /// True if the process has ended, or its answers cannot be trusted; the description is then the end of a sentence about
  /// the process. Default false.
  var isLost: Bool

  package init(
    _ description: String, isRefusal: Bool = false, isUnknown: Bool = false, remedy: String? = nil,
    isLost: Bool = false
  ) {
    self.description = description
    self.isRefusal = isRefusal
    self.isUnknown = isUnknown
    self.remedy = remedy
    self.isLost = isLost
  }

  /// The error as a sentence of its own.
  var sentence: String { isLost ? "The worker process \(description)." : description }
}
