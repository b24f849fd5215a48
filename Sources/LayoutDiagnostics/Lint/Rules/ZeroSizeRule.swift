import LayoutSpecs

/// The cause of a missing length, and the fix.
private struct Cause {
  let reason: String
  let fix: String
  /// Other elements that the sentences name.
  var others: [ElementID] = []
}

extension Linter {
  /// An element without width or height is invisible. The finding names the first cause that applies, the
  /// most particular first.
  ///
  /// Specs without a size, such as spacers, are no mistake. A composite node is skipped if a node in it is reported.
  func checkZeroSize(_ element: ElementID) {
    guard let size = frame(element)?.size, size.width == 0 || size.height == 0 else { return }
    if reportLeftOut(element, size) { return }
    guard kind(element).isNode, !holdsNodeWithoutLength(element, size) else { return }
    let axis = size.width == 0 ? LayoutAxis.horizontal : .vertical
    let cause =
      causeInStyle(of: element, axis) ?? causeInBasis(of: element, axis) ?? causeInStack(
        around: element, axis)
      ?? causeInRoom(around: element, axis) ?? causeInContent(of: element, axis)
    report(
      .zeroSize, element, others: cause.others, "\(opening(element)) is \(sizeText(size)): \(cause.reason).",
      fix: cause.fix)
  }

  /// Returns true if a node inside a composite node has no length on the same axis.
  private func holdsNodeWithoutLength(_ element: ElementID, _ size: Size) -> Bool {
    tree.subtree(of: element).dropFirst().contains { index in
      let id = ElementID(index)
      guard kind(id).isNode, let inner = frame(id)?.size else { return false }
      return (size.width == 0 && inner.width == 0) || (size.height == 0 && inner.height == 0)
    }
  }

  /// Reports a child that its stack measures last, and leaves without a layout if there is no room left.
  ///
  /// - Returns: True if the element is such a child.
  private func reportLeftOut(_ element: ElementID, _ size: Size) -> Bool {
    guard size == .zero, kind(element) != .spec, let parent = parent(of: element),
      let stack = stack(parent), stack.unmeasuredChild == element, let line = stack.line(of: element)
    else { return false }
    let style = style(element)
    let rest = kind(element).isLeaf ? "" : ", and nothing in it is laid out"
    let left =
      line.length >= stack.maxLength - violationEpsilon
      ? "the others take \(lengthText(line.length)) of its \(pointsText(stack.maxLength))"
      : "the \(lengthText(stack.maxLength - line.length)) of its \(pointsText(stack.maxLength)) that they leave are less than a whole point"
    report(
      .zeroSize, element, others: [parent],
      "\(opening(element)) is 0 × 0 points\(rest): it is the only child of \(the(parent)) that both grows (flexGrow \(shortText(style.flexGrow))) and shrinks (flexShrink \(shortText(style.flexShrink))), so it gets what the others leave, and \(left).",
      fix:
        "Set flexShrink 1 on another child of \(the(parent)), so that the \(stack.axis.name) is shared, or remove flexGrow or flexShrink here, so that it is measured like the others."
    )
    return true
  }

  /// The style asks for a length of 0, or for a percentage of 0.
  private func causeInStyle(of element: ElementID, _ axis: LayoutAxis) -> Cause? {
    guard let parentSize = recorded.parentSize(of: element) else { return nil }
    for (length, value) in axis.sizes(style(element)) where length != .minimum {
      guard value.resolve(parentLength: axis.length(parentSize), autoLength: .nan) == 0 else { continue }
      let name = axis.key(length)
      let text = "its \(name) is \(dimensionText(value))"
      return value.unit == .fraction && value.value > 0
        ? Cause(
          reason: "\(text) of a parent's \(axis.name) of 0 points",
          fix: "Give the \(axis.name) in points, or its parent an exact \(axis.name).")
        : Cause(reason: text, fix: "Give it another \(name), or leave it out of the tree.")
    }
    return nil
  }

  /// The element's basis is 0, and its stack did not grow it.
  private func causeInBasis(of element: ElementID, _ axis: LayoutAxis) -> Cause? {
    let basis = style(element).flexBasis
    guard basis != .auto, recorded.isAlongStack(element, axis), naturalLength(of: element, axis) == 0,
      let given = recorded.naturalQuestion(to: element)?.given, axis.length(given.max) == 0,
      let parent = parent(of: element)
    else { return nil }
    return Cause(
      reason:
        "its flexBasis is \(dimensionText(basis)), which beats its \(axis.name), and \(the(parent)) has nothing left for it to grow into",
      fix: "Remove flexBasis.", others: [parent])
  }

  /// The element's stack shrank it to 0.
  private func causeInStack(around element: ElementID, _ axis: LayoutAxis) -> Cause? {
    guard let parent = parent(of: element), let stack = stack(parent), stack.axis == axis,
      let line = stack.line(of: element)
    else { return nil }
    if stack.unmeasuredChild == element {
      return Cause(
        reason:
          "it takes what the other children of \(the(parent)) leave, and they take all of its \(pointsText(stack.maxLength))",
        fix: "Make another child smaller, or set flexShrink 1 on it.", others: [parent])
    }
    guard let before = naturalLength(of: element, axis), before > 0 else { return nil }
    return Cause(
      reason:
        "\(the(parent)) shrank it from \(pointsText(before)), because its children would take \(lengthText(line.naturalLength)) and it may be at most \(lengthText(stack.maxLength)) \(axis.adjective)",
      fix: "Set flexShrink on more of its siblings, or make room in \(the(parent)).", others: [parent])
  }

