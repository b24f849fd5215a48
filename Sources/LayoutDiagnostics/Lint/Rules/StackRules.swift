// What a stack does along its axis: wraps, grows its children, keeps texts on one line.

import LayoutSpecs

/// A stack wraps if a child would exceed its maximum. Without a maximum it never does.
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
          "Give \(subject.the(element)) a \(axis.key(.maximum)) or a \(axis.name)\(shrinking(element, axis, subject))."
      )
    ]
  }

  /// Another way to bound the child of a stack along the same axis.
  private static func shrinking(_ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject) -> String {
    guard let parent = subject.parent(of: element), let around = subject.stack(parent), around.axis == axis,
      around.maxLength < .infinity
    else { return "" }
    return ", or set flexShrink 1 on it, so that \(subject.the(parent)) bounds it"
  }
}

/// A stack grows its children up to its own minimum, and no further. If that is 0 nothing grows, however much
/// room there is.
enum DoesNotGrowRule: LintRule {
  static let name = LintRuleName.doesNotGrow

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.kind(element) == .stack, let stack = subject.stack(element),
      stack.maxLength < .infinity, stack.minLength < stack.maxLength
    else { return [] }
    // The longest line says how long the stack is; shorter ones have the room beside it as well.
    guard let longest = stack.lines.max(by: { $0.length < $1.length }),
      stack.maxLength - longest.length >= violationEpsilon,
      let line = stack.lines.first(where: { $0.flexGrow > 0 }),
      line.length >= stack.minLength - violationEpsilon,
      let child = line.children.first(where: { subject.style($0).flexGrow > 0 })
    else { return [] }
    let axis = stack.axis
    let growing = line.children.filter { subject.style($0).flexGrow > 0 }
    let factor = shortText(subject.style(child).flexGrow)
    return [
      finding(
        child, others: [element] + growing.dropFirst(),
        reason:
          "\(subject.opening(child)) has flexGrow \(factor) and does not grow, though \(subject.the(element)) is \(pointsText(longest.length)) \(axis.adjective) and \(lengthText(stack.maxLength)) are to be had: a stack grows its children up to its minimum \(axis.name), which is \(lengthText(stack.minLength)) here, and not up to its maximum.",
        fix: fix(for: stack, subject))
    ]
  }

  private static func fix(for stack: LintedStack, _ subject: LintSubject) -> String {
    let axis = stack.axis
    let name = subject.the(stack.id)
    guard let parent = subject.parent(of: stack.id) else {
      return
        "Lay \(name) out in a range whose smallest \(axis.name) is its largest, \(lengthText(stack.maxLength)), or set \(axis.key(.minimum)) on it."
    }
    if let outer = subject.stackParameters(parent), LayoutAxis(outer.direction) != axis,
      outer.resolvedAlignItems != .stretch, let range = subject.range(parent),
      axis.length(range.min) == axis.length(range.max)
    {
      return
        "Set alignSelf stretch on \(name), which makes it as \(axis.adjective) as \(subject.the(parent))."
    }
    let parentLength = subject.parentLength(of: stack.id, axis).points
    let all = parentLength > 0 && parentLength.isFinite ? "\"100%\"" : lengthText(stack.maxLength)
    return "Set \(axis.key(.minimum)) \(all) on \(name), so that it fills what it may have."
  }
}

/// A horizontal stack measures its children in an unbounded width. A text stays on one line there, unless it
/// shrinks.
enum TextDoesNotWrapRule: LintRule {
  static let name = LintRuleName.textDoesNotWrap

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard subject.kind(element) == .stack, let stack = subject.stack(element),
      let overflow = stack.overflow,
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

  /// The longest text on one line that could wrap, and the stack's child that it lies in; nil if there is
  /// none.
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

  /// The length of a text that stands on one line, has more than one word, and asks for no width; nil for all
  /// others.
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
