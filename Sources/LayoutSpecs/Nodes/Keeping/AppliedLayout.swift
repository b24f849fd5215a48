/// The layout that was applied to a node last.
enum AppliedLayout {
  case none
  /// The node's own layout, or its part of a layout around it, with the nodes below.
  case whole(NodeLayout)
  /// A leaf's part of a layout around it, and the leaf's version in that layout. It takes no object of its own.
  case leaf(Layout, version: UInt64)

  /// The size; nil without a layout.
  var size: Size? {
    switch self {
    case .none: nil
    case .whole(let layout): layout.layout.size
    case .leaf(let layout, _): layout.size
    }
  }

  /// The constraint; nil without a layout. A leaf's is exactly its size.
  var constraint: LayoutConstraint? {
    switch self {
    case .none: nil
    case .whole(let layout): layout.constraint
    case .leaf(let layout, _): LayoutConstraint(ofLeaf: layout)
    }
  }

  /// The layout as an object; nil without a layout. A leaf's is made anew each time.
  var nodeLayout: NodeLayout? {
    switch self {
    case .none: nil
    case .whole(let layout): layout
    case .leaf(let layout, let version): NodeLayout(ofLeaf: layout, version: version)
    }
  }

  /// The node's version in the layout; nil without a layout.
  private var version: UInt64? {
    switch self {
    case .none: nil
    case .whole(let layout): layout.version
    case .leaf(_, let version): version
    }
  }

  /// True if both are the same layout of one node, whether or not they were computed together; see `NodeLayout.isSame`.
  func isSame(as other: AppliedLayout) -> Bool {
    switch (self, other) {
    case (.none, _), (_, .none): false
    case (.whole(let own), .whole(let other)): own.isSame(as: other)
    case (.leaf, _), (.whole, .leaf):
      // A leaf inherits no traits.
      version == other.version && size == other.size && constraint == other.constraint && hasDefaultTraits
        && other.hasDefaultTraits
    }
  }

  private var hasDefaultTraits: Bool {
    if case .whole(let layout) = self { layout.traits == nil } else { true }
  }
}

extension LayoutConstraint {
  /// The constraint of a leaf in a layout around it: exactly the size that it has there.
  init(ofLeaf layout: Layout) {
    let size = layout.size
    self.init(
      range: SizeRange(uncheckedMin: size, max: size), parentSize: size,
      pixelGrid: layout.contents.constraint.pixelGrid)
  }
}
