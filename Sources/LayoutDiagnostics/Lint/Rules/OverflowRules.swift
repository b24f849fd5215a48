// Content that is larger than what is around it.

import LayoutSpecs

/// Content that is larger than what is around it sticks out. In a stack it shrinks, if some child may.
enum OverflowNothingShrinksRule: LintRule {
  static let name = LintRuleName.overflowNothingShrinks

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let frame = subject.frame(element), subject.range(element) != nil else { return [] }
    switch subject.tree.content(of: element) {
    case .stack: return checkStack(element, subject)
    case .inset(let insets): return checkInset(element, insets, frame.size, subject)
    case .absolute: return checkAbsolute(element, frame.size, subject)
    case .corner(let corner): return corner.wrapsCorner ? checkCorner(element, frame.size, subject) : []
    default: return []
    }
  }

  private static func checkStack(_ element: ElementID, _ subject: LintSubject) -> [LintFinding] {
    guard let stack = subject.stack(element), let (line, overflow) = stack.overflow,
      // These have rules of their own, which know better what to do.
      TextDoesNotWrapRule.culprit(of: line, in: stack, subject) == nil,
      !OverlayLargerThanChildRule.finds(around: element, subject)
    else { return [] }
    let axis = stack.axis
    let largest = line.children.max { length($0, axis, subject) < length($1, axis, subject) } ?? element
    let spacing = line.spacing == 0 ? "" : ", \(lengthText(line.spacing)) of that between and around them"
    let content =
      line.children.count == 1
      ? "\(subject.opening(largest)) in \(subject.the(element)) takes"
      : "The \(line.children.count) children of \(subject.the(element)) take"
    let wrap =
      stack.parameters.flexWrap == .noWrap && axis == .horizontal
      ? ", let the stack wrap (flexWrap wrap)" : ""
    return [
      finding(
        element, others: [largest],
        reason:
          "\(content) \(pointsText(line.length)) of \(axis.name)\(spacing), and there are \(lengthText(stack.maxLength)): \(pointsText(overflow)) stick out, because nothing there may shrink.",
        fix:
          "Set flexShrink 1 on what may get smaller, as on \(subject.the(largest)) with its \(lengthText(length(largest, axis, subject)))\(wrap), or make room."
      )
    ]
  }

  private static func length(_ id: ElementID, _ axis: LayoutAxis, _ subject: LintSubject) -> Double {
    subject.frame(id).map { axis.length($0.size) } ?? 0
  }

  private static func checkInset(
    _ element: ElementID, _ insets: EdgeInsets, _ size: Size, _ subject: LintSubject
  ) -> [LintFinding] {
    let child = ElementID(element.index + 1)
    guard let childSize = subject.frame(child)?.size else { return [] }
    let sums = [(insets.left, insets.right), (insets.top, insets.bottom)]
    return zip(LayoutAxis.allCases, sums).compactMap { axis, edges in
      let sum = (edges.0 < .infinity ? edges.0 : 0) + (edges.1 < .infinity ? edges.1 : 0)
      let (content, room) = (sum + axis.length(childSize), axis.length(size))
      guard room > 0, content - room >= subject.pixel + violationEpsilon else { return nil }
      return finding(
        element, others: [child],
        reason:
          "The insets of \(subject.the(element)) take \(pointsText(sum)) of \(axis.name) and \(subject.the(child)) in it \(lengthText(axis.length(childSize))), and there are \(lengthText(room)): \(pointsText(content - room)) stick out.",
        fix: "Make the insets smaller, or give \(subject.the(element)) more \(axis.name).")
    }
  }

  private static func checkAbsolute(
    _ element: ElementID, _ size: Size, _ subject: LintSubject
  ) -> [LintFinding] {
    childrenThatStickOut(of: element, size, subject).map { child, frame, axis, overflow in
      let coordinate = axis == .horizontal ? "x" : "y"
      return finding(
        child, others: [element],
        reason:
          "\(subject.opening(child)) lies at \(coordinate) \(lengthText(axis.position(frame.origin))) in \(subject.the(element)) and is \(pointsText(axis.length(frame.size))) \(axis.adjective), but the spec is \(lengthText(axis.length(size))) \(axis.adjective): \(pointsText(overflow)) stick out.",
        fix:
          "Change its layoutPosition or its \(axis.name), or give \(subject.the(element)) more \(axis.name); without a \(axis.name) of its own it takes what is left."
      )
    }
  }

  private static func checkCorner(
    _ element: ElementID, _ size: Size, _ subject: LintSubject
  ) -> [LintFinding] {
    childrenThatStickOut(of: element, size, subject).map { child, _, axis, overflow in
      finding(
        element, others: [child],
        reason:
          "\(subject.opening(element)) is to take in its corner element, but may be at most \(pointsText(axis.length(size))) \(axis.adjective): \(subject.the(child)) sticks out by \(lengthText(overflow)).",
        fix: "Give \(subject.the(element)) more \(axis.name), or make \(subject.the(child)) smaller.")
    }
  }

  /// The children that reach beyond the right or the bottom edge of an element of this size, each with the
  /// first axis on which it does.
  private static func childrenThatStickOut(
    of element: ElementID, _ size: Size, _ subject: LintSubject
  ) -> [(child: ElementID, frame: Rect, axis: LayoutAxis, overflow: Double)] {
    subject.tree.children(of: element).compactMap { child in
      guard let frame = subject.frame(child) else { return nil }
      for axis in LayoutAxis.allCases {
        let overflow = axis.end(of: frame) - axis.length(size)
        if overflow >= subject.pixel + violationEpsilon { return (child, frame, axis, overflow) }
      }
      return nil
    }
  }
}

