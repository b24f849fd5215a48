import LayoutSpecs

/// An element without width or height is invisible. The finding says what took its size away.
///
/// Specs without a size, as spacers, are no mistake. A composite node is skipped if a node in it is found.
enum ZeroSizeRule: LintRule {
  static let name = LintRuleName.zeroSize

  static func check(_ element: ElementID, in subject: LintSubject) -> [LintFinding] {
    guard let size = subject.frame(element)?.size, size.width == 0 || size.height == 0 else { return [] }
    if let finding = checkLeftOut(element, size, subject) { return [finding] }
    guard subject.kind(element).isNode, !holdsOther(element, size, subject) else { return [] }
    let axis = size.width == 0 ? LayoutAxis.horizontal : .vertical
    let cause = ZeroSizeCause(of: element, axis, subject)
    return [
      finding(
        element, others: cause.others,
        reason: "\(subject.opening(element)) is \(sizeText(size)): \(cause.reason).", fix: cause.fix)
    ]
  }

  /// Whether some node in a composite one has no length on the same axis.
  private static func holdsOther(_ element: ElementID, _ size: Size, _ subject: LintSubject) -> Bool {
    subject.tree.subtree(of: element).dropFirst().contains { index in
      let id = ElementID(index)
      guard subject.kind(id).isNode, let inner = subject.frame(id)?.size else { return false }
      return (size.width == 0 && inner.width == 0) || (size.height == 0 && inner.height == 0)
    }
  }

  /// The child that its stack measures last, and leaves without a layout if nothing is left for it.
  private static func checkLeftOut(
    _ element: ElementID, _ size: Size, _ subject: LintSubject
  ) -> LintFinding? {
    guard size == .zero, let parent = subject.parent(of: element), subject.kind(parent) == .stack,
      let stack = subject.stack(parent), stack.unmeasuredChild == element,
      subject.kind(element) != .spec,
      let line = stack.line(of: element)
    else { return nil }
    let axis = stack.axis
    let style = subject.style(element)
    let isLeaf = subject.kind(element).isLeaf
    let rest = isLeaf ? "" : ", and nothing in it is laid out"
    let left =
      line.length >= stack.maxLength - violationEpsilon
      ? "the others take \(lengthText(line.length)) of its \(pointsText(stack.maxLength))"
      : "the \(lengthText(stack.maxLength - line.length)) of its \(pointsText(stack.maxLength)) that they leave are less than a whole point"
    return finding(
      element, others: [parent],
      reason:
        "\(subject.opening(element)) is 0 × 0 points\(rest): it is the only child of \(subject.the(parent)) that both grows (flexGrow \(shortText(style.flexGrow))) and shrinks (flexShrink \(shortText(style.flexShrink))), so it gets what the others leave, and \(left).",
      fix:
        "Set flexShrink 1 on another child of \(subject.the(parent)), so that the \(axis.name) is shared, or remove flexGrow or flexShrink here, so that it is measured like the others."
    )
  }
}

/// Why a node has no length on one axis: the first cause that holds, the most particular first.
struct ZeroSizeCause {
  let reason: String
  let fix: String
  var others: [ElementID] = []

  init(of element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject) {
    self =
      ZeroSizeCause.ofStyle(element, axis, subject) ?? ZeroSizeCause.ofFlexing(element, axis, subject)
      ?? ZeroSizeCause.ofRoom(element, axis, subject) ?? ZeroSizeCause.ofContent(element, axis, subject)
  }

  private init(_ reason: String, fix: String, others: [ElementID] = []) {
    self.reason = reason
    self.fix = fix
    self.others = others
  }

  /// The style asks for no length, or for a percentage of none.
  private static func ofStyle(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject
  ) -> ZeroSizeCause? {
    guard let parentSize = subject.parentSize(element) else { return nil }
    let parentLength = axis.length(parentSize)
    for (length, value) in axis.sizes(subject.style(element)) where length != .minimum {
      let name = axis.key(length)
      guard value.resolve(parentLength: parentLength, autoLength: .nan) == 0 else { continue }
      let isOfNothing = value.unit == .fraction && value.value > 0
      return ZeroSizeCause(
        isOfNothing
          ? "its \(name) is \(dimensionText(value)) of a parent's \(axis.name) of 0 points"
          : "its \(name) is \(dimensionText(value))",
        fix: isOfNothing
          ? "Give the \(axis.name) in points, or its parent an exact \(axis.name)."
          : "Give it another \(name), or leave it out of the tree.")
    }
    return nil
  }

  /// Its stack shrank it to nothing.
  private static func ofFlexing(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject
  ) -> ZeroSizeCause? {
    guard let parent = subject.parent(of: element), let stack = subject.stack(parent), stack.axis == axis,
      let line = stack.line(of: element)
    else { return nil }
    if stack.unmeasuredChild == element {
      return ZeroSizeCause(
        "it takes what the other children of \(subject.the(parent)) leave, and they take all of its \(pointsText(stack.maxLength))",
        fix: "Make another child smaller, or set flexShrink 1 on it.", others: [parent])
    }
    guard let before = subject.naturalLength(of: element, axis), before > 0 else { return nil }
    return ZeroSizeCause(
      "\(subject.the(parent)) shrank it from \(pointsText(before)), because its children would take \(lengthText(line.naturalLength)) and it may be at most \(lengthText(stack.maxLength)) \(axis.adjective)",
      fix: "Set flexShrink on more of its siblings, or make room in \(subject.the(parent)).", others: [parent]
    )
  }

