/// The reason why a run ended.
package enum RunEnding: String, Hashable, Sendable, Codable {
  /// Every round is finished.
  case complete
  /// The budget was used up before everything was measured.
  case budget
  case interrupted
  /// In merged runs: parts are missing or have not ended. In comparisons: it goes on, or was killed.
  case incomplete
}

/// The outcome of a run.
package struct RunOutcome: Hashable, Sendable {
  /// One outcome per cell of the plan, in the plan's order.
  package var cells: [CellOutcome]
  package var ending: RunEnding
  package let elapsedNanoseconds: UInt64
}

/// A circumstance that makes results less reliable than they look, and what can be done about it.
package struct Warning: Hashable, Sendable, Codable {
  /// The problem, as a sentence.
  package var cause: String
  /// The remedy, as a sentence; empty if nothing can be done.
  var nextStep: String

  package init(cause: String, nextStep: String) {
    self.cause = cause
    self.nextStep = nextStep
  }
}

extension Warning: CustomStringConvertible {
  package var description: String { nextStep.isEmpty ? cause : "\(cause) \(nextStep)" }
}
