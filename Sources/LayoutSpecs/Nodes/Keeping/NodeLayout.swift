/// A node's layout, with the nodes that it is about. Unlike a `Layout` it keeps them alive.
final class NodeLayout: Sendable {
  /// The layout of the node, and of what is below it.
  let layout: Layout
  /// What the node was laid out in.
  let constraint: NodeConstraint
  /// How often the node had been invalidated when it was laid out.
  let version: UInt64
  /// The nodes below this one, in pre-order. Not the node itself: it would keep itself alive.
  private let nodes: [NodeElement]

  /// A node in its place.
  struct Placement: Sendable {
    let node: DisplayNode
    /// Relative to the node around it, in points, as a view would get it.
    let frame: Rect
    /// The node's own layout.
    let layout: NodeLayout
  }

  init(_ layout: Layout, _ constraint: NodeConstraint, version: UInt64, nodes: [NodeElement]) {
    self.layout = layout
    self.constraint = constraint
    self.version = version
    self.nodes = nodes
  }

  /// The sizes that the node could take.
  var constrainedSize: SizeRange { constraint.range }

  /// Each node of this layout that holds others, with those directly below it, in the order in which they are drawn, by the element that
  /// it is. The node itself is the layout's element.
  ///
  /// Overlays, backgrounds and corners are in that order where the layout has them: a background comes before what it is behind.
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

  /// The layout of a node within this one.
  private func part(_ node: NodeElement, size: Size) -> NodeLayout {
    let range = node.range ?? SizeRange(uncheckedMin: size, max: size)
    let end = layout.tree.subtree(of: ElementID(node.element)).upperBound
    let first = nodes.partitionPoint { $0.element <= node.element }
    let last = nodes.partitionPoint { $0.element < end }
    return NodeLayout(
      layout.sublayout(ElementID(node.element)),
      NodeConstraint(range: range, parentSize: range.max, pixelGrid: constraint.pixelGrid),
      version: node.version, nodes: Array(nodes[first..<last]))
  }
}

extension Array {
  /// How many of the first elements are before something, where all that are come first.
  fileprivate func partitionPoint(where isBefore: (Element) -> Bool) -> Int {
    var (low, high) = (0, count)
    while low < high {
      let middle = (low + high) / 2
      if isBefore(self[middle]) { low = middle + 1 } else { high = middle }
    }
    return low
  }
}
