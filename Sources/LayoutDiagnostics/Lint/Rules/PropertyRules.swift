// Properties and nodes in the wrong place of a tree, and properties that nothing reads.

import LayoutSpecs

extension Linter {
  /// Only a stack reads `flexGrow`, `flexShrink`, `flexBasis`, `alignSelf`, `spacingBefore` and
  /// `spacingAfter`, and only of its own children.
  func checkFlexOutsideStack(_ element: ElementID) {
    // A root may be meant for a stack elsewhere, and user code may read any property.
    guard let parent = parent(of: element), kind(parent) != .stack, kind(parent) != .custom else { return }
    let properties = stackProperties(of: style(element))
    guard !properties.isEmpty else { return }
    let list = listText(properties)
    let pronoun = properties.count == 1 ? "it" : "them"
    var others = [parent]
    let fix: String
    if let child = stackChildren[element.index], let stack = self.parent(of: child) {
      // Texture's own advice is to set them on both.
      if properties.allSatisfy(stackProperties(of: style(child)).contains) { return }
      others += [child, stack]
      fix = "Set \(list) on \(the(child)) instead, the child of \(the(stack)), which is the nearest stack."
    } else {
      fix = "Remove \(pronoun), or make \(the(element)) the child of a stack: there is none around it."
    }
    report(
      .flexOutsideStack, element, others: others,
      "\(opening(element)) has \(list), which a stack reads of its own children; \(the(parent)) around it is no stack.",
      fix: fix)
  }

  /// The properties of a style that stacks read: `flexGrow 1`.
  private func stackProperties(of style: StyleValues) -> [String] {
    var properties: [String] = []
    if style.flexGrow != 0 { properties.append("flexGrow \(shortText(style.flexGrow))") }
    if style.flexShrink != 0 { properties.append("flexShrink \(shortText(style.flexShrink))") }
    if style.flexBasis != .auto { properties.append("flexBasis \(dimensionText(style.flexBasis))") }
    if style.alignSelf != .auto { properties.append("alignSelf \(style.alignSelf)") }
    if style.spacingBefore != 0 { properties.append("spacingBefore \(shortText(style.spacingBefore))") }
    if style.spacingAfter != 0 { properties.append("spacingAfter \(shortText(style.spacingAfter))") }
    return properties
  }

  /// Only an absolute spec reads `layoutPosition`.
  func checkPositionOutsideAbsolute(_ element: ElementID) {
    let position = style(element).layoutPosition
    guard position != .zero, let parent = parent(of: element) else { return }
    let instead: String
    switch kind(parent) {
    case .absolute, .custom: return
    case .stack: instead = "spacingBefore, spacingAfter and the stack's spacing move it here"
    case .corner: instead = "the corner spec's offset moves it here"
    default: instead = "an inset spec moves it here"
    }
    report(
      .positionOutsideAbsolute, element, others: [parent],
      "\(opening(element)) has layoutPosition (\(lengthText(position.x)), \(lengthText(position.y))), which an absolute spec reads of its own children; \(the(parent)) around it is none.",
      fix: "Remove it, or make \(the(element)) the child of an absolute spec; \(instead).")
  }

  /// A node is one thing on the screen and has one frame, so it may lie in one place of a tree only.
  func checkElementTwice(_ element: ElementID) {
    guard let first = firstPlaces[element] else { return }
    let places = [first, element].map { place in
      "\(place)" + (parent(of: place).map { " in \(the($0))" } ?? ", the root,")
    }
    report(
      .elementTwice, element, others: [first],
      "\(opening(element)) is one node in two places, as \(places[0]) and as \(places[1]); a node has one frame.",
      fix: "Make a second node for the second place; specs can be used any number of times, nodes once.")
  }

  /// A supernode sets the frames of its subnodes. A node that is laid out but is no subnode keeps its old frame, and no
  /// host shows it.
  func checkSubnodes(_ element: ElementID) {
    guard let node = nodes[element], !node.automaticallyManagesSubnodes else { return }
    // Nodes inside a child node are the child's own matter.
    var missing: [ElementID] = []
    var next = element.index + 1
    while next < tree.subtree(of: element).upperBound {
      let id = ElementID(next)
      guard let child = nodes[id] else {
        next += 1
        continue
      }
      if child.supernode !== node, firstPlaces[id] == nil { missing.append(id) }
      next = tree.subtree(of: id).upperBound
    }
    guard let first = missing.first else { return }
    let text =
      missing.count == 1
      ? "\(the(first)), which is not its subnode: nothing sets its frame, and no host shows it"
      : "\(the(first)) and \(missing.count - 1) more, which are not its subnodes: nothing sets their frames, and no host shows them"
    report(
      .nodeNotASubnode, element, others: missing, "\(opening(element)) lays out \(text).",
      fix:
        "Set automaticallyManagesSubnodes of \(the(element)) to true, or add what it lays out with addSubnode(_:)."
    )
  }

  /// Properties that nothing reads where they are set. Properties that another kind of parent would read have rules of their own.
  func checkIgnoredProperties(_ element: ElementID) {
    let style = style(element)
    if kind(element).ignoresOwnSize, !style.hasAutoSize { reportOwnSize(element, style) }
    if style.ascender != 0 || style.descender != 0 { checkBaseline(element, style) }
    if style.flexBasis != .auto { checkUnreadBasis(element, style) }
    guard let stack = tree.stackParameters(of: element) else { return }
    checkWrapping(element, stack)
    checkAlignments(element, stack)
  }

