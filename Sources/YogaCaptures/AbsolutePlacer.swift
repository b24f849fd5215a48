import LayoutSpecs

/// Finds the specs that place an absolute child over its container's box, which has an exact size.
///
/// Along an axis on which both edges are set the child fills what they leave; else it has a length of its
/// own, which may exceed the container's. There are three forms:
///
/// - `inset`, if it fills along both axes;
/// - `absolute` with a `layoutPosition`, if it has a length and a start along both;
/// - else nested stacks that justify it along each axis on which it is free.
struct AbsolutePlacer {
  /// A spec around the child's node.
  struct Wrapper {
    var content: ElementContent
    var style = Style()
    /// A spacer before the child, a fraction of the container's length; nil for none.
    var spacer: Style?
  }

  private let child: YogaNode
  private let container: YogaNode
  private let border: PointEdges
  private let space: YogaSpace
  private let grid: PixelGrid
  private var margin = PointEdges()
  private(set) var losses: LossCounter
  /// The node, inside the wrappers.
  private(set) var placement: YogaPlacement
  /// The specs around it, from the outside in.
  private(set) var wrappers: [Wrapper] = []

  /// The anchor of a child along an axis. Distances include margin and border.
  private enum Anchor {
    case fill(Double, Double)
    case start(Double)
    /// A fraction of the container's length, and points.
    case fraction(Double, Double)
    case end(Double)
    case center(Double)
  }

  init(
    _ child: YogaNode, in container: YogaNode, border: PointEdges, space: YogaSpace, grid: PixelGrid,
    losses: LossCounter
  ) {
    self.child = child
    self.container = container
    self.border = border
    self.space = space
    self.grid = grid
    self.losses = losses
    placement = YogaPlacement(space: space)
    margin = resolvedEdges(child.style.margin, whole: space.width.points, losses: &self.losses)
  }

  /// Sets the placement and the wrappers.
  mutating func place() {
    let (x, y) = (anchor(.horizontal), anchor(.vertical))
    setRoom(.horizontal, x)
    setRoom(.vertical, y)
    switch (x, y) {
    case (.fill(let left, let right), .fill(let top, let bottom)):
      wrappers = [inset(top: top, left: left, bottom: bottom, right: right)]
    case (.start(let left), .start(let top)) where fits(.horizontal, left) && fits(.vertical, top):
      setSize(.horizontal)
      setSize(.vertical)
      placement.outer.layoutPosition = Point(grid.snapped(left), grid.snapped(top))
      wrappers = [Wrapper(content: .absolute(.default))]
    case (.fill(let left, let right), _):
      wrappers = [stack(.vertical, y), inset(left: left, right: right)]
      wrappers[1].style = lengthStyle(.vertical, y)
    case (_, .fill(let top, let bottom)):
      wrappers = [stack(.horizontal, x), inset(top: top, bottom: bottom)]
      wrappers[1].style = lengthStyle(.horizontal, x)
    default:
      wrappers = [stack(.vertical, y), stack(.horizontal, x)]
      wrappers[1].style = lengthStyle(.vertical, y)
      if child.style.height.fraction == nil, case .stack(var inner) = wrappers[1].content {
        inner.alignItems = .start
        wrappers[1].content = .stack(inner)
      }
      setSize(.horizontal)
      setSpacing(x, of: &placement.outer)
    }
    for axis in BoxAxis.allCases { limit(axis) }
  }

  /// True if the child is known to end inside the container: `absolute` cuts off what does not.
  private func fits(_ axis: BoxAxis, _ start: Double) -> Bool {
    guard let length = child.style.size(axis).points, let whole = space[axis].points else { return false }
    return start + max(length, child.style.minimum(axis).resolved(in: whole) ?? 0) <= whole
  }

  // MARK: Anchors

  private mutating func anchor(_ axis: BoxAxis) -> Anchor {
    let ends = child.style.position.ends(axis)
    let lead = margin.leading(axis) + border.leading(axis)
    let trail = margin.trailing(axis) + border.trailing(axis)
    let whole = space[axis].isExact ? space[axis].points : nil
    if ends.leading.isDefined && ends.trailing.isDefined && !child.style.size(axis).isDefined {
      return .fill(distance(ends.leading, whole) + lead, distance(ends.trailing, whole) + trail)
    }
    if ends.leading.isDefined {
      if let fraction = ends.leading.fraction, whole == nil, fraction >= 0, fraction <= 1 {
        return .fraction(fraction, lead)
      }
      return .start(distance(ends.leading, whole) + lead)
    }
    if ends.trailing.isDefined { return .end(distance(ends.trailing, whole) + trail) }
    return flowAnchor(axis, lead, trail)
  }

