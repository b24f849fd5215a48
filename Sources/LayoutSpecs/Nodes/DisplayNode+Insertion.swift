// Subnodes at the place of another: above it, below it, or instead of it.

extension DisplayNode {
  /// Adds a node directly in front of one of the other subnodes; see `addSubnode(_:)`.
  ///
  /// Any thread MAY call it; it takes effect in one step.
  ///
  /// Source: `-insertSubnode:aboveSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `sibling` is a subnode of this node, and not `node`. `node` is neither this one nor one
  ///   that contains it.
  /// - Complexity: linear in the number of subnodes.
  public final func insertSubnode(_ node: DisplayNode, above sibling: DisplayNode) {
    insert(node) { $0.insert(node, at: index(of: sibling, in: $0) + 1) }
  }

  /// Adds a node directly behind one of the other subnodes; see `addSubnode(_:)`.
  ///
  /// Any thread MAY call it; it takes effect in one step.
  ///
  /// Source: `-insertSubnode:belowSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `sibling` is a subnode of this node, and not `node`. `node` is neither this one nor one
  ///   that contains it.
  /// - Complexity: linear in the number of subnodes.
  public final func insertSubnode(_ node: DisplayNode, below sibling: DisplayNode) {
    insert(node) { $0.insert(node, at: index(of: sibling, in: $0)) }
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
    if old === new {
      precondition(old.supernode === self, "\(old.asciiArtName) is no subnode of \(asciiArtName)")
      return
    }
    insert(new) { others in
      others[index(of: old, in: others)] = new
      old.lock.withLock { old.guardedPlace?.supernode = nil }
    }
    if traitValues != nil { old.inheritedTraitsDidChange() }
  }

  private func index(of sibling: DisplayNode, in others: [DisplayNode]) -> Int {
    guard let index = others.firstIndex(where: { $0 === sibling }) else {
      preconditionFailure("\(sibling.asciiArtName) is none of the other subnodes of \(asciiArtName)")
    }
    return index
  }
}
