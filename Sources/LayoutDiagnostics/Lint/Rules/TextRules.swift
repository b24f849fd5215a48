// Texts that stay on one line, are wider than what is around them, or are truncated; and missing baselines.

import LayoutSpecs

extension Linter {
  /// A horizontal stack measures its children in an unbounded width. A text stays on one line there, unless
  /// it shrinks.
  func checkTextDoesNotWrap(_ element: ElementID) {
    guard let stack = stack(element), let (line, _) = stack.overflow,
      let (text, child) = textThatDoesNotWrap(on: line, of: stack), let width = frame(text)?.size.width
    else { return }
    report(
      .textDoesNotWrap, text, others: child == text ? [element] : [child, element],
      "\(opening(text)) stays on one line of \(pointsText(width)), because \(child == text ? "it" : "\(the(child)) that holds it") may not shrink: the children of \(the(element)) take \(lengthText(line.length)) of its \(pointsText(stack.maxLength)), and none of them shrinks.",
      fix: "Set flexShrink 1 on \(the(child)); then the text wraps in what the others leave.")
  }

  /// The longest text on one line that could wrap, and the stack's child that it lies in; nil if there is
  /// none.
  func textThatDoesNotWrap(
    on line: LintedStack.Line, of stack: LintedStack
  ) -> (text: ElementID, child: ElementID)? {
    guard stack.axis == .horizontal, stack.parameters.flexWrap == .noWrap else { return nil }
    var longest: (text: ElementID, length: Double, child: ElementID)?
    for child in line.children {
      guard let (text, length) = longestTexts[child.index], length > longest?.length ?? 0 else { continue }
      longest = (text, length, child)
    }
    return longest.map { ($0.text, $0.child) }
  }

  /// The length of a text that stands on one line, has more than one word, and asks for no width; nil for all
  /// others.
  func lengthOfLine(_ id: ElementID) -> Double? {
    guard kind(id) == .text, let size = frame(id)?.size else { return nil }
    let style = style(id)
    guard style.width == .auto, style.minWidth == .auto else { return nil }
    let length: Double
    switch tree.content(of: id) {
    case .text(let text):
      guard text.string.unicodeScalars.contains(" ") else { return nil }
      length = Double(text.string.unicodeScalars.count) * text.advance
    case .paragraph(let paragraph):
      let extent = paragraph.extent(maxWidth: size.width)
      guard paragraph.text.string.unicodeScalars.contains(" "), extent.lineCount == 1, !extent.isTruncated
      else {
        return nil
      }
      length = paragraph.prepared.naturalWidth
    default: return nil
    }
    return size.width >= length ? length : nil
  }

  /// A text that may not shrink keeps its width, also if what may shrink beside it has nothing left to give.
  func checkTextWiderThanParent(_ element: ElementID) {
    guard kind(element) == .text, let child = stackChildren[element.index], let parent = parent(of: child),
      // A line on which nothing may shrink has rules of its own.
      let stack = stack(parent), stack.axis == .horizontal, stack.overflow == nil,
      style(child).flexShrink == 0,
      let width = frame(element)?.size.width, let room = frame(parent)?.size.width,
      width - room >= tree.roundingTolerance
    else { return }
    let shrinking = stack.line(of: child)?.children.first { style($0).flexShrink > 0 }
    let others = shrinking.map { "; \(the($0)) shrinks there, and has nothing more to give" } ?? ""
    report(
      .textWiderThanParent, element,
      others: (child == element ? [] : [child]) + [parent] + [shrinking].compactMap { $0 },
      "\(opening(element)) is \(pointsText(width)) wide, \(lengthText(width - room)) more than \(the(parent)) around it, because \(child == element ? "it" : "\(the(child)) that holds it") may not shrink\(others).",
      fix: "Set flexShrink 1 on \(the(child)); then the text wraps in what the others leave.")
  }

