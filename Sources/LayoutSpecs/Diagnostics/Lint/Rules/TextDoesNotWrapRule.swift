/// A horizontal stack measures its children in an unbounded width. A text stays on one line there, unless it shrinks.
enum TextDoesNotWrapRule: LintRule {
  static let name = LintRuleName.textDoesNotWrap

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.kind(element) == .stack, let stack = subject.stack(element),
      let overflow = subject.overflow(of: stack),
      let (text, child) = culprit(of: overflow.line, in: stack, subject), let size = subject.frame(text)?.size
    else { return [] }
    let holder = child == text ? "it" : "\(subject.the(child)) that holds it"
    return [
      finding(
        text, others: child == text ? [element] : [child, element],
        reason:
          "\(subject.opening(text)) stays on one line of \(pointsText(size.width)), because \(holder) may not shrink: the children of \(subject.the(element)) take \(lengthText(overflow.line.length)) of its \(pointsText(stack.maxLength)), and none of them shrinks.",
        fix: "Set flexShrink 1 on \(subject.the(child)); then the text wraps in what the others leave.")
    ]
  }

  /// The longest text on one line that could wrap, and the child of the stack that it lies in; nil where there is none.
  static func culprit(
    of line: LintedStack.Line, in stack: LintedStack, _ subject: LintSubject
  ) -> (text: ElementID, child: ElementID)? {
    guard stack.axis == .horizontal, stack.parameters.flexWrap == .noWrap else { return nil }
    var longest: (text: LongestText, child: ElementID)?
    for child in line.children {
      guard let text = subject.longestText(in: child), text.length > longest?.text.length ?? 0 else {
        continue
      }
      longest = (text, child)
    }
    return longest.map { ($0.text.text, $0.child) }
  }

  /// How long the text is, where it stands on one line, has more than one word, and no width that its style
  /// asks for; nil for all others.
  static func lengthOfLine(_ id: ElementID, _ subject: LintSubject) -> Double? {
    guard subject.kind(id) == .text else { return nil }
    let style = subject.style(id)
    guard style.width == .auto, style.minWidth == .auto, let size = subject.frame(id)?.size,
      case .text(let text) = subject.tree.content(of: id), text.string.unicodeScalars.contains(" ")
    else { return nil }
    let length = Double(text.string.unicodeScalars.count) * text.advance
    return size.width >= length ? length : nil
  }
}
