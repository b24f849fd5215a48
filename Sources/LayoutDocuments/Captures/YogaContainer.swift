import LayoutSpecs

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
