/// A node as those know it that must not keep it: the nodes in its spec, its subnodes, and calls that are due.
///
/// It stands for a weak reference. The first weak reference to an object moves the counts of its references into
/// a table of their own, and from then on each one that is counted takes several times as long.
///
/// A node has one handle at most, so handles are compared instead of nodes.
final class NodeHandle: @unchecked Sendable {
  // SAFETY: the node is guarded by the lock, and calls `forget()` in its `deinit`, which waits for the lock: so
  // its memory is there while the lock is held.
  private let lock = NodeLock()
  private var guardedNode: Unmanaged<DisplayNode>?
  /// The nodes directly below that were invalidated: they know the node by its handle. Guarded by the node's lock.
  @exclusivity(unchecked) var below = ChangesBelow()

  init(_ node: DisplayNode) { guardedNode = .passUnretained(node) }

  deinit { lock.destroy() }

  /// Called when the node is freed.
  func forget() { lock.withLock { guardedNode = nil } }

  /// True if the node is gone.
  var isForgotten: Bool { lock.withLock { guardedNode == nil } }

  /// Calls `body` with the node, unless it is gone. It may be about to be freed: the body MUST NOT keep it, and
  /// releases nothing whose `deinit` could use a handle.
  @inline(__always)
  func withNode<Result>(_ body: (DisplayNode) -> Result) -> Result? {
    lock.withLock { guardedNode.map { $0._withUnsafeGuaranteedRef { body($0) } } }
  }

  /// The node, to keep; nil if it is gone. Asking makes the node's references slow to count, so layouts do not.
  var node: DisplayNode? {
    lock.withLock {
      // Of an object that is about to be freed a weak reference is nil.
      weak let node = guardedNode?._withUnsafeGuaranteedRef { $0 }
      return node
    }
  }
}

extension DisplayNode {
  /// The node's handle, made when it is first asked for.
  final var handle: NodeHandle { lock.withLock { guardedHandle } }
}
