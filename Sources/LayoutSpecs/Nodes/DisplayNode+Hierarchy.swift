// The hierarchy of nodes.

extension DisplayNode {
  /// True if the node's layout decides its subnodes and their order. Default: false.
  ///
  /// When a layout is applied, its nodes become the subnodes, in drawing order: the order of the layout, except that a
  /// background comes before the element in front of it. All other subnodes are removed, even those that you added. If
  /// this is false, add each node of the layout with `addSubnode(_:)`: a node that is no subnode gets no frame.
  public final var automaticallyManagesSubnodes: Bool {
    get { lock.withLock { guardedPlace.automaticallyManagesSubnodes } }
    set { change { guardedPlace.automaticallyManagesSubnodes = newValue } }
  }

  /// The node's direct subnodes, from back to front.
  public final var subnodes: [DisplayNode] { NodePlace.hierarchy.withLock { guardedSubnodes } }

  /// The subnodes.
  public final var sublayoutElements: [any LayoutElement] { subnodes }

  /// The node that contains this one; nil if there is none, or if that node was freed.
  public final var supernode: DisplayNode? { lock.withLock { guardedPlace.supernodeHandle }?.node }

  /// True if this node is a subnode of `node`.
  final func isSubnode(of node: DisplayNode) -> Bool {
    let handle = node.handle
    return lock.withLock { guardedPlace.supernodeHandle === handle }
  }

  /// Adds a node in front of all others. The node leaves its supernode; if that is this node, it moves to the front.
  ///
  /// Calls `setNeedsLayout()`.
  ///
  /// - Precondition: `node` is neither this node nor a node that contains it.
  public final func addSubnode(_ node: DisplayNode) {
    insert(node) { $0.append(node) }
  }

  /// Adds a node in front of the first `index` of the other subnodes; see `addSubnode(_:)`.
  ///
  /// - Precondition: there are at least `index` others.
  public final func insertSubnode(_ node: DisplayNode, at index: Int) {
    insert(node) { others in
      precondition(
        (0...others.count).contains(index), "There are \(others.count) other subnodes, and no place \(index)")
      others.insert(node, at: index)
    }
  }

  /// Removes the node from its supernode, which then needs layout. Does nothing if the node has none.
  public final func removeFromSupernode() {
    let supernode = NodePlace.hierarchy.withLock { leaveSupernode() }
    if let supernode { didLeave(supernode) }
  }

  private func didLeave(_ supernode: DisplayNode) {
    if supernode.traitValues != nil { inheritedTraitsDidChange() }
    supernode.setNeedsLayout()
  }

  /// Makes `node` a subnode in one step: it leaves its supernode, and `change` inserts it among the others.
  ///
  /// - Parameter change: Runs once, with the hierarchy locked: never user code.
  private func insert(_ node: DisplayNode, by change: (inout [DisplayNode]) -> Void) {
    let old = NodePlace.hierarchy.withLock {
      requireOutside([node])
      let old = node.leaveSupernode()
      change(&guardedSubnodes)
      node.enter(self)
      return old
    }
    if let old, old !== self { old.setNeedsLayout() }
    if old !== self, old?.traitValues !== traitValues { node.inheritedTraitsDidChange() }
    setNeedsLayout()
  }

  /// Makes `nodes` the subnodes, in this order, without calls of `setNeedsLayout()` on this node.
  ///
  /// A node that another node's layout has taken from this one stays there: two layouts that both contain a node do not take
  /// it from each other, and the last layout has it. Once that layout lets the node go, the node that lost it needs layout.
  ///
  /// If this node lies within one of `nodes`, by layouts only, the two exchange their places: this node leaves
  /// its supernode first, whose own layout takes it again if it still contains it.
  ///
  /// - Returns: the removed nodes. A caller that holds a lock keeps these nodes until it has unlocked:
  ///   releasing the last reference to a node may run user code.
  /// - Complexity: linear in the number of old and new subnodes, and of nodes around this one if there are new ones.
  @discardableResult
  final func takeSubnodes(_ nodes: [DisplayNode]) -> [DisplayNode] {
    let (removed, left, losers) = NodePlace.hierarchy.withLock {
      let nodes = withoutLost(nodes)
      let new = nodes.filter { !$0.isSubnode(of: self) }
      var left: [(node: DisplayNode, supernode: DisplayNode?)] = []
      if let supernode, supernode.automaticallyManagesSubnodes, firstAround(in: new) != nil {
        left.append((self, leaveSupernode()))
      }
      requireOutside(new)
      left += new.map { (node: $0, supernode: $0.leaveSupernode()) }
      for case (let node, let supernode?) in left where node !== self {
        supernode.rare.lost.insert(node.id)
        supernode.guardedHasLost = true
        node.rare.loser = supernode.handle
      }
      let kept = Set(nodes.map(ObjectIdentifier.init))
      let removed = guardedSubnodes.filter { !kept.contains(ObjectIdentifier($0)) }
      let losers = removed.compactMap { $0.knownRare.flatMap { exchange(&$0.loser, with: nil) } }
      for node in removed { node.enter(nil) }
      for node in new { node.enter(self) }
      guardedSubnodes = nodes
      return (removed, left, losers)
    }
    for case (let node, let supernode?) in left { node.didLeave(supernode) }
    for loser in losers { loser.node?.setNeedsLayout() }
    return removed
  }

