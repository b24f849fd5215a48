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
    let own = place
    while true {
      let old = node.supernode
      let around = old.map(\.place) ?? own
      let isInserted = NodeLock.withLocks(own.structure, around.structure) {
        guard node.claim(for: self, from: old) else { return false }
        around.subnodes.removeAll { $0 === node }
        own.subnodes.insert(node, at: index(own.subnodes))
        return true
      }
      guard isInserted else { continue }
      requireNoCircle()
      if let old, old !== self { old.setNeedsLayout() }
      setNeedsLayout()
      return
    }
  }

  /// Makes a node this one's supernode, where `old` is it so far; nil where it lies in none. False where another one is.
  ///
  /// In one step: of two threads that find a node lying nowhere only one gets it. To be called with the structure held of both supernodes.
  private func claim(for supernode: DisplayNode, from old: DisplayNode?) -> Bool {
    let place = place
    return lock.withLock {
      guard place.supernode === old else { return false }
      place.supernode = supernode
      return true
    }
  }

  /// Stops the program if the node lies within itself.
  ///
  /// It is called once the node has a new subnode, and not before: of several threads that make a circle
  /// together, at least the one that comes last then finds all of it.
  private func requireNoCircle() {
    while liesWithinItself {
      // What was found one node after the other may never have been so at the same time.
      var path = [self]
      while let next = path.last?.supernode {
        path.append(next)
        if next === self { break }
      }
      let isCircle = NodeLock.withLocks(path.map(\.place.structure)) {
        path.count > 1 && path.last === self && zip(path, path.dropFirst()).allSatisfy { $0.supernode === $1 }
      }
      precondition(
        !isCircle, "A node lies within itself: \(asciiArtName), which lies in \(path[1].asciiArtName)")
    }
  }

  private var liesWithinItself: Bool {
    var next = supernode
    while let current = next, current !== self { next = current.supernode }
    return next != nil
  }

  /// Makes `nodes` the subnodes, in this order. What needs no layout because of it is not told to.
  ///
  /// - Returns: what was removed. Where a lock is held it is to be kept until that is released: with the last reference to a node code of the
  ///   user's may run.
  /// - Complexity: linear in the number of old and new subnodes.
  @discardableResult
  final func takeSubnodes(_ nodes: [DisplayNode]) -> [DisplayNode] {
    let own = place
    while true {
      // What lies elsewhere leaves first, so that no more than two structures are held at once.
      for node in nodes {
        if let other = node.supernode, other !== self { node.removeFromSupernode() }
      }
      var claimed: [DisplayNode] = []
      let removed: [DisplayNode]? = own.structure.withLock {
        for node in nodes where !node.claim(for: self, from: self) {
          if node.claim(for: self, from: nil) {
            claimed.append(node)
          } else {
            // Another thread was faster. What was claimed is nobody's again before anybody can look for it here.
            for node in claimed { node.lock.withLock { node.guardedPlace?.supernode = nil } }
            return nil
          }
        }
        let new = Set(nodes.map(ObjectIdentifier.init))
        let removed = own.subnodes.filter { !new.contains(ObjectIdentifier($0)) }
        for node in removed { node.lock.withLock { node.guardedPlace?.supernode = nil } }
        own.subnodes = nodes
        return removed
      }
      guard let removed else { continue }
      if !claimed.isEmpty { requireNoCircle() }
      return removed
    }
  }
}