  /// The element's parent has no room.
  private func causeInRoom(around element: ElementID, _ axis: LayoutAxis) -> Cause? {
    let question = recorded.question(to: element, settling: axis)
    guard let given = question?.given, axis.length(given.max) == 0 else { return nil }
    // The outermost element without room, whose parent takes the room away.
    let id = outermostWithoutRoom(around: element, axis)
    guard let parent = parent(of: id), let range = range(parent) else {
      return Cause(
        reason: "the range that the tree is laid out in allows no \(axis.name)",
        fix: "Lay the tree out in a larger range.")
    }
    let room = lengthText(axis.length(range.max))
    let it = id == element ? "it" : the(id)
    if let stack = stack(parent), stack.axis == axis, let natural = recorded.naturalQuestion(to: id),
      axis.length(natural.size) == 0, axis.length(natural.given.max) == .infinity
    {
      return Cause(
        reason:
          "\(the(id)) came out with no \(axis.name) where \(the(parent)) measured it in an unbounded one, because nothing in it has a \(axis.name) of its own",
        fix: "Give \(the(sizedElements[id.index])) a \(axis.name).", others: [id, parent])
    }
    // If the element was first measured in an unbounded length, the parent is only as long as the element came out.
    if isMeasuredUnbounded(element, axis) { return nil }
    switch tree.content(of: parent) {
    case .inset(let insets):
      return Cause(
        reason:
          "the insets of \(the(parent)) take \(lengthText(axis.sum(of: insets))) points of \(axis.name), and there are \(room)",
        fix: "Make the insets smaller, or make more room for \(the(parent)).", others: [parent])
    case .absolute:
      let position = axis.position(style(id).layoutPosition)
      return Cause(
        reason:
          "\(it) begins at \(axis.coordinate) \(lengthText(position)) in \(the(parent)), where \(room) points end",
        fix: "Change its layoutPosition, or give it a \(axis.name).", others: [parent])
    case .overlay, .background:
      let child = ElementID(parent.index + 1)
      return Cause(
        reason: "it is as large as \(the(child)), which has no \(axis.name)",
        fix: "Give \(the(sizedElements[child.index])) a \(axis.name).", others: [child])
    default:
      return Cause(
        reason: "\(the(parent)) leaves \(it) no \(axis.name)",
        fix: "Give \(the(sizedElements[id.index])) a \(axis.name), or make room in \(the(parent)).",
        others: [parent])
    }
  }

  /// The element holds nothing that has a length.
  private func causeInContent(of element: ElementID, _ axis: LayoutAxis) -> Cause {
    let give = "Give it a \(axis.name) (\(axis.name), \(axis.key(.minimum)) or preferredSize)"
    switch tree.content(of: element) {
    case .text, .paragraph:
      let height = tree.paragraph(of: element)?.prepared.firstLineMetrics.height ?? 0
      return axis == .horizontal || height > 0
        ? Cause(
          reason: "its text is empty",
          fix: "Leave it out of the tree while there is no text, or set \(axis.key(.minimum)).")
        : Cause(reason: "its lines are 0 points high", fix: "Give it another lineHeight.")
    case .sizedNode(let size):
      return Cause(
        reason: "its own size is \(sizeText(size))",
        fix: "\(give), or leave it out until its content is there.")
    case .node: return causeInPlainNode(element, axis, give)
    case .compositeNode:
      return Cause(
        reason: "nothing that its layoutSpec arranges has a \(axis.name)",
        fix: "\(give), or put something into it that has one.", others: [ElementID(element.index + 1)])
    default:
      return Cause(
        reason: "it measures itself so", fix: "\(give), or return another size where it is measured.")
    }
  }

  /// A plain node takes all the available room if the room is bounded on both axes, and none otherwise.
  private func causeInPlainNode(_ element: ElementID, _ axis: LayoutAxis, _ give: String) -> Cause {
    let reason =
      "a node without content has no size of its own, and takes the room there is only where that is bounded on both axes"
    let unbounded = LayoutAxis.allCases.filter { axis in
      if isMeasuredUnbounded(element, axis), frame(element).map({ axis.length($0.size) }) == 0 { return true }
      let allowed = recorded.question(to: element, settling: axis)?.resolved
      return allowed.map { !axis.length($0.max).isValidLength } ?? false
    }
    guard let parent = parent(of: element), !unbounded.isEmpty else {
      return Cause(reason: reason, fix: "\(give).")
    }
    let names = listText(unbounded.map(\.name))
    // The node grows if the stack has a length of its own.
    let grows = stack(parent).map { $0.axis == axis && $0.minLength > 0 } ?? false
    let grow = grows ? ", or flexGrow 1 to take what \(the(parent)) has left" : ""
    return Cause(
      reason: "\(reason); in \(the(parent)) its \(names) \(unbounded.count == 1 ? "is" : "are") not",
      fix: "\(give)\(grow).", others: [parent])
  }
}
