import LayoutSpecs

/// A likely mistake in a tree: the element, the reason, and the advice.
///
/// A finding is advice. The tree lays out all the same, by the rules that the finding names.
public struct LintFinding: Hashable, Sendable {
  /// The rule that found the mistake.
  public let rule: LintRuleName
  /// The element with the mistake.
  public let element: ElementID
  /// Other elements that the sentences name: a parent, a stack, a sibling.
  public let otherElements: [ElementID]
  /// The mistake, with the numbers that show it, in one or two sentences.
  public let reason: String
  /// The advice, in one or two sentences.
  public let fix: String
}

extension LintFinding: CustomStringConvertible {
  /// Rule, element, reason and fix, on one line.
  public var description: String { "\(rule.rawValue) (\(element)): \(reason) \(fix)" }
}
