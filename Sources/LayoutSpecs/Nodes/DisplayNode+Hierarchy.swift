// Which nodes lie in which.

extension DisplayNode {
  /// Whether the node's layout decides which subnodes it has, and in which order. Default: false.
  ///
  /// When a layout is applied, the nodes in it become the subnodes, in the order in which they are drawn: that of the layout, where what lies behind
  /// something comes before it. Any others are removed, also such as were added by hand.
  public final var automaticallyManagesSubnodes: Bool {
    get { lock.withLock { guardedPlace?.automaticallyManagesSubnodes ?? false } }
    set {
      let place = place
      lock.withLock { place.automaticallyManagesSubnodes = newValue }
      setNeedsLayout()
    }
  }

  /// The nodes that lie in this one, from back to front.
  public final var subnodes: [DisplayNode] {
    guard let place = lock.withLock({ guardedPlace }) else { return [] }
    return place.structure.withLock { place.subnodes }
  }

  /// The node that this one lies in; nil where it lies in none. It is not kept alive.
  public final var supernode: DisplayNode? { lock.withLock { guardedPlace?.supernode } }

  /// Adds a node in front of all others. Where it lies in another node it leaves that one; where it lies in this one it comes to the front.
  ///
  /// Calls `setNeedsLayout()`.
  ///
  /// - Precondition: the node is neither this one nor one that this one lies in.
  public final func addSubnode(_ node: DisplayNode) {
    insert(node) { $0.count }
  }

  /// Adds a node in front of the first `index` of the others; see `addSubnode(_:)`.
  ///
  /// - Precondition: there are that many others.
  public final func insertSubnode(_ node: DisplayNode, at index: Int) {
    insert(node) { others in
      precondition(
        (0...others.count).contains(index), "There are \(others.count) other subnodes, and no place \(index)")
      return index
    }
  }

  /// Takes the node out of the node that it lies in, which then needs layout. Does nothing where it lies in none.
  public final func removeFromSupernode() {
    let own = place
    while let supernode {
      let around = supernode.place
      let isRemoved = around.structure.withLock {
        guard lock.withLock({ own.supernode === supernode }) else { return false }
        around.subnodes.removeAll { $0 === self }
        lock.withLock { own.supernode = nil }
        return true
      }
      // Another thread may have moved it meanwhile.
      guard isRemoved else { continue }
      supernode.setNeedsLayout()
      return
    }
  }

  private func insert(_ node: DisplayNode, at index: ([DisplayNode]) -> Int) {
    requireNoCircle(with: node)
    let (own, child) = (place, node.place)
    while true {
      let old = node.supernode
      let around = old.map(\.place) ?? own
      let isInserted = NodeLock.withLocks(own.structure, around.structure) {
        guard node.lock.withLock({ child.supernode === old }) else { return false }
        around.subnodes.removeAll { $0 === node }
        own.subnodes.insert(node, at: index(own.subnodes))
        node.lock.withLock { child.supernode = self }
        return true
      }
      guard isInserted else { continue }
      if let old, old !== self { old.setNeedsLayout() }
      setNeedsLayout()
      return
    }
  }

  private func requireNoCircle(with node: DisplayNode) {
    var next: DisplayNode? = self
    while let current = next {
      precondition(
        current !== node, "\(node.asciiArtName) cannot lie within itself, or in what lies in it")
      next = current.supernode
    }
  }

  /// Makes `nodes` the subnodes, in this order. What needs no layout because of it is not told to.
  ///
  /// - Complexity: linear in the number of old and new subnodes.
  final func takeSubnodes(_ nodes: [DisplayNode]) {
    let own = place
    while true {
      // What lies elsewhere leaves first, so that no more than two structures are held at once.
      for node in nodes {
        if let other = node.supernode, other !== self {
          requireNoCircle(with: node)
          node.removeFromSupernode()
        }
      }
      let isDone = own.structure.withLock {
        guard nodes.allSatisfy({ node in node.supernode.map { $0 === self } ?? true }) else { return false }
        let new = Set(nodes.map(ObjectIdentifier.init))
        for node in own.subnodes where !new.contains(ObjectIdentifier(node)) {
          node.lock.withLock { node.guardedPlace?.supernode = nil }
        }
        for node in nodes {
          let place = node.place
          node.lock.withLock { place.supernode = self }
        }
        own.subnodes = nodes
        return true
      }
      if isDone { return }
    }
  }
}
