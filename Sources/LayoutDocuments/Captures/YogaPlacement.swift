import LayoutSpecs

/// How a child of a flex container is said in a stack: what is around its node, and the styles of both.
struct YogaPlacement {
  /// What the stack is asked for: how the child flexes, its space along the axis, its place across.
  var outer = Style()
  /// The sizes that the node asks for.
  var inner = Style()
  /// Around the node; nil where nothing is.
  var insets: PointEdges?
  /// A stack across around the node, in which it may be longer than the container; nil where nothing is.
  var acrossStack: StackParameters?
  /// The room that the node's box has.
  var space: YogaSpace
}

/// A flex container, as its children see it.
struct YogaContainer {
  let node: YogaNode
  /// The room inside padding and border.
  let space: YogaSpace
  let grid: PixelGrid
  /// How many children are in its flow.
  let flowCount: Int
  /// How many of them grow.
  let growingCount: Int
  /// The length along the axis that is left for the one child that grows, where the others say theirs; else nil.
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
    let style = node.style
    let gap = (axis == .horizontal ? style.columnGap : style.rowGap) ?? style.gap ?? 0
    guard growing.count == 1, let whole = space[axis].points else {
      rest = nil
      return
    }
    var rest = whole - gap * Double(flow.count - 1)
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
}

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
  private var keepsInsets = false

  /// What scrolls is no longer than the room that its container had for it; `auto` where that is not known.
  private var scrollLimit = Dimension.auto

  // MARK: Across

  /// How the child lies across: its own alignment or the container's; a margin that is `auto` pushes it away.
  private var alignment: AlignItems {
    let ends = child.style.margin.ends(container.cross)
    switch (ends.leading, ends.trailing) {
    case (.auto, .auto): return .center
    case (.auto, _): return .end
    case (_, .auto): return .start
    default: break
    }
    let own = child.style.alignSelf
    switch own == .auto ? container.node.style.alignItems : own {
    case .center: return .center
    case .flexEnd: return .end
    case .stretch: return .stretch
    default: return .start
    }
  }

  private mutating func placeAcross() {
    let cross = container.cross
    let room = container.space[cross]
    var align = alignment
    var (lead, trail) = (margin.leading(cross), margin.trailing(cross))
    let boxed = room.less(lead + trail)
    if (child.style.alignSelf == .auto ? container.node.style.alignItems : child.style.alignSelf) == .baseline
    {
      losses.note(.baseline)
    }
    placement.space[cross] = boxed.fitted
    switch child.style.size(cross) {
    case .points(let points):
      setSize(points, cross)
      if align == .stretch { align = .start }
      placeOverflow(limited(points, cross) + lead + trail, align, lead, trail)
    case .fraction(let fraction) where room.isExact && fraction <= 1:
      placement.inner[cross] = .fraction(fraction)
      placement.space[cross] = .exact(room.points.map { $0 * fraction })
      // The percentage is one of the container, margins included: insets that add up to 0 leave it whole.
      switch align {
      case .end: (lead, trail) = (-trail, trail)
      case .center: (lead, trail) = ((lead - trail) / 2, (trail - lead) / 2)
      default: (lead, trail, align) = (lead, -lead, .start)
      }
    case .fraction(let fraction):
      // Of a length that the content decides, Yoga lets the child's content be part of it, and takes the fraction of what
      // came out. All of it is what stretching gives.
      losses.note(fraction == 1 ? .percentAsStretch : .percentDropped)
      align = fraction == 1 ? .stretch : align == .stretch ? .start : align
      placeFitted(&align, boxed, lead, trail)
    case .undefined, .auto:
      placeFitted(&align, boxed, lead, trail)
    }
    if placement.acrossStack == nil {
      var insets = placement.insets ?? PointEdges()
      insets.add(cross, leading: lead, trailing: trail)
      placement.insets = insets
      placement.outer.alignSelf = align.asAlignSelf(unless: container.alignItems)
    }
  }

  /// Across, a child without a length of its own.
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
      // Widths are what contents adapt to; a height that is exact and not known may be anything.
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
    // A minimum of its own would keep the child from being stretched; a spec around it has none.
    if child.style.minimum(cross).isDefined { keepsInsets = true }
  }

  /// A stack gives no child more across than it has itself; a stack in the other direction does.
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
    placement.inner.spacingBefore = lead
    placement.inner.spacingAfter = trail
  }

  // MARK: Along

  private mutating func placeAlong() {
    let main = container.main
    let room = container.space[main]
    let (lead, trail) = (margin.leading(main), margin.trailing(main))
    let isReversed = container.node.style.flexDirection.isReversed
    placement.outer.spacingBefore = isReversed ? trail : lead
    placement.outer.spacingAfter = isReversed ? lead : trail
    let boxed = room.less(lead + trail)
    let isFree = container.node.style.overflow == .scroll
    placement.space[main] = isFree ? .unlimited : boxed.fitted
    if flex.grow > 0 && room.isExact && !isFree {
      placement.space[main] = .exact(container.rest)
    }
    // Yoga asks for a basis only where the container's length is bounded.
    let length = flex.basis.isDefined && !room.isUnlimited ? flex.basis : child.style.size(main)
    let isBasis = flex.basis.isDefined && !room.isUnlimited
    switch length {
    case .points(let points) where isBasis:
      // A box is no shorter than its padding and border.
      let least = edges(child.style.padding).sum(main) + edges(child.style.border).sum(main)
      placement.outer.flexBasis = dimension(max(points, least, child.style.minimum(main).points ?? 0))
      if points > 0 && flex.grow == 0 { placement.space[main] = .exact(points) }
    case .points(let points):
      setAlong(points)
      if flex.grow > 0 && room.isExact { placement.space[main] = .exact(nil) }
    case .fraction(let fraction) where room.isExact && fraction <= 1:
      placement.space[main] = .exact(flex.grow > 0 ? nil : room.points.map { $0 * fraction })
      // In an inset the percentage would be one of what the insets leave, and 0 where the length is not known.
      if isBasis || (placement.insets ?? PointEdges()) != PointEdges() || keepsInsets {
        placement.outer.flexBasis = .fraction(fraction)
      } else {
        placement.inner[main] = .fraction(fraction)
      }
    case .fraction(let fraction):
      if let points = room.points {
        losses.note(.percentAsPoints)
        setAlong(points * fraction)
      } else {
        losses.note(.percentDropped)
      }
    case .undefined, .auto:
      guard !room.isUnlimited && !isFree else { return }
      placeContentAlong(boxed)
    }
  }

  /// Along a bounded length, a child whose content decides.
  private mutating func placeContentAlong(_ boxed: YogaRoom) {
    let main = container.main
    // Yoga lays out no children to find a length along where the one across is exact, and so nothing grows then.
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

  private mutating func edges(_ edges: YogaEdges) -> PointEdges {
    resolvedEdges(edges, whole: container.space.width.points, losses: &losses)
  }

  private mutating func setAlong(_ points: Double) {
    if placement.acrossStack == nil {
      setSize(points, container.main)
    } else {
      placement.outer.flexBasis = dimension(limited(points, container.main))
      placement.space[container.main] = .exact(limited(points, container.main))
    }
  }

  // MARK: Sizes

  /// A position moves the box and nothing else: insets that add up to 0.
  private mutating func offset() {
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
  private func limited(_ points: Double, _ axis: BoxAxis) -> Double {
    let whole = container.space[axis].points
    return max(
      child.style.minimum(axis).resolved(in: whole) ?? 0,
      min(child.style.maximum(axis).resolved(in: whole) ?? .infinity, points))
  }

  private mutating func setSize(_ points: Double, _ axis: BoxAxis) {
    placement.inner[axis] = dimension(points)
    placement.space[axis] = .exact(limited(points, axis))
  }

  private func dimension(_ points: Double) -> Dimension { .points(container.grid.snapped(max(0, points))) }

  /// Writes the minimum and the maximum of the axis.
  private mutating func limit(_ axis: BoxAxis) {
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

  private mutating func limitDimension(_ length: YogaLength, _ whole: YogaRoom) -> Dimension {
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

extension YogaContainer {
  /// How the stack aligns children that say nothing themselves.
  var alignItems: AlignItems {
    switch node.style.alignItems {
    case .center: .center
    case .flexEnd: .end
    case .stretch: .stretch
    default: .start
    }
  }
}

extension AlignItems {
  /// The child's own alignment; `auto` where it is the stack's.
  func asAlignSelf(unless inherited: AlignItems) -> AlignSelf {
    guard self != inherited else { return .auto }
    switch self {
    case .start: return .start
    case .end: return .end
    case .center: return .center
    default: return .stretch
    }
  }
}

extension Style {
  /// The width or the height.
  subscript(axis: BoxAxis) -> Dimension {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  mutating func setMinimum(_ minimum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { minWidth = minimum } else { minHeight = minimum }
  }

  mutating func setMaximum(_ maximum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { maxWidth = maximum } else { maxHeight = maximum }
  }
}

extension PixelGrid {
  /// The length in whole pixels where it is that but for a thousandth of a pixel, and else as it is.
  ///
  /// Captures hold numbers of 32 bits, of which a third of a point is a little more than that; rounded up it would be a
  /// pixel too much.
  func snapped(_ points: Double) -> Double {
    let pixels = points * scale
    return abs(pixels - pixels.rounded()) < 0.001 ? pixels.rounded() / scale : points
  }
}
