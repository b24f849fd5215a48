/// A stack wraps where a child would exceed its maximum. Where there is no maximum it never does.
enum WrapInUnboundedMainAxisRule: LintRule {
  static let name = LintRuleName.wrapInUnboundedMainAxis

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let parameters = subject.stackParameters(element), parameters.flexWrap == .wrap,
      let stack = subject.stack(element), let range = subject.decisiveRange(element),
      stack.axis.length(range.max) == .infinity, let line = stack.lines.first,
      line.children.count > 1
    else { return [] }
    let axis = stack.axis
    return [
      finding(
        element,
        reason:
          "\(subject.opening(element)) has flexWrap wrap, but its \(axis.name) is not bounded here, so its \(line.children.count) children stay on one line, \(pointsText(line.length)) \(axis.adjective).",
        fix:
          "Give \(subject.the(element)) a \(axis.maxName) or a \(axis.name)\(shrinking(element, axis, subject))."
      )
    ]
  }

  /// What else bounds the child of a stack along the same axis.
  private static func shrinking(_ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject) -> String {
    guard let parent = subject.parent(of: element), let around = subject.stack(parent), around.axis == axis,
      around.maxLength < .infinity
    else { return "" }
    return ", or set flexShrink 1 on it, so that \(subject.the(parent)) bounds it"
  }
}
