// A stack along its axis: it wraps, and grows its children.

import LayoutSpecs

// MARK: - Rules

extension Linter {
  /// A stack wraps if a child would exceed the stack's maximum. Without a maximum it never wraps.
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

  /// A stack grows its children up to its own minimum, and no further. If the minimum is 0 nothing grows, however much
  /// room there is.
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

  /// A stack spreads its children in its own length. If it is only as long as its children, there is nothing to spread.
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

  /// Returns a stack that could be longer than its longest line, with that line, and the length that the stack could
  /// have; nil for others. The longest line decides the stack's length.
  func unusedRoom(
    of element: ElementID
  ) -> (stack: LintedStack, longest: LintedStack.Line, room: Double)? {
    guard let stack = stack(element), stack.minLength < stack.maxLength,
      let longest = stack.lines.max(by: { $0.length < $1.length })
    else { return nil }
    var room = stack.maxLength
    if room == .infinity {
      // A parent stack along the same axis has room for children that grow.
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