/// An overlay and a background get exactly their child's size, whatever they hold.
enum OverlayLargerThanChildRule: LintRule {
  static let name = LintRuleName.overlayLargerThanChild

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let parent = subject.parent(of: element), let overhang = overhang(of: element, subject) else {
      return []
    }
    let child = ElementID(parent.index + 1)
    let role = subject.kind(parent) == .overlay ? "overlay" : "background"
    let axis = overhang.axis
    let size = subject.frame(child)?.size ?? .zero
    let needed = axis.length(size) + overhang.points
    let what = overhang.element == element ? "it" : "\(subject.the(overhang.element)) in it"
    let shortage = overhang.isCut ? "is cut off by" : "sticks out by"
    return [
      finding(
        element, others: [child] + (overhang.element == element ? [] : [overhang.element]),
        reason:
          "\(subject.opening(element)) is the \(role) of \(subject.the(child)) and gets exactly its size, \(sizeText(size)); \(what) \(shortage) \(pointsText(overhang.points)) of \(axis.name).",
        fix:
          "Give \(subject.the(child)) a \(axis.key(.minimum)) of \(lengthText(needed)) or more, or put less into the \(role)."
      )
    ]
  }

  /// Whether the element lies in an overlay or a background that is larger than its child.
  static func finds(around element: ElementID, _ subject: LintSubject) -> Bool {
    guard let second = subject.secondElement(around: element) else { return false }
    return subject.hasOverhang(second) { overhang(of: second, subject) != nil }
  }

  private struct Overhang {
    let element: ElementID
    let axis: LayoutAxis
    let points: Double
    /// Whether the element itself fits, and its text does not fit into it.
    let isCut: Bool
  }

  /// The element that reaches farthest beyond the right or bottom edge of an overlay or a background; nil if
  /// none does, or the element is neither.
  private static func overhang(of element: ElementID, _ subject: LintSubject) -> Overhang? {
    guard let parent = subject.parent(of: element), subject.isSecondOfTwo(element),
      subject.kind(parent) != .corner, let size = subject.frame(ElementID(parent.index + 1))?.size,
      subject.frame(element) != nil
    else { return nil }
    var farthest: Overhang?
    func note(_ id: ElementID, _ axis: LayoutAxis, _ points: Double, isCut: Bool = false) {
      // A child without any length is a finding of its own.
      guard axis.length(size) > 0, points >= subject.pixel + violationEpsilon,
        points > farthest?.points ?? 0
      else { return }
      farthest = Overhang(element: id, axis: axis, points: points, isCut: isCut)
    }
    // What reaches out on purpose is skipped with all that is below it, and so are overlays and backgrounds
    // further in, which have findings of their own.
    var open: [(id: ElementID, origin: Point)] = [(element, .zero)]
    while let (id, origin) = open.popLast() {
      guard let frame = subject.frame(id) else { continue }
      let place = id == element ? Point.zero : Point(origin.x + frame.minX, origin.y + frame.minY)
      for axis in LayoutAxis.allCases {
        note(id, axis, axis.position(place) + axis.length(frame.size) - axis.length(size))
      }
      if let missing = missingHeight(ofText: id, frame.size, subject) {
        note(id, .vertical, missing, isCut: true)
      }
      guard subject.kind(id) != .absolute && subject.kind(id) != .custom else { continue }
      for child in subject.tree.children(of: id) where !subject.isSecondOfTwo(child) {
        open.append((child, place))
      }
    }
    return farthest
  }

  /// How much higher a text would have to be for all of its lines; nil if they fit, and for what is no text.
  private static func missingHeight(ofText id: ElementID, _ size: Size, _ subject: LintSubject) -> Double? {
    guard subject.kind(id) == .text, let question = subject.recorded.lastQuestion(to: id) else { return nil }
    let missing = question.contentSize.height - size.height
    return missing > 0 ? missing : nil
  }
}
