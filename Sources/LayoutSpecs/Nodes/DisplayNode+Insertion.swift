// Subnodes at the place of another: above it, below it, or instead of it.

extension DisplayNode {
  /// Adds a node directly in front of one of the subnodes; see `addSubnode(_:)`. If both are the same node
  /// nothing happens.
  ///
  /// Any thread MAY call it; it takes effect in one step.
  ///
  /// Source: `-insertSubnode:aboveSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `sibling` is a subnode of this node. `node` is neither this one nor one that contains
  ///   it.
  /// - Complexity: linear in the number of subnodes.
  public final func insertSubnode(_ node: DisplayNode, above sibling: DisplayNode) {
    insert(node, beside: sibling) { $0.insert(node, at: $1 + 1) }
  }

  /// Adds a node directly behind one of the subnodes; see `addSubnode(_:)`. If both are the same node nothing
  /// happens.
  ///
  /// Any thread MAY call it; it takes effect in one step.
  ///
  /// Source: `-insertSubnode:belowSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `sibling` is a subnode of this node. `node` is neither this one nor one that contains
  ///   it.
  /// - Complexity: linear in the number of subnodes.
  public final func insertSubnode(_ node: DisplayNode, below sibling: DisplayNode) {
    insert(node, beside: sibling) { $0.insert(node, at: $1) }
  }

  /// Replaces a subnode by another node, which gets its index among the others. Its frame stays its own.
  ///
  /// The new node leaves its supernode, which may be this one. If both are the same node nothing happens. Any
  /// thread MAY call it; it takes effect in one step. Calls `setNeedsLayout()`.
  ///
  /// Source: `-replaceSubnode:withSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `old` is a subnode of this node. `new` is neither this one nor one that contains it.
  /// - Complexity: linear in the number of subnodes.
  public final func replaceSubnode(_ old: DisplayNode, with new: DisplayNode) {
    insert(new, beside: old) { others, index in
      others[index] = new
      old.lock.withLock { old.guardedPlace?.supernodeHandle = nil }
    }
    if old !== new, traitValues != nil { old.inheritedTraitsDidChange() }
  }

  /// Makes `node` a subnode, and stops the program if `sibling` is none. If both are the same node nothing
  /// happens.
  ///
  /// - Parameter change: Inserts the node among the others; it gets the index of `sibling`.
  private func insert(
    _ node: DisplayNode, beside sibling: DisplayNode, by change: (inout [DisplayNode], Int) -> Void
  ) {
    if node === sibling {
      precondition(sibling.isSubnode(of: self), "\(sibling.asciiArtName) is no subnode of \(asciiArtName)")
      return
    }
    insert(node) { others in
      guard let index = others.firstIndex(where: { $0 === sibling }) else {
        preconditionFailure("\(sibling.asciiArtName) is none of the other subnodes of \(asciiArtName)")
      }
      change(&others, index)
    }
  }
}