  private mutating func distance(_ length: YogaLength, _ whole: Double?) -> Double {
    guard let points = length.resolved(in: whole) else {
      losses.count(.edgePercentDropped)
      return 0
    }
    return points
  }

  /// The anchor of a child without edges: where the container's flow would put it alone, in the whole box.
  private func flowAnchor(_ axis: BoxAxis, _ lead: Double, _ trail: Double) -> Anchor {
    let style = container.style
    let middle = Anchor.center(margin.leading(axis) - margin.trailing(axis))
    if axis == style.mainAxis {
      switch style.justifyContent {
      case .center, .spaceAround, .spaceEvenly: return middle
      case .flexStart, .spaceBetween: return style.flexDirection.isReversed ? .end(trail) : .start(lead)
      case .flexEnd: return style.flexDirection.isReversed ? .start(lead) : .end(trail)
      }
    }
    switch child.style.alignSelf == .auto ? style.alignItems : child.style.alignSelf {
    case .center: return middle
    case .flexEnd: return .end(trail)
    default: return .start(lead)
    }
  }

  // MARK: Wrappers

  private func inset(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) -> Wrapper {
    Wrapper(content: .inset(grid.snapped(PointEdges(top: top, left: left, bottom: bottom, right: right))))
  }

  private func stack(_ axis: BoxAxis, _ anchor: Anchor) -> Wrapper {
    var justify = JustifyContent.start
    var spacer: Style?
    switch anchor {
    case .end: justify = .end
    case .center: justify = .center
    case .fraction(let fraction, _): spacer = Style { $0[axis] = .fraction(fraction) }
    case .start, .fill: break
    }
    let direction: StackDirection = axis == .horizontal ? .horizontal : .vertical
    return Wrapper(
      content: .stack(StackParameters(direction: direction, justifyContent: justify)), spacer: spacer)
  }

  /// Sets the distance from the anchor's edge.
  private func setSpacing(_ anchor: Anchor, of style: inout Style) {
    switch anchor {
    case .start(let points), .fraction(_, let points): style.spacingBefore = grid.snapped(points)
    case .end(let points): style.spacingAfter = grid.snapped(points)
    case .center(let difference): style.spacingBefore = clamped(difference)
    case .fill: break
    }
  }

  /// The style, for the spec in the outer stack, with the child's length and place along that stack.
  private mutating func lengthStyle(_ axis: BoxAxis, _ anchor: Anchor) -> Style {
    var style = Style()
    setSpacing(anchor, of: &style)
    if let fraction = child.style.size(axis).fraction, fraction <= 1 {
      style.flexBasis = .fraction(fraction)
    } else {
      setSize(axis)
    }
    return style
  }

  // MARK: Sizes

  private mutating func setSize(_ axis: BoxAxis) {
    placement.inner[axis] = dimension(child.style.size(axis), axis)
  }

  private mutating func dimension(_ length: YogaLength, _ axis: BoxAxis) -> Dimension {
    grid.dimension(length, of: space[axis].points, losses: &losses)
  }

  private mutating func limit(_ axis: BoxAxis) {
    placement.inner.setMinimum(dimension(child.style.minimum(axis), axis), axis)
    placement.inner.setMaximum(dimension(child.style.maximum(axis), axis), axis)
  }

  private mutating func setRoom(_ axis: BoxAxis, _ anchor: Anchor) {
    let whole = space[axis].points
    if case .fill(let lead, let trail) = anchor {
      placement.space[axis] = .exact(whole.map { max(0, $0 - lead - trail) })
    } else if child.style.size(axis).isDefined {
      placement.space[axis] = .exact(child.style.size(axis).resolved(in: whole))
    } else {
      // Yoga bounds only the width, and only in a column.
      let isBounded = axis == .horizontal && container.style.mainAxis == .vertical
      placement.space[axis] = isBounded ? space[axis].fitted : .unlimited
    }
    placement.space[axis] = placement.space[axis].limited(
      min: child.style.minimum(axis).resolved(in: whole), max: child.style.maximum(axis).resolved(in: whole))
  }
}
