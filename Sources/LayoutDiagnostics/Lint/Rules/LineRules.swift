// Lines that break, or stick out, though nothing in them is too long.

import LayoutSpecs

extension Linter {
  /// Lengths are rounded up to whole pixels before a stack breaks its lines: two halves may be longer than the whole.
  func checkLineBreaksByRounding(_ element: ElementID) {
    guard let stack = stack(element), stack.parameters.flexWrap == .wrap, stack.lines.count > 1 else {
      return
    }
    let axis = stack.axis
    for (line, next) in zip(stack.brokenLines, stack.brokenLines.dropFirst()) {
      guard let first = next.children.first else { continue }
      let children = (line.children + [first]).filter { rounding(of: $0, axis) > 0 }
      let added = children.reduce(0) { $0 + rounding(of: $1, axis) }
      guard let sample = children.first, line.lengthWithNext - added <= stack.maxLength + violationEpsilon
      else { continue }
      report(
        .lineBreaksByRounding, element, others: children,
        "\(opening(element)) begins a line with \(the(first)) only because lengths are rounded up to whole pixels: with it the line before would be \(pointsText(line.lengthWithNext - added)) \(axis.adjective), rounded up it is \(lengthText(line.lengthWithNext)), and there are \(lengthText(stack.maxLength)).",
        fix:
          "Give what is rounded up a little less: \(the(sample)) \(smallerLength(sample, stack)), and the others likewise."
      )
      return
    }
  }

  func unroundedNaturalLength(_ child: ElementID, _ axis: LayoutAxis) -> Double {
    recorded.naturalQuestion(to: child).map { recorded.unroundedLength($0, axis) } ?? 0
  }

  /// The points that rounding up adds to the length that a child's style asks for along its stack; 0 if the style asks for none.
  func rounding(of child: ElementID, _ axis: LayoutAxis) -> Double {
    guard let question = recorded.naturalQuestion(to: child), axis.lengths(question.resolved).isExact else {
      return 0
    }
    return axis.length(question.size) - recorded.unroundedLength(question, axis)
  }

  /// The length rounded down to whole pixels, and then to a hundredth of a point: the engine rounds it up to the same pixels.
  func roundedDown(_ length: Double) -> Double {
    (tree.pixelGrid.floor(length) * 100 + PixelGrid.tolerance).rounded(.down) / 100
  }

  /// Returns the advice for a child's length, with the value to replace: `width 187.33 or "49.9%" in place of "50%"`.
  private func smallerLength(_ child: ElementID, _ stack: LintedStack) -> String {
    let (style, axis) = (style(child), stack.axis)
    let points = roundedDown(unroundedNaturalLength(child, axis))
    let length: StyleLength = style.flexBasis == .auto ? .exact : .basis
    let value = axis.value(length, of: style)
    guard value.unit == .fraction else {
      return "\(axis.key(length)) \(lengthText(points))"
        + (value == .auto ? "" : " in place of \(dimensionText(value))")
    }
    // In tenths of a percent, rounded down. Among more than ten children the rests may fit one more, so no percentage is given.
    let fraction = (points / stack.maxLength * 1000).rounded(.down) / 1000
    let percent = value.value < 0.1 ? "" : " or \(dimensionText(.fraction(fraction)))"
    return "\(axis.key(length)) \(lengthText(points))\(percent) in place of \(dimensionText(value))"
  }

  /// Lengths are rounded up to whole pixels after a line flexed: many children may then be longer than their stack.
  func checkOverflowByRounding(_ element: ElementID) {
    guard let stack = stack(element), let (line, overflow) = stack.roundingOverflow else { return }
    let axis = stack.axis
    func unrounded(_ child: ElementID) -> Double {
      recorded.question(to: child, settling: axis).map { recorded.unroundedLength($0, axis) } ?? 0
    }
    let rounded = line.children.filter { child in
      frame(child).map { axis.length($0.size) - unrounded(child) >= PixelGrid.tolerance } ?? false
    }
    guard let sample = rounded.first else { return }
    let flexible = line.children.first { style($0).flexShrink > 0 || style($0).flexGrow > 0 }
    report(
      .overflowByRounding, element, others: rounded,
      "The \(line.children.count) children of \(the(element)) take \(pointsText(line.length)) of \(axis.name), and there are \(lengthText(stack.maxLength)): \(pointsText(overflow)) stick out, because each length is rounded up to whole pixels\(flexible == nil ? "" : " after the children flexed").",
      fix:
        "Give \(flexible == nil ? "them" : "all of them but one") lengths in whole pixels, as flexBasis \(lengthText(roundedDown(unrounded(sample)))) and no flexGrow or flexShrink for \(the(sample))."
    )
  }

  /// The only child that both grows and shrinks gets the room that the others leave. In a stack that wraps too, this child
  /// begins no line, however little room is left.
  func checkSqueezedInWrap(_ element: ElementID) {
    guard let parent = parent(of: element), let stack = stack(parent), stack.parameters.flexWrap == .wrap,
      stack.axis == .horizontal, stack.unmeasuredChild == element, let line = stack.line(of: element),
      line.children.count > 1, let width = frame(element)?.size.width, width > 0,
      let leaf = squeezedLeaves[element.index], let leafWidth = frame(leaf.element)?.size.width
    else { return }
    let natural = leaf.width + width - leafWidth
    let isLongerThanLine = natural > stack.maxLength
    let holds = leaf.element == element ? "" : " that holds \(the(leaf.element))"
    report(
      .squeezedInWrappingStack, element, others: [parent] + (leaf.element == element ? [] : [leaf.element]),
      "\(opening(element))\(holds) is \(pointsText(width)) wide and would be about \(lengthText(natural)): it is the only child of \(the(parent)) that both grows and shrinks, so it gets what the others leave on their line, and begins no line of its own.",
      fix: isLongerThanLine
        ? "Set flexGrow 0 on \(the(element)), so that it is measured, and begins a line of its own if it has to."
        : "Set flexShrink 0 on \(the(element)), so that it is measured, and begins a line of its own if it has to; it grows as before."
    )
  }

  /// For each element: the first leaf in it that is narrower than its content, with the content's width. The leaf is a text
  /// that is narrower than its words need, or a node that is narrower than its intrinsic size.
  func findSqueezedLeaves() -> [(element: ElementID, width: Double)?] {
    var leaves = [(element: ElementID, width: Double)?](repeating: nil, count: tree.elementCount)
    for id in tree.elementIDs.reversed() {
      if let width = frame(id)?.size.width {
        let content: Double =
          switch tree.content(of: id) {
          case .sizedNode(let size): size.width
          case .text, .paragraph: tree.paragraph(of: id)?.prepared.naturalWidth ?? 0
          default: 0
          }
        if content - width >= tree.roundingTolerance { leaves[id.index] = (id, content) }
      }
      if let parent = parent(of: id), let leaf = leaves[id.index] { leaves[parent.index] = leaf }
    }
    return leaves
  }
}