  /// A text is not whole if it has more lines than it may have, or than its frame is high for.
  func checkTextTruncated(_ element: ElementID) {
    guard kind(element) == .text, let size = frame(element)?.size, size.width > 0, size.height > 0 else {
      return
    }
    if case .paragraph(let paragraph) = tree.content(of: element),
      paragraph.extent(maxWidth: size.width).isTruncated
    {
      reportLimit(element, paragraph, size.width)
      return
    }
    guard let content = recorded.lastQuestion(to: element)?.contentSize.height,
      content - size.height >= tree.roundingTolerance,
      // Those in an overlay have a rule of their own.
      secondElements[element.index].flatMap({ overhangs[$0.index] }) == nil,
      let lines = recorded.layout.textLines(of: element), let last = lines.last
    else { return }
    let whole = lines.count { $0.frame.maxY - size.height < violationEpsilon }
    let height = pointsText(last.frame.maxY)
    let cut = lines.count == 1 ? "its line is \(height) high" : "its \(lines.count) lines are \(height) high"
    let limit =
      whole == 0
      ? "" : ", or set maximumLineCount \(whole), which ends what there is room for in an ellipsis"
    report(
      .textTruncated, element,
      "\(opening(element)) is cut off: \(cut), and its frame \(lengthText(size.height)).",
      fix: "Give it a height of \(lengthText(last.frame.maxY)) or more\(limit).")
  }

  private func reportLimit(_ element: ElementID, _ paragraph: Paragraph, _ width: Double) {
    let most = paragraph.style.maximumLineCount
    var style = paragraph.style
    style.maximumLineCount = 0
    let needed = paragraph.with(style).extent(maxWidth: width).lineCount
    let rest = paragraph.text(after: paragraph.contents(of: paragraph.lines(in: width)))
    report(
      .textTruncated, element,
      "\(opening(element)) is truncated: it takes \(needed) lines of \(pointsText(width)), and its maximumLineCount is \(most); \(quoted(shortened(rest, to: 40))) is left out.",
      fix: "Set maximumLineCount \(needed), give it more width, or shorten the text.")
  }

  // MARK: - Baselines

  /// A stack aligns by the baselines that its children report. If they are all 0, it aligns their tops or bottoms.
  func checkStackWithoutBaselines(_ element: ElementID) {
    guard let stack = tree.stackParameters(of: element), stack.direction == .horizontal, frame(element) != nil
    else { return }
    let isFirst = stack.resolvedAlignItems == .baselineFirst
    guard isFirst || stack.resolvedAlignItems == .baselineLast else { return }
    let children = tree.children(of: element).filter { style($0).alignSelf == .auto }
    guard children.count > 1, !children.contains(where: { hasBaseline($0, isFirst: isFirst) }) else { return }
    let (name, property, edge) =
      isFirst ? ("first", "ascender", "tops") : ("last", "descender", "bottoms")
    report(
      .stackWithoutBaselines, element,
      "\(opening(element)) aligns its children by their \(name) baselines, and none of the \(children.count) has one (their \(property) is 0), so that their \(edge) are aligned.",
      fix:
        "Give their texts metrics with baselines, or set \(property) in their styles; or set alignItems \(isFirst ? "start" : "end"), which says what happens."
    )
  }

  /// Returns true if the element reports a baseline to a stack around it. A vertical stack hands on that of its first
  /// or last child.
  private func hasBaseline(_ element: ElementID, isFirst: Bool) -> Bool {
    var id = element
    while let stack = tree.stackParameters(of: id), stack.direction == .vertical {
      let children = Array(tree.children(of: id))
      guard let child = isFirst ? children.first : children.last else { break }
      id = child
    }
    let style = style(id)
    if style.ascender != 0 || style.descender != 0 {
      return (isFirst ? style.ascender : style.descender) != 0
    }
    guard case .paragraph(let paragraph) = tree.content(of: id) else { return false }
    return (isFirst ? paragraph.ascender : paragraph.descender) != 0
  }
}
