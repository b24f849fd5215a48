/// A ratio spec takes its size from a bounded width or height. Without either it does nothing.
enum RatioWithoutBoundsRule: LintRule {
  static let name = LintRuleName.ratioWithoutBounds

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard case .ratio(let ratio) = subject.tree.content(of: element),
      let range = subject.decisiveRange(element), !range.max.width.isValidLength,
      !range.max.height.isValidLength
    else { return [] }
    return [
      finding(
        element,
        reason:
          "\(subject.opening(element)) asks for a height of \(lengthText(ratio)) times the width, but neither its width nor its height is bounded here, so the ratio has no effect.",
        fix: "Give \(subject.the(element)) a width or a height, or a maxWidth or a maxHeight.")
    ]
  }
}
