import LayoutSpecs

extension YogaPlacer {
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

  mutating func placeAcross() {
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
    placement.inner.spacingBefore = sayable(lead)
    placement.inner.spacingAfter = sayable(trail)
  }
}
