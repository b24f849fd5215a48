// A stack along its axis: it wraps, and grows its children.

import LayoutSpecs

/// A stack that was laid out: its lines, their lengths, and how long they may be.
struct LintedStack {
  let parameters: StackParameters
  /// The sizes that it could take.
  let range: SizeRange
  /// The axis along which its children follow each other.
  let axis: LayoutAxis
  let lines: [Line]
  /// The lines before their children flexed, of a stack that wraps; none of others.
  let brokenLines: [StackedLine]
  /// The points up to which lengths count as equal.
  let tolerance: Double
  /// The child that gets what the others leave: the only one that both grows and shrinks, in a stack of exact
  /// length.
  let unmeasuredChild: ElementID?

  struct Line {
    let children: [ElementID]
    /// The points between the children, before and after them.
    private(set) var spacing: Double
    /// The length of the children with the spacing, after they flexed.
    private(set) var length = 0.0
    /// That length before the children's are rounded up to whole pixels.
    private(set) var unroundedLength = 0.0
    /// That length before they flexed.
    private(set) var naturalLength = 0.0
    /// The sums of the children's factors.
    private(set) var flexGrow = 0.0
    private(set) var flexShrink = 0.0
    /// The sum of the factors of the children that have some length left.
    private(set) var remainingShrink = 0.0
  }

  var minLength: Double { axis.length(range.min) }
  var maxLength: Double { axis.length(range.max) }

  /// Reads a stack from a recorded layout; nil if the element is none, or has no layout.
  init?(_ id: ElementID, _ linter: Linter) {
    guard let parameters = linter.tree.stackParameters(of: id), let range = linter.range(id) else {
      return nil
    }
    let axis = LayoutAxis(parameters.direction)
    let children = Array(linter.tree.children(of: id))
    self.parameters = parameters
    self.range = range
    self.axis = axis
    brokenLines =
      parameters.flexWrap == .noWrap
      ? [] : linter.recorded.lines(of: children, in: parameters, maxLength: axis.length(range.max))
    let lines = parameters.flexWrap == .noWrap ? [children] : brokenLines.map(\.children)
    self.lines = lines.map { Line($0, spacing: parameters.spacing, axis, linter) }
    tolerance = linter.tree.roundingTolerance
    unmeasuredChild = children.first { linter.recorded.wasLeftEmpty($0) }
  }

  /// The longest line that sticks out of the stack, though nothing in it may shrink, or has anything left to give; and
  /// by how much. Nil if none does.
  var overflow: (line: Line, points: Double)? {
    longestLine { $0.unroundedLength - maxLength >= tolerance && $0.remainingShrink == 0 }
  }

  /// The longest line that would fit if its lengths were not rounded up, and sticks out by a point or more. Nil if none
  /// does.
  var roundingOverflow: (line: Line, points: Double)? {
    longestLine {
      $0.unroundedLength - maxLength < tolerance && $0.length - maxLength >= max(1, tolerance)
    }
  }

  private func longestLine(where isLonger: (Line) -> Bool) -> (line: Line, points: Double)? {
    let longest = lines.filter(isLonger).max { $0.length < $1.length }
    return longest.map { ($0, $0.length - maxLength) }
  }

  /// The points up to the stack's minimum that nothing on a child's line takes.
  func rest(beside child: ElementID) -> Double {
    guard let line = line(of: child), line.flexGrow == 0 else { return 0 }
    return max(0, minLength - line.length)
  }

  /// The line that a child is on.
  ///
  /// - Complexity: logarithmic in the number of lines.
  func line(of child: ElementID) -> Line? {
    // Children are in pre-order, so the line is the first that ends with the child or later.
    let index = lines.partitioningIndex { $0.children.last.map { $0 >= child } ?? false }
    return index < lines.count ? lines[index] : nil
  }
}

extension LintedStack.Line {
  fileprivate init(
    _ children: [ElementID], spacing between: Double, _ axis: LayoutAxis, _ linter: Linter
  ) {
    self.children = children
    spacing = between * Double(max(0, children.count - 1))
    for child in children {
      let style = linter.style(child)
      spacing += style.spacingBefore + style.spacingAfter
      let length = linter.frame(child).map { axis.length($0.size) } ?? 0
      self.length += length
      unroundedLength +=
        linter.recorded.question(to: child, settling: axis).map { linter.recorded.unroundedLength($0, axis) }
        ?? length
      naturalLength += linter.naturalLength(of: child, axis) ?? 0
      flexGrow += style.flexGrow
      flexShrink += style.flexShrink
      if length > 0 { remainingShrink += style.flexShrink }
    }
    length += spacing
    unroundedLength += spacing
    naturalLength += spacing
  }
}

// MARK: - Rules

