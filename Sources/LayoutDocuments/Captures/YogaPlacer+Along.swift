import LayoutSpecs

extension YogaPlacer {
  mutating func placeAlong() {
    let main = container.main
    let room = container.space[main]
    let (lead, trail) = (margin.leading(main), margin.trailing(main))
    let isReversed = container.node.style.flexDirection.isReversed
    placement.outer.spacingBefore = sayable(isReversed ? trail : lead)
    placement.outer.spacingAfter = sayable(isReversed ? lead : trail)
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
        setAlong(sayable(points * fraction))
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

  mutating func setAlong(_ points: Double) {
    if placement.acrossStack == nil {
      setSize(points, container.main)
    } else {
      placement.outer.flexBasis = dimension(limited(points, container.main))
      placement.space[container.main] = .exact(limited(points, container.main))
    }
  }
}
