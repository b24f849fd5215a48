import LayoutSpecs

/// The place of a flex container's child in a stack: the specs around its node, and the styles of both.
struct YogaPlacement {
  /// The properties for the stack: factors, spacing along the axis, alignment across.
  var outer = Style()
  /// The sizes of the node.
  var inner = Style()
  /// The insets around the node.
  var insets = PointEdges()
  /// True if the node needs an inset spec around it, which has no size of its own, even without any inset.
  var keepsInsets = false
  /// A stack across around the node, in which it may be longer than the container; nil for none.
  var acrossStack: StackParameters?
  /// The room of the node's box.
  var space: YogaSpace

  /// True if there is an inset spec around the node.
  var hasInsets: Bool { insets != PointEdges() || keepsInsets }
}

/// Finds the placement of a child in its container's flow.
struct YogaPlacer {
  let container: YogaContainer
  let child: YogaNode
  let flex: YogaFlex
  let margin: PointEdges
  var placement: YogaPlacement
  var losses: LossCounter
  /// The most that scrolling content may take of the container; `auto` if unknown.
  private var scrollLimit = Dimension.auto

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
    if flex.isNegative { losses.count(.negativeFlex) }
    placeAcross()
    offset()
    placeAlong()
    limit(container.main)
    limit(container.cross)
  }

  // MARK: Sizes

  /// Expresses a relative position, which moves only the box, as insets that add up to 0.
  private mutating func offset() {
    guard child.style.positionType == .relative else { return }
    for axis in BoxAxis.allCases {
      let ends = child.style.position.ends(axis)
      let whole = container.space[axis].points
      let leading = ends.leading.isDefined
      let end = leading ? ends.leading : ends.trailing
      guard end.isDefined else { continue }
      guard let points = end.resolved(in: whole) else {
        losses.count(.edgePercentDropped)
        continue
      }
      let shift = leading ? points : -points
      placement.insets.add(axis, leading: shift, trailing: -shift)
    }
  }

  /// The points under the known limits.
  private func limited(_ points: Double, _ axis: BoxAxis) -> Double {
    child.style.limited(points, axis, in: container.space[axis].points)
  }

  private mutating func setSize(_ points: Double, _ axis: BoxAxis) {
    placement.inner[axis] = dimension(points)
    placement.space[axis] = .exact(limited(points, axis))
  }

  private func dimension(_ points: Double) -> Dimension { .points(container.grid.snapped(max(0, points))) }

  /// Sets the minimum and the maximum along an axis.
  private mutating func limit(_ axis: BoxAxis) {
    let (minimum, maximum) = (child.style.minimum(axis), child.style.maximum(axis))
    let whole = container.space[axis]
    placement.inner.setMinimum(limitDimension(minimum, whole), axis)
    placement.inner.setMaximum(limitDimension(maximum, whole), axis)
    if axis == container.main && !maximum.isDefined { placement.inner.setMaximum(scrollLimit, axis) }
    let flexes = whole.isExact && flex.grow + flex.shrink > 0
    if axis == container.main && flexes && (minimum.isDefined || maximum.isDefined) {
      losses.count(.flexedLimit)
    }
    placement.space[axis] = placement.space[axis].limited(
      min: minimum.resolved(in: whole.points), max: maximum.resolved(in: whole.points))
  }

  private mutating func limitDimension(_ length: YogaLength, _ whole: YogaRoom) -> Dimension {
    container.grid.dimension(
      length, of: whole.points, keepsFraction: whole.isExact && placement.insets == PointEdges(),
      losses: &losses)
  }
}

/// The points at the edges. Percentages refer to the width around the box; `auto` and unknown lengths are 0.
func resolvedEdges(_ edges: YogaEdges, whole: Double?, losses: inout LossCounter) -> PointEdges {
  let resolved = edges.resolved
  func points(_ length: YogaLength) -> Double {
    if length.fraction != nil && whole == nil { losses.count(.edgePercentDropped) }
    return length.resolved(in: whole) ?? 0
  }
  return PointEdges(
    top: points(resolved.top), left: points(resolved.left), bottom: points(resolved.bottom),
    right: points(resolved.right))
}

