// Invalidating nodes.
//
// 1. `setNeedsLayout()` discards the layouts of the node under its lock: its version rises, and the last layout is kept
//    apart, to compare the next one with (`NodeLayoutCache.invalidate`).
// 2. It goes on with the nodes around it: its supernode, and the nodes whose specs contained it. Each records in
//    its handle which node below it was changed, so that comparing looks at that node alone.
// 3. Once all are invalid, and without a lock, it tells the observers of each: the app, a host, a list
//    (`LayoutNeed`). Nothing is laid out before a layout is requested.

extension DisplayNode {
  /// Invalidates the layout of this node and all nodes around it; the next request computes them again.
  ///
  /// The nodes around it are its supernodes, and the nodes whose specs contained it. Nodes beside and below
  /// keep their layouts. Nothing is laid out now. The last layout is kept until the next one has been
  /// compared with it. The properties of this module's nodes call this method.
  ///
  /// Changes that a node's `layoutSpecThatFits(_:)` makes in nodes below it, on the thread that calls it, do not
  /// invalidate the node itself, nor through it the nodes around: the layout under way has these changes.
  ///
  /// - Complexity: linear in the number of nodes around it.
  public final func setNeedsLayout() {
    invalidateCalculatedLayout()
  }

  /// Discards all layouts of the node and of all nodes around it; see `setNeedsLayout()`.
  ///
  /// Texture's method discards the node's own layouts only, which leaves the nodes around it with outdated ones.
  public final func invalidateCalculatedLayout() {
    for need in invalidate() { need.tell() }
  }

  /// Discards all layouts of the node, of some others, and of all nodes around them. The caller tells the
  /// nodes' observers.
  final func invalidate(with others: [DisplayNode] = []) -> [LayoutNeed] {
    var invalidation = Invalidation()
    if !others.isEmpty {
      // Some of these nodes may lie in others.
      var (open, seen): ([NodeHandle], Set<ObjectIdentifier>) = ([], [])
      for node in [self] + others where seen.insert(ObjectIdentifier(node.handle)).inserted {
        invalidation.changes = .any
        open += node.discardLayouts(&invalidation).all
      }
      invalidation.goOn(with: open, seen)
      return invalidation.needs
    }
    // Usually a node is part of one other, which is also its supernode. Such a chain needs no record of the
    // nodes seen: it ends, because a node's containers are discarded and supernodes have no cycle.
    var around = discardLayouts(&invalidation)
    while around.others.isEmpty, let handle = exchange(&around.first, with: nil) {
      if handle.isAsked(changing: invalidation.changes) { return invalidation.needs }
      around = handle.discardLayouts(&invalidation)
    }
    if !around.others.isEmpty { invalidation.goOn(with: around.all) }
    return invalidation.needs
  }

  /// Discards the layouts of this node alone, and returns the nodes around it.
  fileprivate func discardLayouts(_ invalidation: inout Invalidation) -> SurroundingNodes {
    lock.lock()
    let need = guardedLayoutNeed
    cache.handle?.extras.below.record(invalidation.changes, at: cache.version)
    guardedPlace.keepSupernode()
    var around = cache.invalidate(&invalidation.dropped)
    // A node without an identity lies in no tree.
    invalidation.changes = guardedID == .none ? .any : .one(guardedID)
    if let supernode = guardedPlace.supernodeHandle { around.add(supernode) }
    lock.unlock()
    if let need { invalidation.needs.append(need) }
    return around
  }

  /// True if a change of the node must invalidate layouts. The caller holds the lock.
  final var isWatched: Bool { cache.isWatched || guardedPlace.supernodeHandle != nil }
}

extension NodeHandle {
  /// Discards the layouts of the node unless it is gone, and returns the nodes around it.
  fileprivate func discardLayouts(_ invalidation: inout Invalidation) -> SurroundingNodes {
    withNode { $0.discardLayouts(&invalidation) } ?? SurroundingNodes()
  }

  /// True if this thread is asking the node for its spec, and the node's code changed nodes below: the layout under way
  /// has the change. The change is recorded, because earlier layouts of the node lack it; and its specs in other ranges,
  /// which have the changed nodes in them, are not kept.
  fileprivate func isAsked(changing below: NodeChanges) -> Bool {
    guard ThreadState.session?.isAsking(self) == true else { return false }
    let dropped = withNode { node in
      node.lock.withLock {
        extras.below.record(below, at: node.cache.version)
        return extras.results.takeContents()
      }
    }
    withExtendedLifetime(dropped) {}
    return true
  }
}

/// An invalidation on its way from a node to the nodes around it.
private struct Invalidation {
  /// The nodes directly below the next node because of which it is invalidated.
  var changes = NodeChanges.none
  /// The calls to make.
  var needs: [LayoutNeed] = []
  /// The discarded objects, to be released without a lock: this may release the last reference to a node, which runs
  /// user code.
  var dropped: [AnyObject] = []