  /// There is no room around it.
  private static func ofRoom(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject
  ) -> ZeroSizeCause? {
    let question = subject.recorded.question(to: element, settling: axis)
    guard let given = question?.given, axis.length(given.max) == 0 else { return nil }
    // The outermost element without room, and what around it takes that away.
    let id = subject.outermostWithoutRoom(around: element, axis)
    guard let parent = subject.parent(of: id), let range = subject.range(parent) else {
      return ZeroSizeCause(
        "the range that the tree is laid out in allows no \(axis.name)",
        fix: "Lay the tree out in a larger range.")
    }
    let room = lengthText(axis.length(range.max))
    if let stack = subject.stack(parent), stack.axis == axis,
      let natural = subject.recorded.naturalQuestion(to: id), axis.length(natural.size) == 0,
      axis.length(natural.given.max) == .infinity
    {
      return ZeroSizeCause(
        "\(subject.the(id)) came out with no \(axis.name) where \(subject.the(parent)) measured it in an unbounded one, because nothing in it has a \(axis.name) of its own",
        fix: "Give \(subject.the(id)) a \(axis.name).", others: [id, parent])
    }
    switch subject.tree.content(of: parent) {
    case .inset(let insets):
      let edges = axis == .horizontal ? [insets.left, insets.right] : [insets.top, insets.bottom]
      let sum = edges.filter { $0 < .infinity }.reduce(0, +)
      return ZeroSizeCause(
        "the insets of \(subject.the(parent)) take \(lengthText(sum)) points of \(axis.name), and there are \(room)",
        fix: "Make the insets smaller, or give \(subject.the(parent)) more \(axis.name).", others: [parent])
    case .absolute:
      let position = axis.position(subject.style(id).layoutPosition)
      return ZeroSizeCause(
        "\(id == element ? "it" : subject.the(id)) begins at \(axis == .horizontal ? "x" : "y") \(lengthText(position)) in \(subject.the(parent)), where \(room) points end",
        fix: "Change its layoutPosition, or give it a \(axis.name).", others: [parent])
    case .overlay, .background:
      let child = ElementID(parent.index + 1)
      return ZeroSizeCause(
        "it is as large as \(subject.the(child)), which has no \(axis.name)",
        fix: "Give \(subject.the(child)) a \(axis.name).", others: [child])
    default:
      return ZeroSizeCause(
        "\(subject.the(parent)) leaves \(id == element ? "it" : subject.the(id)) no \(axis.name)",
        fix: "Give \(subject.the(id)) a \(axis.name), or make room in \(subject.the(parent)).",
        others: [parent])
    }
  }

  /// It has nothing in it that has a length.
  private static func ofContent(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject
  ) -> ZeroSizeCause {
    let give = "Give it a \(axis.name) (\(axis.name), \(axis.key(.minimum)) or preferredSize)"
    switch subject.tree.content(of: element) {
    case .text(let text):
      return axis == .horizontal || text.lineHeight > 0
        ? ZeroSizeCause(
          "its text is empty",
          fix: "Leave it out of the tree while there is no text, or set \(axis.key(.minimum)).")
        : ZeroSizeCause("its lines are 0 points high", fix: "Give it another lineHeight.")
    case .sizedNode(let size):
      return ZeroSizeCause(
        "its own size is \(sizeText(size))", fix: "\(give), or leave it out until its content is there.")
    case .node:
      return ofPlainNode(element, axis, subject, give)
    case .compositeNode:
      return ZeroSizeCause(
        "nothing that its layoutSpec arranges has a \(axis.name)",
        fix: "\(give), or put something into it that has one.", others: [ElementID(element.index + 1)])
    default:
      return ZeroSizeCause(
        "it measures itself so", fix: "\(give), or return another size where it is measured.")
    }
  }

  /// A plain node takes all the room there is if that is bounded on both axes, and none otherwise.
  private static func ofPlainNode(
    _ element: ElementID, _ axis: LayoutAxis, _ subject: LintSubject, _ give: String
  ) -> ZeroSizeCause {
    let reason =
      "a node without content has no size of its own, and takes the room there is only where that is bounded on both axes"
    let unbounded = LayoutAxis.allCases.filter { axis in
      let allowed = subject.recorded.question(to: element, settling: axis)?.resolved
      return allowed.map { !axis.length($0.max).isValidLength } ?? false
    }
    guard let parent = subject.parent(of: element), !unbounded.isEmpty else {
      return ZeroSizeCause(reason, fix: "\(give).")
    }
    let names = listText(unbounded.map(\.name))
    // It grows if the stack has a length of its own.
    let grows = subject.stack(parent).map { $0.axis == axis && $0.minLength > 0 } ?? false
    let grow = grows ? ", or flexGrow 1 to take what \(subject.the(parent)) has left" : ""
    return ZeroSizeCause(
      "\(reason); in \(subject.the(parent)) its \(names) \(unbounded.count == 1 ? "is" : "are") not",
      fix: "\(give)\(grow).", others: [parent])
  }
}
