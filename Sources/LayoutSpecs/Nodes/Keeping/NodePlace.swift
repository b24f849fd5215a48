/// What a node is to the nodes around it and below it, and where it lies. A node that is only laid out has none.
final class NodePlace {
  /// Guards `subnodes`, and the way into them: a node's `supernode` becomes this one, or stops to be it, with this lock held. It is taken before
  /// nodes' own locks, and several of it in one order, by `NodeLock.withLocks`.
  let structure = NodeLock()
  /// Held while a layout is applied, so that one is applied after the other. It is taken before any other lock.
  let application = NodeLock()

  /// Guarded by `structure`.
  var subnodes: [DisplayNode] = []

  // Guarded by the node's own lock.
  weak var supernode: DisplayNode?
  var frame = Rect.zero
  /// Whether the frame's size was set from outside.
  var hasOwnSize = false
  var alpha = 1.0
  /// The alpha that the node has outside of transitions, where one has given it another.
  var fading: Fading?
  var automaticallyManagesSubnodes = false
  /// The layout that was applied last.
  private(set) var appliedLayout: NodeLayout?
  /// How layout transitions are animated, and which is under way; nil before any of that was asked for.
  var transitions: NodeTransitions?

  /// The frame's size where it was set from outside; nil where it was not, or where it is 0 × 0.
  var ownSize: Size? { hasOwnSize && frame.size != .zero ? frame.size : nil }

  struct Fading {
    /// Whose transition it was.
    let owner: ObjectIdentifier
    let restingAlpha: Double
  }

  /// Returns the layout that was applied before, to be let go of when the node's lock is released; see `NodeLayoutCache`.
  func replaceAppliedLayout(by layout: NodeLayout?) -> [NodeLayout] {
    defer { appliedLayout = layout }
    return appliedLayout.map { [$0] } ?? []
  }

  deinit {
    structure.destroy()
    application.destroy()
  }
}

extension DisplayNode {
  /// What the node is to others; it is made where there is none.
  final var place: NodePlace {
    lock.withLock {
      if let place = guardedPlace { return place }
      let place = NodePlace()
      guardedPlace = place
      return place
    }
  }

  /// The node's frame in its supernode, in points. Default: 0 × 0 at (0, 0).
  ///
  /// A layout that is applied sets it. To set a size that is not a layout's says what `layoutIfNeeded()` lays
  /// the node out in, where it is not part of another node's layout.
  public final var frame: Rect {
    get { lock.withLock { guardedPlace?.frame ?? .zero } }
    set {
      let place = place
      lock.withLock {
        if place.frame.size != newValue.size { place.hasOwnSize = true }
        place.frame = newValue
      }
    }
  }

  /// How opaque the node is, from 0 to 1. Default: 1. Transitions change it; layouts do not depend on it.
  public final var alpha: Double {
    get { lock.withLock { guardedPlace?.alpha ?? 1 } }
    set {
      let place = place
      lock.withLock {
        place.alpha = newValue
        place.fading = nil
      }
    }
  }
}
