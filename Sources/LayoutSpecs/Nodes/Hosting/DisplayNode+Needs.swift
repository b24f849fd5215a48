// Telling a node's host that the node needs layout.

extension DisplayNode {
  /// Called when the node's layout becomes invalid: something in it changed, or in a node within it. Default:
  /// nil.
  ///
  /// Set it on a root, that is, on the node that the host lays out, before its first layout. It is called
  /// once from a valid layout to an invalid one, however many changes follow, and not again until the node is
  /// laid out. A change while the node is laid out is such a change too: that layout is not kept, and no call
  /// is lost. Before its first layout a node has nothing to invalidate.
  ///
  /// It is called on the thread of the change, without a lock held, after all nodes around the change are
  /// invalid: it MAY lay the node out at once. `transitionLayout(withAnimation:)` calls it once the
  /// transition has begun, with the new layout in place.
  ///
  /// The node keeps the closure, which gets the node: a closure that refers to it by itself makes a cycle.
  ///
  /// Source: `-setNeedsLayout` of Texture's `ASDisplayNode`, which tells the node's layer.
  public final var onNeedsLayout: (@Sendable (DisplayNode) -> Void)? {
    get { lock.withLock { guardedPlace?.needsLayoutObserver?.body } }
    set { observe(by: newValue.map { NeedsLayoutObserver($0) }) }
  }

  /// Makes `observer` the one that is told; nil for none.
  final func observe(by observer: NeedsLayoutObserver?) {
    let place = place
    // Released after the lock, because this may run user code.
    let old = lock.withLock { exchange(&place.needsLayoutObserver, with: observer) }
    withExtendedLifetime(old) {}
  }

  /// Removes `observer`, unless another one is told by now.
  final func stopObserving(by observer: NeedsLayoutObserver) {
    lock.withLock {
      guard let place = guardedPlace, place.needsLayoutObserver === observer else { return }
      place.needsLayoutObserver = nil
    }
  }

  /// The call that an invalidation has to make; nil if there is none. The caller holds the lock, and discards
  /// the node's layouts after this.
  final var guardedLayoutNeed: LayoutNeed? {
    guard let observer = guardedPlace?.needsLayoutObserver,
      cache.calculated != nil || observer.hasBegunLayout
    else { return nil }
    observer.hasBegunLayout = false
    return LayoutNeed(node: guardedHandle, observer: observer)
  }
}

/// The one that a node tells that it needs layout.
final class NeedsLayoutObserver: @unchecked Sendable {
  /// The app's; nil for a host's or a list's, which know the node.
  let body: (@Sendable (DisplayNode) -> Void)?
  private let own: @Sendable () -> Void
  /// True if a layout of the node was begun since the last call. Guarded by the node's lock.
  var hasBegunLayout = false

  init(_ body: @escaping @Sendable (DisplayNode) -> Void) {
    self.body = body
    own = {}
  }

  init(own: @escaping @Sendable () -> Void) {
    body = nil
    self.own = own
  }

  /// Makes the call, if the node still exists.
  fileprivate func tell(of node: NodeHandle) {
    if let body { node.node.map(body) } else if !node.isForgotten { own() }
  }
}

/// A call that is due: a node needs layout.
final class LayoutNeed: Sendable {
  private let node: NodeHandle
  private let observer: NeedsLayoutObserver

  init(node: NodeHandle, observer: NeedsLayoutObserver) {
    self.node = node
    self.observer = observer
  }

  /// Makes the call, if the node still exists. No lock is held.
  func tell() {
    observer.tell(of: node)
  }
}
