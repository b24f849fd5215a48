// Texts that stay on one line, are wider than their stack, or are truncated; and missing baselines.

import LayoutSpecs

extension Linter {
  /// A horizontal stack measures its children in an unbounded width. A text stays on one line there, unless
  /// it shrinks.
  func checkTextDoesNotWrap(_ element: ElementID) {
    guard let stack = stack(element), let (line, _) = stack.overflow, line.flexShrink == 0,
      let (text, child) = textThatDoesNotWrap(on: line, of: stack), let width = frame(text)?.size.width
    else { return }
    report(
      .textDoesNotWrap, text, others: child == text ? [element] : [child, element],
      "\(opening(text)) stays on one line of \(pointsText(width)), because \(child == text ? "it" : "\(the(child)) that holds it") may not shrink: the children of \(the(element)) take \(lengthText(line.length)) of its \(pointsText(stack.maxLength)), and none of them shrinks.",
      fix: "Set flexShrink 1 on \(the(child)); then the text wraps in what the others leave.")
  }

  /// The longest text on a stack's line that could wrap, and the stack's child that is or holds the text; nil if there is
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

  /// A text that may not shrink keeps its width, even if the siblings that may shrink have nothing left to give.
  func checkTextWiderThanParent(_ element: ElementID) {
    guard kind(element) == .text, let child = stackChildren[element.index], let parent = parent(of: child),
      // A line on which nothing may shrink has rules of its own.
      let stack = stack(parent), stack.axis == .horizontal,
      stack.overflow.map({ $0.line.flexShrink > 0 }) ?? true,
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

  /// A text is truncated if it has more lines than it may have, or than fit into its frame.
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
      // Texts in an overlay or background have a rule of their own.
      secondElements[element.index].flatMap({ overhangs[$0.index] }) == nil,
      let lines = recorded.layout.textLines(of: element), let last = lines.last
    else { return }
    let whole = lines.count { $0.frame.maxY - size.height < tree.roundingTolerance }
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
      "\(opening(element)) is truncated: it takes \(needed) lines of \(pointsText(width)), and its maximumLineCount is \(most)\(rest.isEmpty ? "" : "; \(quoted(shortened(rest, to: 40))) is left out").",
      fix: "Set maximumLineCount \(needed), give it more width, or shorten the text.")
  }

  // MARK: - Baselines

  /// A stack aligns by the baselines that its children report. A child without a baseline has its top or bottom on the
  /// others' baseline; if no child has one, tops or bottoms are aligned.
  func checkBaselines(_ element: ElementID) {
    guard let stack = tree.stackParameters(of: element), stack.direction == .horizontal, frame(element) != nil
    else { return }
    let isFirst = stack.resolvedAlignItems == .baselineFirst
    guard isFirst || stack.resolvedAlignItems == .baselineLast else { return }
    let children = tree.children(of: element).filter { style($0).alignSelf == .auto }
    let others = children.filter { !hasBaseline($0, isFirst: isFirst) }
    guard others.count == children.count else {
      for child in others { checkMissingBaseline(child, in: element, isFirst: isFirst) }
      return
    }
    guard children.count > 1 else { return }
    let (name, property, edge) =
      isFirst ? ("first", "ascender", "tops") : ("last", "descender", "bottoms")
    report(
      .stackWithoutBaselines, element,
      "\(opening(element)) aligns its children by their \(name) baselines, and none of the \(children.count) has one (their \(property) is 0), so that their \(edge) are aligned.",
      fix:
        "Give their texts metrics with baselines, or set \(property) in their styles; or set alignItems \(isFirst ? "start" : "end"), which says what happens."
    )
  }

  /// A child without a last baseline has its bottom on the others' baseline, like an image in a line of text. That is a
  /// mistake if the child holds a baseline that it does not hand on.
  private func checkMissingBaseline(_ child: ElementID, in row: ElementID, isFirst: Bool) {
    let target = baselineElement(of: child, isFirst: isFirst)
    guard kind(child) != .spec, let size = frame(target)?.size, size.width > 0, size.height > 0 else {
      return
    }
    let baseline = isFirst ? baselines.first[target.index] : baselines.last[target.index]
    guard isFirst || baseline != nil else { return }
    let (name, edge) = isFirst ? ("ascender", "top") : ("descender", "bottom")
    let value = baseline.map { isFirst ? $0.y : $0.y - size.height } ?? size.height
    guard abs(value) >= tree.roundingTolerance else { return }
    let holds = baseline.map {
      " It does not hand on the baseline of \(the($0.element)) in it: only vertical stacks do."
    }
    let instead =
      baseline.map { "the place of the baseline of \(the($0.element))" }
      ?? "which puts its bottom on the baseline"
    report(
      .stackWithoutBaselines, target, others: [row] + [baseline?.element].compactMap { $0 },
      "\(opening(target)) has no baseline (its \(name) is 0), and \(the(row)) aligns its children by them, so that its \(edge) lies on the others' baseline.\(holds ?? "")",
      fix:
        "Set \(name) \(lengthText(value)) on \(the(target)), \(instead), or alignSelf \(isFirst ? "start" : "end") or center on \(the(child))."
    )
  }

  /// For each element: the first baseline of the first leaf in it that has one, and the last baseline of the last leaf
  /// that has one, each with its distance from the element's top.
  func findBaselines() -> (first: [PlacedBaseline?], last: [PlacedBaseline?]) {
    var first = [PlacedBaseline?](repeating: nil, count: tree.elementCount)
    var last = first
    // From the last element to the first, so that the first child's first baseline replaces a later child's.
    for id in tree.elementIDs.reversed() {
      guard let frame = frame(id) else { continue }
      if kind(id).isLeaf, hasBaseline(id, isFirst: true) {
        first[id.index] = PlacedBaseline(element: id, y: ownBaseline(id, isFirst: true))
      }
      if kind(id).isLeaf, hasBaseline(id, isFirst: false) {
        last[id.index] = PlacedBaseline(element: id, y: frame.size.height + ownBaseline(id, isFirst: false))
      }
      guard let parent = parent(of: id) else { continue }
      if let own = first[id.index] { first[parent.index] = own.moved(by: frame.minY) }
      if let own = last[id.index], last[parent.index] == nil {
        last[parent.index] = own.moved(by: frame.minY)
      }
    }
    return (first, last)
  }

  /// Returns true if the element reports a baseline to a stack around it.
  private func hasBaseline(_ element: ElementID, isFirst: Bool) -> Bool {
    ownBaseline(baselineElement(of: element, isFirst: isFirst), isFirst: isFirst) != 0
  }

  /// The element whose baseline an element reports: the element itself, or for a vertical stack its first or last child.
  private func baselineElement(of element: ElementID, isFirst: Bool) -> ElementID {
    var id = element
    while let stack = tree.stackParameters(of: id), stack.direction == .vertical {
      let children = Array(tree.children(of: id))
      guard let child = isFirst ? children.first : children.last else { break }
      id = child
    }
    return id
  }

  /// The ascender or descender of an element's own style, or of its text.
  private func ownBaseline(_ id: ElementID, isFirst: Bool) -> Double {
    let style = style(id)
    if style.ascender != 0 || style.descender != 0 { return isFirst ? style.ascender : style.descender }
    guard case .paragraph(let paragraph) = tree.content(of: id) else { return 0 }
    return isFirst ? paragraph.ascender : paragraph.descender
  }
}

/// A baseline that lies in an element.
struct PlacedBaseline {
  /// The element that has the baseline.
  let element: ElementID
  /// The baseline's distance from the top of the element around it.
  let y: Double

  fileprivate func moved(by distance: Double) -> PlacedBaseline {
    PlacedBaseline(element: element, y: y + distance)
  }
}
