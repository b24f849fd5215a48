/// A ratio spec takes its size from a bounded width or height. Without either it does nothing.
enum RatioWithoutBoundsRule: LintRule {
  static let name = LintRuleName.ratioWithoutBounds

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard case .ratio(let ratio) = subject.tree.content(of: element),
      let range = decisiveRange(of: element, subject), !range.max.width.isValidLength,
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

  /// The range that gave the size. In a stack that is the one it was measured in first, unless it flexed: stretched later, its
  /// length stays what it was.
  private static func decisiveRange(of element: ElementID, _ subject: LintSubject) -> SizeRange? {
    guard let parent = subject.parent(of: element), let stack = subject.stackParameters(parent),
      let first = subject.firstLayout(element), let size = subject.frame(element)?.size,
      let parentSize = subject.parentSize(element)
    else { return subject.range(element) }
    let axis = LintAxis(stack.direction)
    guard axis.length(first.size) == axis.length(size) else { return subject.range(element) }
    return first.range.intersect(subject.style(element).sizeRange(parentSize: parentSize))
  }
}
