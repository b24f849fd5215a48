// How long an element is of itself.

extension LayoutExplainer {
  /// What of its content makes the element as long as it is, where neither its range nor its style does.
  func contentRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let element = event.element
    let record = tree.tables.elements[element.index]
    let child = ElementID(element.index + 1)
    let payload = Int(record.payload)
    let content = axis.length(contentSize(event))
    if layout.nodeAnswers.hasAnswers(of: element.index), record.kind.isLeaf { return .userCode(content) }
    switch record.kind {
    case .spec: return .noContent
    case .node, .deferredNode: return event.resolved.max.isValid ? .fills(content) : .noContent
    case .sizedNode: return .intrinsic(content)
    case .text:
      let lineHeight = tree.tables.texts[payload].lineHeight
      let lines = lineHeight > 0 ? Int((contentSize(event).height / lineHeight).rounded()) : 1
      return .text(content, lineCount: lines)
    case .measured: return .userCode(content)
    case .custom: return .userCode(axis.length(event.size))
    case .wrapper: return wrapperRule(event, axis)
    case .stack: return stackRule(event, axis)
    case .inset: return insetRule(event, axis)
    case .overlay, .background, .ratio, .compositeNode: return .child(child)
    case .center: return relativeRule(event, tree.tables.centers[payload].relative, axis)
    case .relative: return relativeRule(event, tree.tables.relatives[payload], axis)
    case .absolute:
      let isBounded = axis.length(event.resolved.max).isValidLength
      return tree.tables.absolutes[payload] == .default && isBounded
        ? .fills(content) : reachRule(event, axis)
    case .corner:
      return tree.tables.corners[payload].wrapsCorner ? .reachOfChildren(content) : .child(child)
    }
  }

  private func hasChildren(_ element: ElementID) -> Bool {
    tree.subtree(of: element).count > 1
  }

  /// A wrapper is as large as its largest child, and at least the minimum.
  private func wrapperRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let longest = tree.children(of: event.element).reduce(0.0) { longest, child in
      larger(longest, layout.frame(of: child).map { axis.length($0.size) } ?? 0)
    }
    let least = axis.lengths(event.resolved).min
    if longest < least { return minimumOfWrapper(event, axis, content: longest) }
    guard hasChildren(event.element) else { return .noContent }
    let children = Array(tree.children(of: event.element).prefix(2))
    return children.count == 1 ? .child(children[0]) : .longestChild(longest)
  }

  private func minimumOfWrapper(
    _ event: LayoutTrace.Event, _ axis: LayoutAxis, content: Double
  ) -> LayoutRule {
    let least = axis.lengths(event.resolved).min
    return axis.lengths(event.given).min == least
      ? .givenMinimum(least, content: content) : .styleMinimum(least, content: content)
  }

  private func stackRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    guard hasChildren(event.element) else { return .noContent }
    let stack = tree.tables.stacks[Int(tree.tables.elements[event.element.index].payload)]
    let isMain = (stack.parameters.direction == .horizontal) == (axis == .horizontal)
    let content = axis.length(contentSize(event))
    return isMain || stack.parameters.flexWrap == .wrap ? .children(content) : .longestChild(content)
  }

  private func insetRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let insets = tree.tables.insets[Int(tree.tables.elements[event.element.index].payload)]
    let sides = axis == .horizontal ? [insets.left, insets.right] : [insets.top, insets.bottom]
    let most = axis.length(event.resolved.max)
    if most < .infinity, sides.contains(.infinity) { return .fills(axis.length(contentSize(event))) }
    let sum = sides.filter { $0 < .infinity }.reduce(0, +)
    return .childAndInsets(ElementID(event.element.index + 1), insets: sum)
  }

  private func relativeRule(
    _ event: LayoutTrace.Event, _ parameters: RelativeParameters, _ axis: LayoutAxis
  ) -> LayoutRule {
    let minimizes =
      axis == .horizontal ? parameters.sizing.minimizesWidth : parameters.sizing.minimizesHeight
    let most = axis.length(event.resolved.max)
    return minimizes || !most.isValidLength ? .child(ElementID(event.element.index + 1)) : .fills(most)
  }

  private func reachRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    hasChildren(event.element) ? .reachOfChildren(axis.length(contentSize(event))) : .noContent
  }
}
