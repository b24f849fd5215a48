// How long an element is of itself.

import LayoutSpecs

extension LayoutExplainer {
  /// How its content makes the element as long as it is, if neither its range nor its style does.
  func contentRule(_ event: LayoutTrace.Event, _ axis: LayoutAxis) -> LayoutRule {
    let element = event.element
    let child = ElementID(element.index + 1)
    let content = axis.length(recorded.contentSize(event))
    if layout.hasNodeAnswers(of: element), tree.kind(of: element).isLeaf { return .userCode(content) }
    switch tree.content(of: element) {
    case .spec: return .noContent
    case .node: return event.resolved.max.isValid ? .fills(content) : .noContent
    case .sizedNode: return .intrinsic(content)
    case .text(let text):
      let height = recorded.contentSize(event).height
      let lines = text.lineHeight > 0 ? Int((height / text.lineHeight).rounded()) : 1
      return .text(content, lineCount: lines)
    case .measured: return .userCode(content)
    case .custom: return .userCode(axis.length(event.size))
    case .wrapper: return wrapperRule(event, axis)
    case .stack(let parameters): return stackRule(event, parameters, axis)
    case .inset(let insets): return insetRule(event, insets, axis)
    case .overlay, .background, .ratio, .compositeNode: return .child(child)
    case .center(let parameters): return relativeRule(event, parameters.relative, axis)
    case .relative(let parameters): return relativeRule(event, parameters, axis)
    case .absolute(let sizing):
      let isBounded = axis.length(event.resolved.max).isValidLength
      return sizing == .default && isBounded ? .fills(content) : reachRule(event, axis)
    case .corner(let parameters):
      return parameters.wrapsCorner ? .reachOfChildren(content) : .child(child)
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

  private func stackRule(
    _ event: LayoutTrace.Event, _ stack: StackParameters, _ axis: LayoutAxis
  ) -> LayoutRule {
    guard hasChildren(event.element) else { return .noContent }
    let content = axis.length(recorded.contentSize(event))
    let addsUp = LayoutAxis(stack.direction) == axis || stack.flexWrap == .wrap
    return addsUp ? .children(content) : .longestChild(content)
  }

  private func insetRule(
    _ event: LayoutTrace.Event, _ insets: EdgeInsets, _ axis: LayoutAxis
  ) -> LayoutRule {
    let sides = axis == .horizontal ? [insets.left, insets.right] : [insets.top, insets.bottom]
    let most = axis.length(event.resolved.max)
    if most < .infinity, sides.contains(.infinity) { return .fills(axis.length(recorded.contentSize(event))) }
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
    hasChildren(event.element) ? .reachOfChildren(axis.length(recorded.contentSize(event))) : .noContent
  }
}
