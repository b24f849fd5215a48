// Telling a node's host that the node needs layout.

extension DisplayNode {
  /// Called when the node's layout becomes invalid: something in it changed, or in a node within it. Default:
  /// nil.
  ///
  /// Set it on a root, that is, on the node that the host lays out, before its first layout. It is called
  /// once from a valid layout to an invalid one, however many changes follow, and not again until the node is
  /// laid out. A change while the node is laid out is such a change too: that layout is not kept, and no call
  /// is lost; but what `layoutSpecThatFits(_:)` changes below the node itself is part of that layout. Before its
  /// first layout a node has nothing to invalidate.
  ///
  /// It is called on the thread of the change, without a lock held, after all nodes around the change are
  /// invalid: it MAY lay the node out at once. `transitionLayout(withAnimation:)` calls it once the
  /// transition has begun, with the new layout in place.
  ///
  /// A `LayoutHost` of the node, and a `LayoutList` of which it is a cell, are told besides.
  ///
  /// The node keeps the closure, which gets the node: a closure that refers to it by itself makes a cycle.
  ///
  /// Source: `-setNeedsLayout` of Texture's `ASDisplayNode`, which tells the node's layer.
  public final var onNeedsLayout: (@Sendable (DisplayNode) -> Void)? {
    get { lock.withLock { guardedPlace?.needsLayoutObservers.first { $0.kind == .app }?.body } }
    set { setObserver(newValue.map { NeedsLayoutObserver(.app, body: $0) }, of: .app) }
  }

  /// Sets the observer of a kind, of which there is one at most.
  final func setObserver(_ observer: NeedsLayoutObserver?, of kind: NeedsLayoutObserver.Kind) {
    let place = place
    // Released after the lock, because this may run user code.
    let old = lock.withLock {
      var observers = place.needsLayoutObservers.filter { $0.kind != kind }
      if let observer { observers.append(observer) }
      return exchange(&place.needsLayoutObservers, with: observers)
    }
    withExtendedLifetime(old) {}
  }

  /// The call that an invalidation has to make; nil if there is none. The caller holds the lock, and discards
  /// the node's layouts after this.
  final var guardedLayoutNeed: LayoutNeed? {
    guard let observers = guardedPlace?.needsLayoutObservers, !observers.isEmpty else { return nil }
    let due = observers.filter { cache.calculated != nil || $0.hasBegunLayout }
    for observer in due { observer.hasBegunLayout = false }
    return due.isEmpty ? nil : LayoutNeed(node: guardedHandle, observers: due)
  }
}

/// One that a node tells that it needs layout.
final class NeedsLayoutObserver: @unchecked Sendable {
  enum Kind {
    case app
    case host
    case list
  }

  let kind: Kind
  /// The app's; nil for a host's or a list's, which know the node.
  let body: (@Sendable (DisplayNode) -> Void)?
  private let own: @Sendable () -> Void
  /// True if a layout of the node was begun since the last call. Guarded by the node's lock.
  var hasBegunLayout = false

  init(
    _ kind: Kind, body: (@Sendable (DisplayNode) -> Void)? = nil, own: @escaping @Sendable () -> Void = {}
  ) {
    (self.kind, self.body, self.own) = (kind, body, own)
  }

  /// Makes the call, if the node still exists.
  fileprivate func tell(of node: NodeHandle) {
    if let body { node.node.map(body) } else if !node.isForgotten { own() }
  }
}

/// Calls that are due: a node needs layout.
struct LayoutNeed: Sendable {
  fileprivate let node: NodeHandle
  fileprivate let observers: [NeedsLayoutObserver]

  /// Makes the calls, if the node still exists. No lock is held.
  func tell() {
    for observer in observers { observer.tell(of: node) }
  }
}