// MARK: - Across

extension YogaPlacer {
  /// The child's own alignment or else the container's.
  private var ownAlign: YogaAlign {
    child.style.alignSelf == .auto ? container.node.style.alignItems : child.style.alignSelf
  }

  /// The alignment across; a margin that is `auto` pushes the child away.
  private var alignment: AlignItems {
    let ends = child.style.margin.ends(container.cross)
    switch (ends.leading, ends.trailing) {
    case (.auto, .auto): return .center
    case (.auto, _): return .end
    case (_, .auto): return .start
    default: return AlignItems(ownAlign)
    }
  }

  private mutating func placeAcross() {
    let cross = container.cross
    let room = container.space[cross]
    var align = alignment
    var (lead, trail) = (margin.leading(cross), margin.trailing(cross))
    let boxed = room.less(lead + trail)
    if ownAlign == .baseline { losses.count(.baseline) }
    placement.space[cross] = boxed.fitted
    switch child.style.size(cross) {
    case .points(let points):
      setSize(points, cross)
      if align == .stretch { align = .start }
      placeOverflow(limited(points, cross) + lead + trail, align, lead, trail)
    case .fraction(let fraction) where room.isExact && fraction <= 1:
      placement.inner[cross] = .fraction(fraction)
      placement.space[cross] = .exact(room.points.map { $0 * fraction })
      // The percentage refers to the container including margins: insets that add up to 0 keep it.
      switch align {
      case .end: (lead, trail) = (-trail, trail)
      case .center: (lead, trail) = ((lead - trail) / 2, (trail - lead) / 2)
      default: (lead, trail, align) = (lead, -lead, .start)
      }
    case .fraction(let fraction):
      // If the content decides the length, the child's content is part of it, and Yoga takes the fraction of
      // the result. All of it is what stretching gives.
      losses.count(fraction == 1 ? .percentAsStretch : .percentDropped)
      align = fraction == 1 ? .stretch : align == .stretch ? .start : align
      placeFitted(&align, boxed, lead, trail)
    case .undefined, .auto:
      placeFitted(&align, boxed, lead, trail)
    }
    if placement.acrossStack == nil {
      placement.insets.add(cross, leading: lead, trailing: trail)
      placement.outer.alignSelf = align.asAlignSelf(unless: container.alignItems)
    }
  }

  /// Places a child without a length of its own across.
  private mutating func placeFitted(
    _ align: inout AlignItems, _ boxed: YogaRoom, _ lead: Double, _ trail: Double
  ) {
    let cross = container.cross
    if child.fills(cross) {
      if boxed.isExact && align != .stretch {
        align = .stretch
      } else if cross == .horizontal, case .atMost(let points?) = boxed {
        setSize(points, cross)
      }
    }
    guard align == .stretch else {
      // Contents adapt to widths; an exact height that is unknown may be anything.
      if cross == .vertical { placeOverflow(child.leastLength(cross) + lead + trail, align, lead, trail) }
      return
    }
    if boxed.isExact && !container.wraps {
      placement.space[cross] = boxed
      if child.style.maximum(cross).isDefined {
        placement.inner[cross] = .fraction(1)
        align = .start
      }
    }
    // A minimum would keep the child from being stretched; a spec around it has none.
    if child.style.minimum(cross).isDefined { placement.keepsInsets = true }
  }