  /// Goes on with these nodes and all nodes around them, except nodes that were seen.
  @inline(never)
  mutating func goOn(with nodes: [NodeHandle], _ seen: Set<ObjectIdentifier> = []) {
    var (open, seen) = (nodes, seen)
    while let handle = open.popLast() {
      guard seen.insert(ObjectIdentifier(handle)).inserted, !handle.isAsked(changing: .any) else { continue }
      changes = .any
      open += handle.discardLayouts(&self).all
    }
  }
}

/// The nodes directly around one: its supernode, and the nodes whose specs contained it.
struct SurroundingNodes {
  /// Usually the only one.
  var first: NodeHandle?
  var others: [NodeHandle] = []

  @inline(__always)
  mutating func add(_ supernode: NodeHandle) {
    if first == nil { first = supernode } else if supernode !== first { others.append(supernode) }
  }

  var all: [NodeHandle] { [first].compactMap(\.self) + others }
}

/// The invalidated nodes directly below a node, as far as they are remembered: usually only one node was changed, or
/// the node itself.
struct ChangesBelow {
  /// The versions of the node around, before the first and after the last change, and the one node that was changed
  /// in between; `.none` for several nodes.
  private var first: UInt64 = 0
  private var last: UInt64 = 0
  private var node = NodeID.none

  /// Records changes that raise the node around from `version` to the next one, or that it makes itself at `version` while
  /// it is asked for its spec.
  mutating func record(_ changes: NodeChanges, at version: UInt64) {
    switch changes {
    case .none: return
    case .one(let changed) where changed == node: break
    case .one(let changed) where last <= version: (node, first) = (changed, version)
    case .one, .any: (node, first) = (.none, .max)
    }
    last = version &+ 1
  }

  func changes(since version: UInt64) -> NodeChanges {
    if last <= version { return .none }
    return version >= first ? .one(node) : .any
  }
}

// MARK: - Telling a host that a node needs layout

extension DisplayNode {
  /// Called when the node's layout becomes invalid: something in it changed, or in a node within it. Default:
  /// nil.
  ///
  /// Set it on a root, that is, on the node that the host lays out, before its first layout. It is called once
  /// from a valid layout to an invalid one, however many changes follow, and not again until the node is laid
  /// out. A change while the node is laid out counts too: that layout is not kept, and no call is lost. But
  /// changes that `layoutSpecThatFits(_:)` makes below its own node are part of that layout. Before its first
  /// layout a node has nothing to invalidate.
  ///
  /// It is called on the thread of the change, without a lock held, after all nodes around the change are
  /// invalid: it MAY lay the node out at once. `transitionLayout(withAnimation:)` calls it once the
  /// transition has begun, with the new layout in place.
  ///
  /// A `LayoutHost` of the node, and a `LayoutList` whose cell it is, are told as well.
  ///
  /// The node keeps the closure, and passes itself to it: a closure that captures the node makes a cycle.
  ///
  /// Source: `-setNeedsLayout` of Texture's `ASDisplayNode`, which tells the node's layer.
  public final var onNeedsLayout: (@Sendable (DisplayNode) -> Void)? {
    get { lock.withLock { guardedRare?.needsLayoutObservers.first { $0.kind == .app }?.body } }
    set { setObserver(newValue.map { NeedsLayoutObserver(.app, body: $0) }, of: .app) }
  }

  /// Sets the observer of a kind. There is at most one of each kind.
  final func setObserver(_ observer: NeedsLayoutObserver?, of kind: NeedsLayoutObserver.Kind) {
    lock.replace {
      var observers = guardedMadeRare.needsLayoutObservers.filter { $0.kind != kind }
      if let observer { observers.append(observer) }
      return exchange(&guardedMadeRare.needsLayoutObservers, with: observers)
    }
  }

  /// The calls that an invalidation has to make; nil if there are none. The caller holds the lock, and
  /// discards the node's layouts after this.
  final var guardedLayoutNeed: LayoutNeed? {
    @inline(__always) get { guardedRare == nil ? nil : guardedKnownLayoutNeed }
  }

  private final var guardedKnownLayoutNeed: LayoutNeed? {
    guard let observers = guardedRare?.needsLayoutObservers, !observers.isEmpty else { return nil }
    let isValid = guardedCalculatedLayout != nil
    let due = observers.filter { isValid || $0.hasBegunLayout }
    for observer in due { observer.hasBegunLayout = false }
    return due.isEmpty ? nil : LayoutNeed(node: guardedHandle, observers: due)
  }
}

/// Calls that are due: a node needs layout.
struct LayoutNeed: Sendable {
  fileprivate let node: NodeHandle
  fileprivate let observers: [NeedsLayoutObserver]

  /// Makes the calls, if the node still exists. No lock is held.
  func tell() {
    for observer in observers {
      if let body = observer.body { node.node.map(body) } else if !node.isForgotten { observer.own() }
    }
  }
}
