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
    guard let minimum = style.minimum(axis).points, let maximum = style.maximum(axis).points, minimum >= maximum
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
  func fills(_ axis: BoxAxis) -> Bool {
    fillsBoundedLength && style.mainAxis == axis && flow.contains { YogaFlex($0).grow > 0 }
  }
}