  /// Lets a child that is longer than the container across overflow, in a stack in that direction.
  private mutating func placeOverflow(_ length: Double, _ align: AlignItems, _ lead: Double, _ trail: Double)
  {
    let minimum = child.style.minimum(container.cross).points ?? 0
    let room = container.space[container.cross]
    let needed = max(length, minimum + lead + trail)
    let isUnknown = room == .exact(nil) && container.cross == .vertical
    guard isUnknown ? needed > 0 : needed > (room.points ?? .infinity) + 0.01 else { return }
    let justify: JustifyContent = align == .end ? .end : align == .center ? .center : .start
    placement.acrossStack = StackParameters(
      direction: container.cross == .horizontal ? .horizontal : .vertical, justifyContent: justify)
    placement.outer.alignSelf = AlignItems.stretch.asAlignSelf(unless: container.alignItems)
    placement.inner.spacingBefore = clamped(lead)
    placement.inner.spacingAfter = clamped(trail)
  }
}

// MARK: - Along

extension YogaPlacer {
  private mutating func placeAlong() {
    let main = container.main
    let room = container.space[main]
    let (lead, trail) = (margin.leading(main), margin.trailing(main))
    let isReversed = container.node.style.flexDirection.isReversed
    placement.outer.spacingBefore = clamped(isReversed ? trail : lead)
    placement.outer.spacingAfter = clamped(isReversed ? lead : trail)
    let boxed = room.less(lead + trail)
    let isFree = container.node.style.overflow == .scroll
    placement.space[main] = isFree ? .unlimited : boxed.fitted
    if flex.grow > 0 && room.isExact && !isFree { placement.space[main] = .exact(container.rest) }
    // Yoga uses a basis only if the container's length is bounded.
    let isBasis = flex.basis.isDefined && !room.isUnlimited
    switch isBasis ? flex.basis : child.style.size(main) {
    case .points(let points) where isBasis:
      // A box is no shorter than its padding and border.
      let whole = container.space.width.points
      let least =
        resolvedEdges(child.style.padding, whole: whole, losses: &losses).sum(main)
        + resolvedEdges(child.style.border, whole: whole, losses: &losses).sum(main)
      placement.outer.flexBasis = dimension(max(points, least, child.style.minimum(main).points ?? 0))
      if points > 0 && flex.grow == 0 { placement.space[main] = .exact(points) }
    case .points(let points):
      setAlong(points)
      if flex.grow > 0 && room.isExact { placement.space[main] = .exact(nil) }
    case .fraction(let fraction) where room.isExact && fraction <= 1:
      placement.space[main] = .exact(flex.grow > 0 ? nil : room.points.map { $0 * fraction })
      // In an inset spec the percentage would refer to what the insets leave.
      if isBasis || placement.hasInsets {
        placement.outer.flexBasis = .fraction(fraction)
      } else {
        placement.inner[main] = .fraction(fraction)
      }
    case .fraction(let fraction):
      if let points = room.points {
        losses.count(.percentAsPoints)
        setAlong(clamped(points * fraction))
      } else {
        losses.count(.percentDropped)
      }
    case .undefined, .auto:
      guard !room.isUnlimited && !isFree else { return }
      placeContentAlong(boxed)
    }
  }

  /// Places a child whose content decides along a bounded length.
  private mutating func placeContentAlong(_ boxed: YogaRoom) {
    let main = container.main
    // If the length across is exact, Yoga does not lay out children to find the one along, and nothing grows.
    if child.fills(main) && !placement.space[container.cross].isExact {
      if let points = boxed.points {
        setAlong(points)
      } else if boxed.isExact {
        placement.outer.flexBasis = .fraction(1)
        placement.space[main] = .exact(nil)
      }
    } else if child.scrolls(main) {
      if let points = boxed.points {
        scrollLimit = dimension(points)
      } else if boxed.isExact && margin.sum(main) == 0 {
        scrollLimit = .fraction(1)
      }
    }
  }

  private mutating func setAlong(_ points: Double) {
    if placement.acrossStack == nil {
      setSize(points, container.main)
    } else {
      placement.outer.flexBasis = dimension(limited(points, container.main))
      placement.space[container.main] = .exact(limited(points, container.main))
    }
  }
}
