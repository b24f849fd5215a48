// The frame of a node, and whether and how it is seen.

extension DisplayNode {
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
      return lock.withLock { guardedPlace.frame }
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
      lock.withLock { guardedPlace.setFrame(newValue) }
    }
  }

  /// True if the node and the nodes in it are not shown. Default: false.
  ///
  /// Layouts do not depend on it: a hidden node keeps its place. To give the place to others, leave the node out of the spec.
  ///
  /// Source: the `hidden` of Texture's `ASDisplayNode`.
  public final var isHidden: Bool {
    get { lock.withLock { guardedRare?.isHidden ?? false } }
    set { lock.withLock { guardedMadeRare.isHidden = newValue } }
  }

  /// The node's opacity, from 0 to 1. Default: 1. Transitions change it; layouts do not depend on it. In the
  /// block of a transition's `animate(duration:delay:curve:_:completion:)` it is animated.
  public final var alpha: Double {
    get {
      if let recorded = AppearanceRecorder.current?.value(\.alpha, of: self) { return recorded }
      return lock.withLock { guardedRare?.alpha ?? 1 }
    }
    set {
      if let recorder = AppearanceRecorder.current {
        recorder[self].alpha = newValue
        return
      }
      lock.withLock { guardedMadeRare.setAlpha(newValue) }
    }
  }
}
