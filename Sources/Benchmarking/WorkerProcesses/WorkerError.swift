/// An error of a worker process, as a sentence.
package struct WorkerError: Error, Hashable, Sendable, CustomStringConvertible {
  package var description: String
  /// True if it does not support the cell, which is no mistake. Default false.
  var isRefusal: Bool
  /// True if its revision has no such workload or subject, which one of two may lack. Default false.
  var isUnknown: Bool
  /// Advice for the user about a refusal; nil, the default, for none.
  var remedy: String?
  /// True if the process has ended, or its answers cannot be trusted; the description is then the end of a sentence about
  /// it. Default false.
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

  /// Returns the workload or the subject of a cell that a revision does not have yet, or no longer; nil if the
  /// error has another reason.
  ///
  /// Revisions from before the mark say it in the same words since there are workers, and it is they that lack
  /// what is new.
  func missing(of cell: Cell) -> String? {
    let hasNoSubject = description.hasPrefix("this revision has no subject ")
    if hasNoSubject || isUnknown && description.hasPrefix("it has no subject ") {
      return "subject \(cell.id.subject)"
    }
    guard case .workload(let workload) = cell.source,
      isUnknown || description.hasPrefix("there is no workload ")
    else {
      return nil
    }
    return "workload \(workload)"
  }
}
