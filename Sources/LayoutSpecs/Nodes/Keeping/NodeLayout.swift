/// A node's layout together with its nodes, which it keeps alive, unlike a `Layout`.
final class NodeLayout: Sendable {
  /// The layout of the node and everything below it.
  let layout: Layout
  /// The constraint of the layout.
  let constraint: LayoutConstraint
  /// The node's version when it was laid out.
  let version: UInt64
  /// The nodes below this one, in pre-order. Without the node itself, which would otherwise retain itself.
  let nodes: [NodeElement]
  /// Those of them that were expanded, in pre-order.
  let expanded: [ExpandedNode]

  /// The range of the node's spec; nil if it has none, or if this is part of a larger layout.
  var contentRange: SizeRange? {
    let tree = layout.tree
    guard layout.element == tree.root, tree.kind(of: tree.root) == .compositeNode else { return nil }
    return tree.tables.range(ofStyle: tree.tables.elements[0].style, in: constraint)
  }

  /// A node at its position.
  struct Placement: Sendable {
    let node: DisplayNode
    /// The frame relative to the node around it, in points, as a view's.
    let frame: Rect
    /// The node's own layout.
    let layout: NodeLayout
  }

  init(
    _ parts: LayoutParts, of root: DisplayNode, _ constraint: LayoutConstraint, version: UInt64
  ) {
    layout = parts.layout(of: root, in: constraint)
    self.constraint = constraint
    self.version = version
    nodes = parts.nodes
    expanded = parts.expanded
  }

  private init(
    _ layout: Layout, _ constraint: LayoutConstraint, version: UInt64, nodes: [NodeElement],
    expanded: [ExpandedNode]
  ) {
    self.layout = layout
    self.constraint = constraint
    self.version = version
    self.nodes = nodes
    self.expanded = expanded
  }

  /// True if both are the same layout of one node, whether or not they were computed together: a node of one
  /// version has one layout in a constraint.
  func isSame(as other: NodeLayout?) -> Bool {
    guard let other, other !== self else { return other != nil }
    return version == other.version && constraint == other.constraint
      && layout.size == other.layout.size
  }

  /// The sizes that the node could have.
  var constrainedSize: SizeRange { constraint.range }

  /// Returns, by its element, each node of this layout that has subnodes, with the direct ones in drawing
  /// order. The key of the node itself is the layout's element.
  ///
  /// Drawing order is that of the layout, except that a background comes before the element in front of it.
  ///
  /// - Complexity: linear in the number of elements of the whole tree.
  func placements() -> [ElementID: [Placement]] {
    let tree = layout.tree
    let subtree = tree.subtree(of: layout.element)
    var elements = [NodeElement?](repeating: nil, count: tree.elementCount)
    for node in nodes { elements[node.element] = node }
    // The element of the node around each element.
    var around = [ElementID](repeating: layout.element, count: tree.elementCount)
    for index in subtree.dropFirst() {
      let parent = tree.parent(of: ElementID(index))
      around[index] = tree.isNode(parent) || parent == layout.element ? parent : around[parent.index]
    }
    let frames = layout.nodeFrames
    var placements: [ElementID: [Placement]] = [:]
    for id in tree.drawingOrder where subtree.contains(id.index) && id != layout.element {
      guard let node = elements[id.index], let frame = frames[id.index] else { continue }
      placements[around[id.index], default: []].append(
        Placement(node: node.node, frame: frame, layout: part(node, size: frame.size)))
    }
    return placements
  }

  /// Returns the layout of a node within this one.
  private func part(_ node: NodeElement, size: Size) -> NodeLayout {
    let end = layout.tree.subtree(of: ElementID(node.element)).upperBound
    let below =
      (nodes.partitionPoint { $0.element <= node.element }..<nodes.partitionPoint { $0.element < end })
    let own = expanded.partitionPoint { $0.element < node.element }
    let isExpanded = own < expanded.count && expanded[own].element == node.element
    let range = isExpanded ? expanded[own].range : SizeRange(uncheckedMin: size, max: size)
    return NodeLayout(
      layout.sublayout(ElementID(node.element)),
      LayoutConstraint(
        range: range, parentSize: range.max, pixelGrid: constraint.pixelGrid,
        traits: isExpanded ? expanded[own].traits : nil),
      version: node.version, nodes: Array(nodes[below]),
      expanded: isExpanded ? Array(expanded[(own + 1)..<expanded.partitionPoint { $0.element < end }]) : [])
  }
}

extension Array {
  /// Returns the number of first elements for which `isBefore` is true, if all such elements come first.
  fileprivate func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
