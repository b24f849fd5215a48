/// How a node flexes in its parent, with what `flex` stands for worked out.
struct YogaFlex {
  private(set) var grow: Double
  private(set) var shrink: Double
  private(set) var basis: YogaLength
  /// Whether `flex` is below 0, which is an old way to say that a node shrinks.
  let isNegative: Bool

  /// A positive `flex` is a growing factor with a basis of 0, a negative one a shrinking factor. What the style says of the
  /// factors and the basis themselves comes first.
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

  /// The same for a node whose minimum and maximum may leave it one length: then it does not flex, and that is its basis.
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
  /// Whether the node takes part in its parent's flow.
  var isInFlow: Bool { style.display == .flex && style.positionType != .absolute }

  /// The children that are laid out one after the other.
  var flow: [YogaNode] { children.filter(\.isInFlow) }

  /// Whether a child grows along the axis, so that a bounded length is taken as a whole.
  ///
  /// A minimum bounds what such a container takes, for it is more than what children without a basis need.
  func fills(_ axis: BoxAxis) -> Bool {
    fillsBoundedLength && style.mainAxis == axis && (style.minimum(axis).points ?? 0) == 0
      && flow.contains { YogaFlex($0).grow > 0 }
  }

  /// Whether the node scrolls, or holds nothing along the axis but what does.
  func scrolls(_ axis: BoxAxis) -> Bool {
    if style.overflow == .scroll { return true }
    let flow = flow
    return flow.count == 1 && style.mainAxis == axis && flow[0].scrolls(axis)
  }

  /// The size that the measure function chose, without padding and border; nil where no call was recorded.
  ///
  /// The last width that was the function's own choice is what flexing begins with; the last height is the one of the width
  /// that came out of it.
  var measuredSize: (width: Double, height: Double)? {
    guard let last = measurements.last else { return nil }
    let own = measurements.last { $0.widthMode != .exactly } ?? last
    return (own.outputWidth, last.outputHeight)
  }

  /// The length along the axis where the node says it itself, without its margins: points, or a measurement. Else nil.
  func ownLength(_ axis: BoxAxis) -> Double? {
    let least = style.minimum(axis).points ?? 0
    let most = style.maximum(axis).points ?? .infinity
    if let points = style.size(axis).points { return max(least, min(most, points)) }
    guard !style.size(axis).isDefined, children.isEmpty else { return nil }
    let content = isMeasured ? measuredSize.map { axis == .horizontal ? $0.width : $0.height } : 0
    return content.map {
      max(least, min(most, $0 + pointSum(style.padding, axis) + pointSum(style.border, axis)))
    }
  }

  /// The length along the axis where it is known whatever room there is: the node's own, or that of all its content. Else nil.
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
    let edges = pointSum(style.padding, axis) + pointSum(style.border, axis)
    return max(style.minimum(axis).points ?? 0, min(style.maximum(axis).points ?? .infinity, content + edges))
  }

  /// The length that the node needs along the axis whatever room it has, as far as points and measurements say.
  func leastLength(_ axis: BoxAxis) -> Double {
    if let own = ownLength(axis) { return own }
    let lengths = flow.map { $0.leastLength(axis) + pointSum($0.style.margin, axis) }
    let isAlong = axis == style.mainAxis && style.flexWrap == .noWrap
    let content = isAlong ? lengths.reduce(0, +) : lengths.max() ?? 0
    let edges = pointSum(style.padding, axis) + pointSum(style.border, axis)
    return max(style.minimum(axis).points ?? 0, min(style.maximum(axis).points ?? .infinity, content + edges))
  }

  private func pointSum(_ edges: YogaEdges, _ axis: BoxAxis) -> Double {
    let ends = edges.ends(axis)
    return (ends.leading.points ?? 0) + (ends.trailing.points ?? 0)
  }
}
