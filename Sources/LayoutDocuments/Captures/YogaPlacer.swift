import LayoutSpecs

/// Works out how one child is placed in its container.
struct YogaPlacer {
  let container: YogaContainer
  let child: YogaNode
  let flex: YogaFlex
  let margin: PointEdges
  var placement: YogaPlacement
  var losses: LossCounter

  init(_ child: YogaNode, in container: YogaContainer, losses: LossCounter) {
    self.container = container
    self.child = child
    self.losses = losses
    flex = YogaFlex(child).limited(by: child.style, along: container.main)
    let whole = container.space.width.points
    margin = resolvedEdges(child.style.margin, whole: whole, losses: &self.losses)
    placement = YogaPlacement(space: container.space)
  }

  /// The placement of a child in the flow.
  mutating func placeInFlow() {
    placement.outer.flexGrow = flex.grow
    placement.outer.flexShrink = flex.shrink
    if flex.isNegative { losses.note(.negativeFlex) }
    placeAcross()
    offset()
    placeAlong()
    placement.insets = placement.insets.flatMap { $0 == PointEdges() && !keepsInsets ? nil : $0 }
    limit(container.main)
    limit(container.cross)
  }

  /// Whether the node needs a spec around it that has no size of its own, even without any inset.
  var keepsInsets = false

  /// What scrolls is no longer than the room that its container had for it; `auto` where that is not known.
  var scrollLimit = Dimension.auto

  // MARK: Sizes

  /// A position moves the box and nothing else: insets that add up to 0.
  mutating func offset() {
    guard child.style.positionType == .relative else { return }
    for axis in [BoxAxis.horizontal, .vertical] {
      let ends = child.style.position.ends(axis)
      let whole = container.space[axis].points
      let leading = ends.leading.isDefined
      let end = leading ? ends.leading : ends.trailing
      guard end.isDefined else { continue }
      guard let points = end.resolved(in: whole) else {
        losses.note(.edgePercentDropped)
        continue
      }
      guard points != 0 else { continue }
      var insets = placement.insets ?? PointEdges()
      let shift = leading ? points : -points
      insets.add(axis, leading: shift, trailing: -shift)
      placement.insets = insets
    }
  }

  /// The points under those of the minimum and the maximum that are known.
  func limited(_ points: Double, _ axis: BoxAxis) -> Double {
    let whole = container.space[axis].points
    return max(
      child.style.minimum(axis).resolved(in: whole) ?? 0,
      min(child.style.maximum(axis).resolved(in: whole) ?? .infinity, points))
  }

  mutating func setSize(_ points: Double, _ axis: BoxAxis) {
    placement.inner[axis] = dimension(points)
    placement.space[axis] = .exact(limited(points, axis))
  }

  func dimension(_ points: Double) -> Dimension { .points(container.grid.snapped(max(0, points))) }

  /// Writes the minimum and the maximum of the axis.
  mutating func limit(_ axis: BoxAxis) {
    let (minimum, maximum) = (child.style.minimum(axis), child.style.maximum(axis))
    let whole = container.space[axis]
    placement.inner.setMinimum(limitDimension(minimum, whole), axis)
    placement.inner.setMaximum(limitDimension(maximum, whole), axis)
    if axis == container.main && !maximum.isDefined { placement.inner.setMaximum(scrollLimit, axis) }
    let flexes = whole.isExact && flex.grow + flex.shrink > 0
    if axis == container.main && flexes && (minimum.isDefined || maximum.isDefined) {
      losses.note(.flexedLimit)
    }
    placement.space[axis] = placement.space[axis].limited(
      min: minimum.resolved(in: whole.points), max: maximum.resolved(in: whole.points))
  }

  mutating func limitDimension(_ length: YogaLength, _ whole: YogaRoom) -> Dimension {
    switch length {
    case .undefined, .auto: return .auto
    case .points(let points): return dimension(points)
    case .fraction(let fraction):
      if whole.isExact && fraction <= 1 && (placement.insets ?? PointEdges()) == PointEdges() {
        return .fraction(fraction)
      }
      if let points = whole.points {
        losses.note(.percentAsPoints)
        return dimension(points * fraction)
      }
      losses.note(.percentDropped)
      return .auto
    }
  }
}

/// The points at the edges. A percentage is one of the width around the box; `auto` and what is not known count as 0.
func resolvedEdges(_ edges: YogaEdges, whole: Double?, losses: inout LossCounter) -> PointEdges {
  let resolved = edges.resolved
  func points(_ length: YogaLength) -> Double {
    if length.fraction != nil && whole == nil { losses.note(.edgePercentDropped) }
    return length.resolved(in: whole) ?? 0
  }
  return PointEdges(
    top: points(resolved.top), left: points(resolved.left), bottom: points(resolved.bottom),
    right: points(resolved.right))
}