  private func reportOwnSize(_ element: ElementID, _ style: StyleValues) {
    let sizes = LayoutAxis.allCases.flatMap { axis in
      axis.sizes(style).map { "\(axis.key($0.length)) \(dimensionText($0.value))" }
    }
    let list = listText(sizes)
    let child = ElementID(element.index + 1)
    let content = tree.content(of: element)
    let wrapper =
      "\(content.kind.typeNameWithArticle) spec is as large as its child"
      + (content.kind == .inset ? " and its insets" : "")
    report(
      .ignoredProperty, element, others: [child],
      "\(opening(element)) has \(list), which it does not read: \(wrapper).",
      fix:
        "Set \(list) on \(the(child)) in it, or put \(the(element)) into a wrapper spec with \(sizes.count == 1 ? "that size" : "those sizes")."
    )
  }
}

// MARK: - Baselines

extension Linter {
  /// A baseline that nothing reads. If one of an element's two baselines is read, the other is no mistake: texts have both.
  private func checkBaseline(_ element: ElementID, _ style: StyleValues) {
    guard let parent = parent(of: element) else { return }
    let names = [("ascender", style.ascender), ("descender", style.descender)].filter { $0.1 != 0 }
    let list = listText(names.map { "\($0.0) \(shortText($0.1))" })
    if tree.stackParameters(of: element)?.direction == .vertical, tree.subtree(of: element).count > 1 {
      report(
        .ignoredProperty, element,
        "\(opening(element)) has \(list), which is not read: a vertical stack with children reports its first child's ascender and its last child's descender.",
        fix: "Set it on the child.")
      return
    }
    guard let isRead = readBaselines(of: element) else { return }
    if isRead.first && style.ascender != 0 || isRead.last && style.descender != 0 { return }
    let reason =
      kind(parent) == .stack
      ? "no stack around it aligns by \(style.ascender == 0 ? "last" : "first") baselines there"
      : "\(the(parent)) around it does not hand baselines on"
    report(
      .ignoredProperty, element, others: [parent],
      "\(opening(element)) has \(list), which is not read: \(reason).",
      fix:
        "Let the stack align by it (alignItems baselineFirst reads ascenders, baselineLast descenders), or remove it."
    )
  }

  /// Returns which baselines of the element some stack around it reads; nil if that is unknown. A vertical stack hands
  /// on the baselines of its first and last child.
  private func readBaselines(of element: ElementID) -> (first: Bool, last: Bool)? {
    var (id, isFirst, isLast) = (element, true, true)
    var isRead = (first: false, last: false)
    while isFirst || isLast, let parent = parent(of: id) {
      if kind(parent) == .custom { return nil }
      guard let stack = tree.stackParameters(of: parent) else { return isRead }
      if style(id).alignSelf == .auto {
        if stack.resolvedAlignItems == .baselineFirst && isFirst { isRead.first = true }
        if stack.resolvedAlignItems == .baselineLast && isLast { isRead.last = true }
      }
      guard stack.direction == .vertical else { return isRead }
      isFirst = isFirst && isFirstChild(id)
      isLast = isLast && tree.subtree(of: id).upperBound == tree.subtree(of: parent).upperBound
      id = parent
    }
    // The root may be meant for a stack elsewhere.
    return parent(of: id) == nil && (isFirst || isLast) ? nil : isRead
  }

  // MARK: - Stacks

  private func checkUnreadBasis(_ element: ElementID, _ style: StyleValues) {
    guard let parent = parent(of: element), let stack = stack(parent), stack.unmeasuredChild == element else {
      return
    }
    report(
      .ignoredProperty, element, others: [parent],
      "\(opening(element)) has flexBasis \(dimensionText(style.flexBasis)), which is not read: it is the only child of \(the(parent)) that both grows and shrinks, and the stack is exactly \(pointsText(stack.maxLength)) \(stack.axis.adjective), so it takes what the others leave.",
      fix: "Remove flexBasis, or set flexGrow or flexShrink to 0.")
  }

  private func checkWrapping(_ element: ElementID, _ stack: StackParameters) {
    guard stack.flexWrap == .noWrap else { return }
    var properties: [String] = []
    if stack.alignContent != .start { properties.append("alignContent \(stack.alignContent)") }
    if stack.lineSpacing != 0 { properties.append("lineSpacing \(shortText(stack.lineSpacing))") }
    guard !properties.isEmpty else { return }
    report(
      .ignoredProperty, element,
      "\(opening(element)) has \(listText(properties)), which only a stack that wraps reads, and its flexWrap is noWrap.",
      fix:
        "Set flexWrap wrap, or remove \(properties.count == 1 ? "it" : "them"); alignItems aligns the children of one line."
    )
  }

  private func checkAlignments(_ element: ElementID, _ stack: StackParameters) {
    let horizontal = "horizontalAlignment \(stack.horizontalAlignment)"
    let vertical = "verticalAlignment \(stack.verticalAlignment)"
    func reportOverridden(_ property: String, by alignment: String) {
      report(
        .ignoredProperty, element,
        "\(opening(element)) has \(property), which \(alignment) overrides in a \(stack.direction) stack.",
        fix: "Remove one of the two.")
    }
    let isHorizontal = stack.direction == .horizontal
    if stack.justifyContent != .start && stack.justifyContent != stack.resolvedJustifyContent {
      reportOverridden("justifyContent \(stack.justifyContent)", by: isHorizontal ? horizontal : vertical)
    }
    if stack.alignItems != .stretch && stack.alignItems != stack.resolvedAlignItems {
      reportOverridden("alignItems \(stack.alignItems)", by: isHorizontal ? vertical : horizontal)
    }
  }
}
