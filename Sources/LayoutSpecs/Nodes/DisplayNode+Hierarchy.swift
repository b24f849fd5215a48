// The hierarchy of nodes.

extension DisplayNode {
  /// True if the node's layout decides its subnodes and their order. Default: false.
  ///
  /// When a layout is applied, its nodes become the subnodes, in drawing order: that of the layout, except
  /// that an element behind another comes before it. All others are removed, even if added by hand. If it is
  /// false, add each node that the layout has with `addSubnode(_:)`: one that is no subnode gets no frame.
  public final var automaticallyManagesSubnodes: Bool {
    get { lock.withLock { guardedPlace?.automaticallyManagesSubnodes ?? false } }
    set {
      let place = place
      lock.withLock { place.automaticallyManagesSubnodes = newValue }
      setNeedsLayout()
    }
  }

  /// The node's direct subnodes, from back to front.
  public final var subnodes: [DisplayNode] {
    guard let place = lock.withLock({ guardedPlace }) else { return [] }
    return place.structure.withLock { place.subnodes }
  }

  /// The subnodes.
  public final var sublayoutElements: [any LayoutElement] { subnodes }

  /// The node that contains this one; nil if there is none, or if it is gone.
  public final var supernode: DisplayNode? { lock.withLock { guardedPlace?.supernodeHandle }?.node }

  /// True if this node is a subnode of that one.
  final func isSubnode(of node: DisplayNode) -> Bool {
    let handle = node.handle
    return lock.withLock { guardedPlace?.supernodeHandle === handle }
  }

  /// Adds a node in front of all others. It leaves its supernode; if that is this one, it moves to the front.
  ///
  /// Calls `setNeedsLayout()`.
  ///
  /// - Precondition: the node is neither this one nor one that contains it.
  public final func addSubnode(_ node: DisplayNode) {
    insert(node) { $0.append(node) }
  }

  /// Adds a node in front of the first `index` of the other subnodes; see `addSubnode(_:)`.
  ///
  /// - Precondition: there are that many others.
  public final func insertSubnode(_ node: DisplayNode, at index: Int) {
    insert(node) { others in
      precondition(
        (0...others.count).contains(index), "There are \(others.count) other subnodes, and no place \(index)")
      others.insert(node, at: index)
    }
  }

  /// Removes the node from its supernode, which then needs layout. Does nothing if there is none.
  public final func removeFromSupernode() {
    let own = place
    while let supernode {
      let around = supernode.place
      let isRemoved = around.structure.withLock {
        guard isSubnode(of: supernode) else { return false }
        around.subnodes.removeAll { $0 === self }
        lock.withLock { own.supernodeHandle = nil }
        return true
      }
      // Otherwise another thread moved it meanwhile.
      guard isRemoved else { continue }
      if supernode.traitValues != nil { inheritedTraitsDidChange() }
      supernode.setNeedsLayout()
      return
    }
  }

  /// Makes `node` a subnode in one step: it leaves its supernode, and `change` inserts it among the others.
  ///
  /// - Parameter change: Runs once, with the structure locks held: never user code.
  func insert(_ node: DisplayNode, by change: (inout [DisplayNode]) -> Void) {
    let own = place
    while true {
      let old = node.supernode
      let around = old.map(\.place) ?? own
      let isInserted = NodeLock.withLocks(own.structure, around.structure) {
        guard node.claim(for: self, from: old) else { return false }
        around.subnodes.removeAll { $0 === node }
        change(&own.subnodes)
        return true
      }
      guard isInserted else { continue }
      requireNoCircle()
      if let old, old !== self { old.setNeedsLayout() }
      if old !== self, old?.traitValues !== traitValues { node.inheritedTraitsDidChange() }
      setNeedsLayout()
      return
    }
  }

  /// Makes `supernode` this node's supernode if `old` (nil: none) still is. Returns false if it is not.
  ///
  /// This is one step: if two threads find a node without a supernode, only one gets it. The caller holds the
  /// structure locks of both supernodes.
  private func claim(for supernode: DisplayNode, from old: DisplayNode?) -> Bool {
    let (place, handle, oldHandle) = (place, supernode.handle, old?.handle)
    return lock.withLock {
      let present = place.supernodeHandle
      guard present === oldHandle || oldHandle == nil && present?.isForgotten == true else { return false }
      place.supernodeHandle = handle
      return true
    }
  }

  /// Stops the program if the node lies within itself.
  ///
  /// It is called after the node got a new subnode: if several threads make a circle together, at least the
  /// last one then finds all of it.
  private func requireNoCircle() {
    while liesWithinItself {
      // The path was found node by node, and may never have existed as a whole.
      var path = [self]
      while let next = path.last?.supernode {
        path.append(next)
        if next === self { break }
      }
      let isCircle = NodeLock.withLocks(path.map(\.place.structure)) {
        path.count > 1 && path.last === self
          && zip(path, path.dropFirst()).allSatisfy { $0.isSubnode(of: $1) }
      }
      precondition(
        !isCircle, "A node lies within itself: \(asciiArtName), which lies in \(path[1].asciiArtName)")
    }
  }

  private var liesWithinItself: Bool {
    let own = handle
    var next = lock.withLock { guardedPlace?.supernodeHandle }
    while let current = next, current !== own {
      next = current.withNode { node in node.lock.withLock { node.guardedPlace?.supernodeHandle } } ?? nil
    }
    return next != nil
  }

  /// Makes `nodes` the subnodes, in this order, without calls of `setNeedsLayout()`.
  ///
  /// - Returns: the removed nodes. A caller that holds a lock keeps them until it is released: releasing the
  ///   last reference to a node may run user code.
  /// - Complexity: linear in the number of old and new subnodes.
  @discardableResult
  final func takeSubnodes(_ nodes: [DisplayNode]) -> [DisplayNode] {
    let own = place
    while true {
      // Nodes leave other supernodes first, so that at most two structures are locked at once.
      for node in nodes {
        if !node.isSubnode(of: self), node.supernode != nil { node.removeFromSupernode() }
      }
      var claimed: [DisplayNode] = []
      let removed: [DisplayNode]? = own.structure.withLock {
        for node in nodes where !node.claim(for: self, from: self) {
          if node.claim(for: self, from: nil) {
            claimed.append(node)
          } else {
            // Another thread was faster. The claimed nodes are free again before anyone can find them here.
            for node in claimed { node.lock.withLock { node.guardedPlace?.supernodeHandle = nil } }
            return nil
          }
        }
        let new = Set(nodes.map(ObjectIdentifier.init))
        let removed = own.subnodes.filter { !new.contains(ObjectIdentifier($0)) }
        for node in removed { node.lock.withLock { node.guardedPlace?.supernodeHandle = nil } }
        own.subnodes = nodes
        return removed
      }
      guard let removed else { continue }
      if !claimed.isEmpty { requireNoCircle() }
      return removed
    }
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
