// Lengths across a stack: from stretching, and from styles.

import LayoutSpecs

extension Linter {
  /// The stack that stretches an element, and the axis across the stack; nil if no stack does.
  private func stretchingStack(around element: ElementID) -> (stack: ElementID, across: LayoutAxis)? {
    guard let parent = parent(of: element), let stack = tree.stackParameters(of: parent),
      style(element).alignSelf.resolved(in: stack.resolvedAlignItems) == .stretch
    else { return nil }
    return (parent, LayoutAxis(stack.direction).other)
  }

  /// A stack that stretches its children reads only their lengths in points across, and makes a child longer than its
  /// maximum.
  func checkStretchedPastSize(_ element: ElementID) {
    guard !kind(element).ignoresOwnSize, let size = frame(element)?.size,
      let (stack, axis) = stretchingStack(around: element),
      let question = recorded.lastQuestion(to: element), axis.lengths(question.given).isExact
    else { return }
    let (style, parentLength) = (style(element), axis.length(question.parentSize))
    let own = axis.lengths(style.sizeRange(parentSize: question.parentSize))
    guard own.min <= own.max, axis.length(size) - own.max >= tree.roundingTolerance,
      let (name, value) = axis.sizes(style).first(where: {
        $0.length != .minimum && $0.value.resolve(parentLength: parentLength, autoLength: .nan) == own.max
      })
    else { return }
    let points = value.unit == .fraction ? ", that is \(lengthText(own.max))" : ""
    report(
      .stretchedPastSize, element, others: [stack],
      "\(opening(element)) has \(axis.key(name)) \(dimensionText(value))\(points), and \(the(stack)) stretches it to \(lengthText(axis.length(size))): stretching ignores a \(axis.name) in percent, and a maximum.",
      fix: "Set alignSelf start on \(the(element)), or center or end.")
  }

  /// A stack does not stretch a child that has a minimum across: the minimum replaces the line's length.
  func checkMinEndsStretching(_ element: ElementID) {
    guard !kind(element).ignoresOwnSize, kind(element) != .spec, let size = frame(element)?.size,
      let (stack, axis) = stretchingStack(around: element),
      tree.stackParameters(of: stack)?.flexWrap == .noWrap,
      let line = frame(stack).map({ axis.length($0.size) })
    else { return }
    let style = style(element)
    let minimum = axis.value(.minimum, of: style)
    let own = axis.lengths(style.sizeRange(parentSize: .undefined))
    guard minimum.unit == .points, minimum.value > 0, !own.isExact,
      min(line, own.max) - axis.length(size) >= tree.roundingTolerance
    else { return }
    let key = axis.key(.minimum)
    report(
      .minEndsStretching, element, others: [stack],
      "\(opening(element)) has \(key) \(dimensionText(minimum)) and is \(pointsText(axis.length(size))) \(axis.adjective), though \(the(stack)) stretches its children to \(lengthText(line)): a child with a minimum across is as large as its content.",
      fix:
        "Remove \(key), so that it is stretched; or set alignSelf start on \(the(element)), or center or end, which says what happens."
    )
  }

  /// A stack that wraps and stretches makes each child as long across as the whole stack, and not as the child's line.
  func checkStretchInWrap(_ element: ElementID) {
    guard let stack = stack(element), stack.parameters.flexWrap == .wrap, stack.lines.count > 1 else {
      return
    }
    let axis = stack.axis.other
    let least = axis.length(stack.range.min)
    guard least > 0 else { return }
    let stretched = tree.children(of: element).filter { child in
      guard style(child).alignSelf.resolved(in: stack.parameters.resolvedAlignItems) == .stretch,
        let question = recorded.lastQuestion(to: child), let size = frame(child)?.size
      else { return false }
      // A child's own minimum or length replaces the stack's length.
      return axis.length(question.given.min) == least
        && abs(axis.length(size) - least) < tree.roundingTolerance
    }
    guard let first = stretched.first else { return }
    let all = stretched.count == 1 ? the(first) : "\(the(first)) and \(stretched.count - 1) more"
    let own = stretched.filter { style($0).alignSelf == .stretch }
    let alignments =
      (own.count < stretched.count ? ["alignItems start on \(the(element))"] : [])
      + (own.isEmpty ? [] : ["alignSelf start on \(the(own[0]))\(own.count == 1 ? "" : " and others")"])
    report(
      .stretchInWrappingStack, element, others: stretched,
      "\(opening(element)) has \(stack.lines.count) lines, and stretches \(all) to its own \(axis.name), \(pointsText(least)), and not to that of a line.",
      fix: "Set \(listText(alignments)).")
  }
}
