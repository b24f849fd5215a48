/// Something that makes results worth less than they look, and what can be done about it.
public struct Warning: Hashable, Sendable, Codable {
  /// What is wrong, as a sentence.
  public var cause: String
  /// What to do about it, as a sentence; empty if nothing can be done.
  public var nextStep: String

  public init(cause: String, nextStep: String) {
    self.cause = cause
    self.nextStep = nextStep
  }
}

extension Warning: CustomStringConvertible {
  public var description: String { nextStep.isEmpty ? cause : "\(cause) \(nextStep)" }
}
