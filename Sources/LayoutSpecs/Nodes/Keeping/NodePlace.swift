/// A node's hierarchy and frame. A node that is only laid out has none.
final class NodePlace {
  private let lockMemory = NodeLock.Memory()
  /// Guards all nodes' `subnodes`: a node's supernode changes only with this lock held. It is taken before nodes'
  /// own locks.
  static let hierarchy = NodeLock()
  /// Held while a layout is applied, so that layouts are applied one by one. Taken before any other lock.
  var application: NodeLock { NodeLock(of: self) }

  // Guarded by `hierarchy`.
  var subnodes: [DisplayNode] = []
  /// The nodes that another node's layout took from this node, and that this node's layouts have had since.
  var lost: Set<NodeID> = []
  /// The node that lost this node to its supernode in this way; nil if none did.
  var loser: NodeHandle?

  // Guarded by the node's own lock.
  /// The handle of the node that contains this one; nil if there is none. That node may be gone.
  var supernodeHandle: NodeHandle?
  var frame = Rect.zero
  /// True if the frame's size was set from outside.
  var hasOwnSize = false
  var alpha = 1.0
  var isHidden = false
  /// The alpha that the node has outside of transitions, if a transition has changed it.
  var fading: Fading?
  var automaticallyManagesSubnodes = false
  /// The traits that are set on the node.
  var traitOverrides = Traits()
  /// The traits that the list whose cell the node is hands down to it.
  var listTraits = Traits()
  /// The traits that the node had last, if it inherits and overrides some.
  var inheritance: (inherited: TraitValues, overrides: TraitValues, traits: TraitValues)?
  /// The layout that was applied last.
  private(set) var appliedLayout: NodeLayout?
  /// The observers that are called when the node needs layout: at most one of each kind.
  var needsLayoutObservers: [NeedsLayoutObserver] = []
  /// The node's transitions; nil until first needed.
  var transitions: NodeTransitions?

  /// The frame's size, if it was set from outside and is not 0 × 0; otherwise nil.
  var ownSize: Size? { hasOwnSize && frame.size != .zero ? frame.size : nil }

  struct Fading {
    /// The transition that changed the alpha.
    let owner: ObjectIdentifier
    let restingAlpha: Double
  }

  /// Sets the frame from outside.
  func setFrame(_ frame: Rect) {
    if self.frame.size != frame.size { hasOwnSize = true }
    self.frame = frame
  }

  /// Sets the alpha from outside: the node has it outside of transitions too.
  func setAlpha(_ alpha: Double) {
    self.alpha = alpha
    fading = nil
  }

  /// Returns the layout that was applied before, to be released after unlocking the node; see `NodeLayoutCache`.
  func replaceAppliedLayout(by layout: NodeLayout?) -> [NodeLayout] {
    defer { appliedLayout = layout }
    return appliedLayout.map { [$0] } ?? []
  }
}

extension DisplayNode {
  /// The node's hierarchy and frame, created on first use.
  final var place: NodePlace { lock.withLock { guardedMadePlace } }

  /// The node's place, created on first use. The caller holds the lock.
  final var guardedMadePlace: NodePlace {
    if let place = guardedPlace { return place }
    let place = NodePlace()
    guardedPlace = place
    return place
  }

  /// The node's frame in its supernode, in points. Default: 0 × 0 at (0, 0).
  ///
  /// Applying a layout sets it. If the node is not part of another node's layout, a size that is set here and
  /// that no layout gave is the size in which `layoutIfNeeded()` lays the node out. In the block of a
  /// transition's `animate(duration:delay:curve:_:completion:)` it is animated.
  ///
  /// - Precondition: a frame that is set is finite, and its size is not negative.
  public final var frame: Rect {
    get {
      if let recorded = AppearanceRecorder.current?.value(\.frame, of: self) { return recorded }
      return lock.withLock { guardedPlace?.frame ?? .zero }
    }
    set {
      let (origin, size) = (newValue.origin, newValue.size)
      precondition(
        origin.x.isFinite && origin.y.isFinite && size.width.isFinite && size.height.isFinite
          && size.width >= 0 && size.height >= 0,
        "A node's frame is finite, and its size not negative: not \(newValue)")
      if let recorder = AppearanceRecorder.current {
        recorder[self].frame = newValue
        return
      }
      lock.withLock { guardedMadePlace.setFrame(newValue) }
    }
  }

  /// True if the node and the nodes in it are not shown. Default: false.
  ///
  /// Layouts do not depend on it: a hidden node keeps its place. To give the place to others, leave the node out of the spec.
  ///
  /// Source: the `hidden` of Texture's `ASDisplayNode`.
  public final var isHidden: Bool {
    get { lock.withLock { guardedPlace?.isHidden ?? false } }
    set { lock.withLock { guardedMadePlace.isHidden = newValue } }
  }

  /// The node's opacity, from 0 to 1. Default: 1. Transitions change it; layouts do not depend on it. In the
  /// block of a transition's `animate(duration:delay:curve:_:completion:)` it is animated.
  public final var alpha: Double {
    get {
      if let recorded = AppearanceRecorder.current?.value(\.alpha, of: self) { return recorded }
      return lock.withLock { guardedPlace?.alpha ?? 1 }
    }
    set {
      if let recorder = AppearanceRecorder.current {
        recorder[self].alpha = newValue
        return
      }
      lock.withLock { guardedMadePlace.setAlpha(newValue) }
    }
  }
}
