/// The layout that was applied to a node last.
enum AppliedLayout {
  case none
  /// The node's own layout, or its part of a layout around it, with the nodes below.
  case whole(NodeLayout)
  /// The node's part of a layout around it, and the node's version in that layout. It takes no object of its own: the nodes
  /// below are the node's subnodes, if there are any.
  case part(Layout, version: UInt64)

  /// The layout; nil if there is none.
  var layout: Layout? {
    switch self {
    case .none: nil
    case .whole(let layout): layout.layout
    case .part(let layout, _): layout
    }
  }

  /// The size; nil without a layout.
  var size: Size? { layout?.size }

  /// The constraint, and the traits that the node inherits; nil without a layout.
  var request: (constraint: LayoutConstraint, traits: TraitValues?)? {
    switch self {
    case .none: nil
    case .whole(let layout): (layout.constraint, layout.traits)
    case .part(let layout, _): (LayoutConstraint(ofPart: layout), layout.expansion?.traits)
    }
  }

  /// The node's version in the layout; nil without a layout.
  var version: UInt64? {
    switch self {
    case .none: nil
    case .whole(let layout): layout.version
    case .part(_, let version): version
    }
  }

  /// True if both are the same layout of one node, whether or not they were computed together; see `NodeLayout.isSame`.
  func isSame(as other: AppliedLayout) -> Bool {
    switch (self, other) {
    case (.none, _), (_, .none): false
    case (.whole(let own), .whole(let other)): own.isSame(as: other)
    default:
      version == other.version && size == other.size && request?.constraint == other.request?.constraint
        && request?.traits === other.request?.traits
    }
  }
}

extension Layout {
  /// The node's range and inherited traits in the layout; nil if it was not expanded. No part of a layout has those of the
  /// layout's own node.
  var expansion: ExpandedNode? {
    let contents = contentsPointer
    if contents.pointee.expanded.isEmpty { return nil }
    return contents.pointee.expanded.index(ofElement: element.index).map { contents.pointee.expanded[$0] }
  }
}

extension LayoutConstraint {
  /// The constraint of a node's part of a layout around it: the range in which the node was expanded, or exactly the size that
  /// it has there.
  init(ofPart layout: Layout) {
    let size = layout.size
    let range = layout.expansion?.range ?? SizeRange(uncheckedMin: size, max: size)
    self.init(range: range, parentSize: range.max, pixelGrid: layout.contents.constraint.pixelGrid)
  }
}

extension DisplayNode {
  /// Returns the layout that was applied last, with the nodes below; nil if there is none.
  ///
  /// A part of a layout around the node knows these nodes from the subnodes. If it is still the calculated layout, this makes
  /// it a layout of its own, whose content can be copied, unless a subnode was removed: then the node was invalidated, or is
  /// about to be.
  @discardableResult
  final func appliedNodeLayout() -> NodeLayout? {
    // Released after the locks: this may run user code.
    var subnodes: [(node: DisplayNode, id: NodeID, applied: AppliedLayout, version: UInt64)] = []
    var dropped: [NodeLayout] = []
    defer { withExtendedLifetime((subnodes, dropped)) {} }
    return NodePlace.hierarchy.withLock {
      for node in guardedSubnodes {
        subnodes.append(
          node.lock.withLock { (node, node.guardedID, node.guardedPlace.applied, node.cache.version) })
      }
      return lock.withLock {
        let (part, version): (Layout, UInt64)
        switch guardedPlace.applied {
        case .none: return nil
        case .whole(let layout): return layout
        case .part(let known, let knownVersion): (part, version) = (known, knownVersion)
        }
        let below = part.tree.subtree(of: part.element).dropFirst()
        let ids = part.contentsPointer.pointee.elementsByNode.entries.entries
        var nodes: [NodeElement] = []
        for subnode in subnodes {
          guard let entry = ids.first(where: { $0.node == subnode.id }), below.contains(entry.element) else {
            continue
          }
          // A subnode with another layout has the same version still, if this one is valid: otherwise it would not be.
          let isPart = subnode.applied.layout?.memory === part.memory
          nodes.append(
            NodeElement(
              element: entry.element, node: subnode.node,
              version: isPart ? subnode.applied.version ?? 0 : subnode.version))
        }
        let isWhole = nodes.count == ids.count { below.contains($0.element) }
        let layout = NodeLayout(ofPart: part, nodes, isWhole: isWhole, version: version)
        if isWhole, guardedPart != nil {
          dropped = guardedSetCalculated(layout).dropped
          guardedPlace.applied = .whole(layout)
        }
        return layout
      }
    }
  }
}