extension Linter {
  /// A stack wraps if a child would exceed its maximum. Without a maximum it never does.
  func checkWrapInUnboundedMainAxis(_ element: ElementID) {
    guard let stack = stack(element), stack.parameters.flexWrap == .wrap,
      let range = recorded.lastQuestionBeforeStretching(to: element)?.resolved,
      stack.axis.length(range.max) == .infinity, let line = stack.lines.first, line.children.count > 1
    else { return }
    let axis = stack.axis
    var shrinking = ""
    if let parent = parent(of: element), let around = self.stack(parent), around.axis == axis,
      around.maxLength < .infinity
    {
      shrinking = ", or set flexShrink 1 on it, so that \(the(parent)) bounds it"
    }
    report(
      .wrapInUnboundedMainAxis, element,
      "\(opening(element)) has flexWrap wrap, but its \(axis.name) is not bounded here, so its \(line.children.count) children stay on one line, \(pointsText(line.length)) \(axis.adjective).",
      fix: "Give \(the(element)) a \(axis.key(.maximum)) or a \(axis.name)\(shrinking).")
  }

  /// A stack grows its children up to its own minimum, and no further. If that is 0 nothing grows, however
  /// much room there is.
  func checkDoesNotGrow(_ element: ElementID) {
    guard let (stack, longest, room) = unusedRoom(of: element),
      let line = stack.lines.first(where: { $0.flexGrow > 0 }),
      line.length >= stack.minLength - violationEpsilon
    else { return }
    let growing = line.children.filter { style($0).flexGrow > 0 }
    guard let child = growing.first else { return }
    let axis = stack.axis
    report(
      .doesNotGrow, child, others: [element] + growing.dropFirst(),
      "\(opening(child)) has flexGrow \(shortText(style(child).flexGrow)) and does not grow, though \(the(element)) is \(pointsText(longest.length)) \(axis.adjective) and \(lengthText(room)) are to be had: a stack grows its children up to its minimum \(axis.name), which is \(lengthText(stack.minLength)) here, and not up to its maximum.",
      fix: growingFix(element, stack, room))
  }

  /// A stack spreads its children in its own length. If it is as long as they are, there is nothing to spread.
  func checkDoesNotSpan(_ element: ElementID) {
    guard let justification = tree.stackParameters(of: element)?.resolvedJustifyContent,
      justification == .spaceBetween || justification == .spaceAround,
      let (stack, longest, room) = unusedRoom(of: element), longest.children.count > 1,
      longest.length >= stack.minLength - violationEpsilon, stack.lines.allSatisfy({ $0.flexGrow == 0 })
    else { return }
    let axis = stack.axis
    report(
      .doesNotSpan, element,
      "\(opening(element)) has justifyContent \(justification), and is as \(axis.adjective) as its \(longest.children.count) children, \(pointsText(longest.length)), though \(lengthText(room)) are to be had: there is nothing to share out between them.",
      fix: growingFix(element, stack, room))
  }

  /// Returns a stack that could be longer than its longest line, with that line, and the length that it could have; nil
  /// for others. The longest line says how long the stack is; shorter ones have the room beside it as well.
  func unusedRoom(
    of element: ElementID
  ) -> (stack: LintedStack, longest: LintedStack.Line, room: Double)? {
    guard let stack = stack(element), stack.minLength < stack.maxLength,
      let longest = stack.lines.max(by: { $0.length < $1.length })
    else { return nil }
    var room = stack.maxLength
    if room == .infinity {
      // A stack around it along the same axis has room for children that grow.
      let outer = parent(of: element).flatMap { self.stack($0) }
      room = longest.length + (outer?.axis == stack.axis ? outer?.rest(beside: element) ?? 0 : 0)
    }
    return room - longest.length >= stack.tolerance ? (stack, longest, room) : nil
  }

  private func growingFix(_ element: ElementID, _ stack: LintedStack, _ room: Double) -> String {
    let axis = stack.axis
    let name = the(element)
    guard let parent = parent(of: element) else {
      return
        "Lay \(name) out in a range whose smallest \(axis.name) is its largest, \(lengthText(room)), or set \(axis.key(.minimum)) on it."
    }
    if let outer = tree.stackParameters(of: parent), LayoutAxis(outer.direction) != axis,
      outer.resolvedAlignItems != .stretch, let range = range(parent),
      axis.length(range.min) == axis.length(range.max)
    {
      return "Set alignSelf stretch on \(name), which makes it as \(axis.adjective) as \(the(parent))."
    }
    if let outer = self.stack(parent), outer.axis == axis, outer.rest(beside: element) > 0 {
      return "Set flexGrow 1 on \(name), which gives it what \(the(parent)) has left."
    }
    let parentLength = parentLength(of: element, axis).points
    let all = parentLength > 0 && parentLength.isFinite ? "\"100%\"" : lengthText(room)
    return "Set \(axis.key(.minimum)) \(all) on \(name), so that it fills what it may have."
  }
}
