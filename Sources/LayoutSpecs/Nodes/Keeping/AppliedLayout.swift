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

  /// The object that a node keeps for this layout; nil without a layout.
  var object: AnyObject? {
    switch self {
    case .none: nil
    case .whole(let layout): layout
    case .leaf(let layout, _): layout.memory
    }
  }

  /// True if this is the same layout as a node's own one, or as its part of a layout around it; see `NodeLayout.isSame`.
  func isSame(as layout: NodeLayout) -> Bool {
    switch self {
    case .none: false
    case .whole(let own): layout.isSame(as: own)
    case .leaf(let own, let version): layout.isLeaf(own, version: version)
    }
  }

  /// True if this is the layout of a leaf in this version, and as large as this one.
  func isLeaf(_ layout: Layout, version: UInt64) -> Bool {
    switch self {
    case .none: false
    case .leaf(let own, let ownVersion):
      ownVersion == version && own.size == layout.size
        && own.contents.constraint.pixelGrid == layout.contents.constraint.pixelGrid
    case .whole(let own): own.isLeaf(layout, version: version)
    }
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