  // MARK: With the hierarchy locked

  /// Returns `nodes` without the nodes that another node's layout took from this one, and that are still elsewhere. A
  /// node that is not in `nodes` may be taken again.
  private func withoutLost(_ nodes: [DisplayNode]) -> [DisplayNode] {
    guard guardedHasLost else { return nodes }
    let rare = rare
    let lost = rare.lost
    let away = nodes.filter { lost.contains($0.id) && $0.supernode != nil && !$0.isSubnode(of: self) }
    rare.lost = Set(away.map(\.id))
    guardedHasLost = !away.isEmpty
    return nodes.filter { !rare.lost.contains($0.id) }
  }

  /// Makes `supernode` the node around this one.
  private func enter(_ supernode: DisplayNode?) {
    let handle = supernode?.handle
    lock.withLock { guardedPlace.supernodeHandle = handle }
  }

  /// Takes the node out of its supernode, and returns the supernode. The caller keeps it until the lock is released.
  private func leaveSupernode() -> DisplayNode? {
    guard let supernode else { return nil }
    supernode.guardedSubnodes.removeAll { $0 === self }
    enter(nil)
    return supernode
  }

  /// Stops the program if one of these nodes is this one, or contains it.
  private func requireOutside(_ nodes: [DisplayNode]) {
    guard let node = firstAround(in: nodes) else { return }
    preconditionFailure(
      "A node lies within itself: \(node.asciiArtName), if \(asciiArtName) gets it as a subnode")
  }

  /// Returns the first of these nodes that is this one, or contains it, from here outwards; nil if none does.
  private func firstAround(in nodes: [DisplayNode]) -> DisplayNode? {
    if nodes.isEmpty { return nil }
    let handles = Set(nodes.map { ObjectIdentifier($0.handle) })
    var next = handle as NodeHandle?
    // Only one of the caller's nodes is retained: the last reference to any other might be released here.
    while let current = next {
      if handles.contains(ObjectIdentifier(current)) { return current.node }
      next = current.withNode { node in node.lock.withLock { node.guardedPlace.supernodeHandle } } ?? nil
    }
    return nil
  }
}

// MARK: - At the place of another: above it, below it, or instead of it

extension DisplayNode {
  /// Adds a node directly in front of one of the subnodes; see `addSubnode(_:)`. If both are the same node
  /// nothing happens.
  ///
  /// Any thread MAY call it; it takes effect in one step.
  ///
  /// Source: `-insertSubnode:aboveSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `sibling` is a subnode of this node. `node` is neither this node nor a node that
  ///   contains it.
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
  /// - Precondition: `sibling` is a subnode of this node. `node` is neither this node nor a node that
  ///   contains it.
  /// - Complexity: linear in the number of subnodes.
  public final func insertSubnode(_ node: DisplayNode, below sibling: DisplayNode) {
    insert(node, beside: sibling) { $0.insert(node, at: $1) }
  }

  /// Replaces a subnode by another node, which gets the subnode's index among the others, and keeps its own frame.
  ///
  /// The new node leaves its supernode, which may be this one. If both are the same node nothing happens. Any
  /// thread MAY call it; it takes effect in one step. Calls `setNeedsLayout()`.
  ///
  /// Source: `-replaceSubnode:withSubnode:` of Texture's `ASDisplayNode`.
  ///
  /// - Precondition: `old` is a subnode of this node. `new` is neither this node nor a node that contains it.
  /// - Complexity: linear in the number of subnodes.
  public final func replaceSubnode(_ old: DisplayNode, with new: DisplayNode) {
    insert(new, beside: old) { others, index in
      others[index] = new
      old.enter(nil)
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
