import LayoutSpecs

/// A flex container and what its children need to know of it.
struct YogaContainer {
  let node: YogaNode
  /// The room inside padding and border.
  let space: YogaSpace
  let grid: PixelGrid
  /// The number of children in its flow.
  let flowCount: Int
  /// The number of those that grow.
  let growingCount: Int
  /// The length along the axis that is left for the only child that grows; nil if unknown.
  let rest: Double?

  init(_ node: YogaNode, space: YogaSpace, grid: PixelGrid) {
    self.node = node
    self.space = space
    self.grid = grid
    let flow = node.flow
    flowCount = flow.count
    let axis = node.style.mainAxis
    let growing = flow.filter { YogaFlex($0).limited(by: $0.style, along: axis).grow > 0 }
    growingCount = growing.count
    guard growing.count == 1, let whole = space[axis].points else {
      rest = nil
      return
    }
    var rest = whole - node.style.gap(axis) * Double(flow.count - 1)
    for child in flow {
      let ends = child.style.margin.ends(axis)
      let own = YogaFlex(child).grow > 0 ? 0 : child.knownLength(axis)
      rest -= (own ?? .nan) + (ends.leading.points ?? 0) + (ends.trailing.points ?? 0)
    }
    self.rest = rest.isNaN ? nil : max(0, rest)
  }

  var main: BoxAxis { node.style.mainAxis }
  var cross: BoxAxis { main.other }
  var wraps: Bool { node.style.flexWrap != .noWrap }

  /// The stack's alignment.
  var alignItems: AlignItems { AlignItems(node.style.alignItems) }
}

extension AlignItems {
  /// The alignment of Yoga's value, with `start` for those that stacks do not have.
  init(_ align: YogaAlign) {
    switch align {
    case .center: self = .center
    case .flexEnd: self = .end
    case .stretch: self = .stretch
    default: self = .start
    }
  }
}

/// The flex factors and the basis of a node, with `flex` expanded.
struct YogaFlex {
  private(set) var grow: Double
  private(set) var shrink: Double
  private(set) var basis: YogaLength
  /// True if `flex` is below 0, an old form of a shrinking factor.
  let isNegative: Bool

  /// A positive `flex` is a growing factor with a basis of 0, a negative one a shrinking factor. The style's
  /// own factors and basis take precedence.
  init(_ node: YogaNode) {
    let style = node.style
    let flex = style.flex ?? 0
    grow = style.flexGrow ?? max(0, flex)
    isNegative = flex < 0 && style.flexShrink == nil && !node.usesWebDefaults
    shrink = style.flexShrink ?? (node.usesWebDefaults ? 1 : max(0, -flex))
    if style.flexBasis.isDefined {
      basis = style.flexBasis
    } else {
      basis = flex > 0 && !node.usesWebDefaults ? .points(0) : .auto
    }
  }

  /// The factors of a node with these limits: one length alone is its basis, and it does not flex.
  func limited(by style: YogaStyle, along axis: BoxAxis) -> YogaFlex {
    guard let minimum = style.minimum(axis).points, let maximum = style.maximum(axis).points,
      minimum >= maximum
    else { return self }
    var flex = self
    flex.grow = 0
    flex.shrink = 0
    flex.basis = .points(minimum)
    return flex
  }
}

extension YogaNode {
  /// True if the node takes part in its parent's flow.
  var isInFlow: Bool { style.display == .flex && style.positionType != .absolute }

  /// The children that follow one another.
  var flow: [YogaNode] { children.filter(\.isInFlow) }

  /// True if the node takes all of a bounded length because a child grows along the axis. A node with a
  /// minimum does not: its minimum already exceeds what children without a basis need.
  func fills(_ axis: BoxAxis) -> Bool {
    fillsBoundedLength && style.mainAxis == axis && (style.minimum(axis).points ?? 0) == 0
      && flow.contains { YogaFlex($0).grow > 0 }
  }

  /// True if the node scrolls, or its only content along the axis does.
  func scrolls(_ axis: BoxAxis) -> Bool {
    if style.overflow == .scroll { return true }
    let flow = flow
    return flow.count == 1 && style.mainAxis == axis && flow[0].scrolls(axis)
  }

  /// The size that the measure function chose, without padding and border; nil if no call was recorded.
  ///
  /// Flexing starts from the last width that the function chose freely; the last height belongs to the
  /// resulting width.
  var measuredSize: (width: Double, height: Double)? {
    guard let last = measurements.last else { return nil }
    let own = measurements.last { $0.widthMode != .exactly } ?? last
    return (own.outputWidth, last.outputHeight)
  }

  /// The length of the box along the axis from the style's points or a measurement; nil if there is neither.
  private func ownLength(_ axis: BoxAxis) -> Double? {
    if let points = style.size(axis).points { return style.limited(points, axis) }
    guard !style.size(axis).isDefined, children.isEmpty else { return nil }
    let content = isMeasured ? measuredSize.map { axis == .horizontal ? $0.width : $0.height } : 0
    return content.map { boxLength(content: $0, axis) }
  }

  /// The length of the box around a content.
  private func boxLength(content: Double, _ axis: BoxAxis) -> Double {
    style.limited(content + pointSum(style.padding, axis) + pointSum(style.border, axis), axis)
  }

  /// The node's own length along the axis or that of its content; nil if it depends on the room.
  func knownLength(_ axis: BoxAxis) -> Double? {
    if let own = ownLength(axis) { return own }
    guard !style.size(axis).isDefined, style.flexWrap == .noWrap, style.gap == nil, !children.isEmpty
    else { return nil }
    var content = 0.0
    for child in flow {
      let flex = YogaFlex(child)
      guard flex.grow == 0, !flex.basis.isDefined, let length = child.knownLength(axis) else { return nil }
      let outer = length + pointSum(child.style.margin, axis)
      content = axis == style.mainAxis ? content + outer : max(content, outer)
    }
    return boxLength(content: content, axis)
  }

  /// The least length along the axis, as far as points and measurements tell.
  func leastLength(_ axis: BoxAxis) -> Double {
    if let own = ownLength(axis) { return own }
    let lengths = flow.map { $0.leastLength(axis) + pointSum($0.style.margin, axis) }
    let isAlong = axis == style.mainAxis && style.flexWrap == .noWrap
    let content = isAlong ? lengths.reduce(0, +) : lengths.max() ?? 0
    return boxLength(content: content, axis)
  }

  private func pointSum(_ edges: YogaEdges, _ axis: BoxAxis) -> Double {
    let ends = edges.ends(axis)
    return (ends.leading.points ?? 0) + (ends.trailing.points ?? 0)
  }
}
