/// A circumstance that makes results less reliable than they look, and a remedy.
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
