extension DisplayNode {
  /// The nodes of the calculated layout, this one and all below it, in the order of their elements; empty
  /// without a layout.
  package final var nodesOfCalculatedLayout: [DisplayNode] {
    guard let calculated = lock.withLock({ cache.calculated }) else { return [] }
    return [self] + calculated.nodes.map(\.node)
  }
}

extension Layout {
  /// Returns the frame of a node in the node around it, or in the root, as a view would get it: in points,
  /// and rounded up to whole pixels. Nil for the root, and for a node without a layout in this one.
  ///
  /// Applying the layout sets the node's `frame` to it. See `nodeFrames` for the rule.
  ///
  /// Source: `-frameForElement:` of Texture's `ASLayout`, whose layouts hold nodes alone.
  ///
  /// - Complexity: linear in the number of specs from the node to the node around it; if nothing is between
  ///   it and the root, in the number of the root's children. For all nodes use `nodeFrames`.
  public func frame(of node: DisplayNode) -> Rect? {
    element(of: node).flatMap { tree.nodeFrame(of: $0, mirroring) { frame(of: $0) } }
  }

  /// Returns the frame of a node in its parent element, which may be a spec: in points, not rounded. Nil if
  /// the node is not part of the layout, or has no layout.
  ///
  /// - Complexity: constant.
  public func frameInParentElement(of node: DisplayNode) -> Rect? {
    element(of: node).flatMap { frame(of: $0) }
  }

  /// Returns the node's element in `tree`; nil if it is not part of the layout.
  ///
  /// - Complexity: constant.
  public func element(of node: DisplayNode) -> ElementID? {
    storage.elementsByNode[node.id]
  }
}
