// The layout of a node: computing, keeping and applying it.

extension DisplayNode {
  /// Lays the node out, or returns the kept layout for the same constraint. The result becomes the calculated layout.
  ///
  /// A node below is asked again only if it was invalidated since, or if it gets another constraint than in this
  /// node's or in its own last layout.
  ///
  /// Any thread may call it, and several at once. If a node is invalidated meanwhile, the result is not kept.
  ///
  /// For the parameters see `LayoutElement.layoutThatFits(_:parentSize:)`.
  ///
  /// - Precondition: no node occurs twice, or within itself.
  public final func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout {
    let constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    // Without a cancellation there is always a layout.
    return measure(in: constraint, cancellation: nil)!.layout
  }

  /// Lays the node out, and makes the result the calculated layout; nil if it was cancelled.
  final func measure(in constraint: LayoutConstraint, cancellation: BackgroundLayout?) -> NodeLayout? {
    guard let layout = computeLayout(in: constraint, cancellation: cancellation, isKept: true) else {
      return nil
    }
    let (dropped, isChanged) = lock.withLock { guardedSetCalculated(layout) }
    withExtendedLifetime(dropped) {}
    if isChanged { calculatedLayoutDidChange() }
    return layout
  }

  /// Lays the node out; nil if it was cancelled. The calculated layout does not change.
  ///
  /// The constraint's pixels are ignored: the node's own pixels count.
  ///
  /// - Parameter isKept: True if the caller lets the node keep the layout. Default: false.
  final func computeLayout(
    in constraint: LayoutConstraint, cancellation: BackgroundLayout?, isKept: Bool = false
  ) -> NodeLayout? {
    var (constraint, traits): (LayoutConstraint, TraitValues?) = (constraint, nil)
    constraint.pixelGrid = PixelGrid()
    lock.lock()
    if let guardedPlace {
      for observer in guardedPlace.needsLayoutObservers { observer.hasBegunLayout = true }
    }
    let version = cache.version
    if guardedPlace != nil {
      lock.unlock()
      // Read after the version: if they change later, the layout is not kept.
      traits = inheritedTraitValues
      lock.lock()
      constraint.pixelGrid = guardedOverrides?.pixelGrid ?? traits?.pixelGrid ?? PixelGrid()
    }
    // A node below that is invalidated from here on makes this version old, and then the layout is not kept.
    // In one variable: a copy would share the last layout.
    var kept = cache.layout(in: constraint, traits)
    lock.unlock()
    if kept.known != nil { return kept.known }
    // Without a closure, whose context would count a reference to the node.
    let session = LayoutSession.start(constraint.pixelGrid, cancellation: cancellation)
    let layout = session.layout(
      of: self, in: constraint, traits, version: version, after: &kept.last, isKept: isKept)
    LayoutSession.finish(session)
    return layout
  }

  /// The node's current layout: the last one, computed for it alone or as part of a layout that was applied.
  /// Nil if there is none, or if it was invalidated.
  public final var calculatedLayout: Layout? { lock.withLock { cache.calculated?.layout } }

  /// The size of the calculated layout in points; 0 × 0 if there is none.
  public final var calculatedSize: Size { calculatedLayout?.size ?? .zero }

  /// The range of sizes of the calculated layout; nil if there is none.
  ///
  /// For a leaf in another node's layout, such as a text, it is exactly the size of its frame.
  public final var constrainedSizeForCalculatedLayout: SizeRange? {
    lock.withLock { cache.calculated?.constrainedSize }
  }
}

// MARK: - Applying

extension DisplayNode {
  /// Applies the calculated layout, all the way down: the subnodes' frames, and with
  /// `automaticallyManagesSubnodes` the subnodes themselves.
  ///
  /// If there is none, the node is laid out first: in its last constraint, or exactly in the size of its
  /// `frame` if the frame was set to a size that no layout gave. A node that has neither stays as it is. Does
  /// nothing if nothing was invalidated.
  ///
  /// Several threads may call it; each layout is applied as a whole, one after the other.
  public final func layoutIfNeeded() {
    let (calculated, frameSize) = lock.withLock { (cache.calculated, guardedPlace?.ownSize) }
    if let calculated, frameSize == nil || frameSize == calculated.layout.size, hasTraits(of: calculated) {
      if calculated !== lock.withLock({ guardedPlace?.appliedLayout }) { apply(calculated) }
      return
    }
    guard let constraint = nextConstraint, let layout = measure(in: constraint, cancellation: nil) else {
      return
    }
    apply(layout)
  }

  /// The default constraint of the node's next layout: its last constraint, or the size of its frame if the
  /// frame was set since. Nil if it has neither.
  ///
  /// If the frame has the size of a layout, that layout's constraint is used again: the layout that was
  /// calculated last, or else the layout that was applied last. Neither has to be valid.
  ///
  /// Source: `_locked_constrainedSizeForLayoutPass` of Texture's `ASDisplayNode`.
  final var nextConstraint: LayoutConstraint? {
    lock.withLock {
      let last = cache.handle?.extras.results.lastConstraint
      guard let size = guardedPlace?.ownSize, last == nil || size != cache.handle?.extras.results.lastSize
      else {
        return last
      }
      if let applied = guardedPlace?.appliedLayout, applied.layout.size == size { return applied.constraint }
      // A size in a layout around the node may be longer than a caller's.
      return LayoutConstraint(range: SizeRange(uncheckedMin: size, max: size), parentSize: size)
    }
  }

  /// Applies a layout to all its nodes.
  final func apply(_ layout: NodeLayout) {
    let place = place
    var aftermath = Aftermath()
    place.application.withLock {
      let dropped = lock.withLock {
        place.frame.size = layout.layout.size
        return place.replaceAppliedLayout(by: layout)
      }
      aftermath.release(dropped)
      if !layout.isSame(as: dropped.first) { aftermath.finishLayout(of: self) }
      arrange(layout, &aftermath)
    }
    aftermath.finish()
  }

  /// Applies a layout to the nodes below, all the way down. A transition to this layout goes on; others end.
  ///
  /// The caller holds this node's `application` lock. The locks of the nodes below are taken one by one.
  final func arrange(_ layout: NodeLayout, _ aftermath: inout Aftermath) {
    let placements = layout.placements()
    func below(_ layout: NodeLayout) -> [NodeLayout.Placement] { placements[layout.layout.element] ?? [] }
    typealias Step = (supernode: DisplayNode, placement: NodeLayout.Placement, keepsFrame: Bool)
    let isUnderWay = arrangeSubnodes(below(layout), &aftermath)
    var open: [Step] = below(layout).map { (self, $0, isUnderWay) }
    while let (supernode, placement, keepsFrame) = open.popLast() {
      let (node, below) = (placement.node, below(placement.layout))
      // In one step, so that the node's calculated layout and its subnodes stay consistent.
      node.place.application.withLock {
        guard node.apply(placement, in: supernode, keepsFrame: keepsFrame, &aftermath),
          !below.isEmpty || node.decidesOnSubnodes
        else { return }
        let isUnderWay = node.arrangeSubnodes(below, &aftermath)
        open += below.map { (node, $0, isUnderWay) }
      }
    }
  }

  /// True if a layout without subnodes still has to be applied to the node.
  private var decidesOnSubnodes: Bool {
    lock.withLock { guardedPlace.map { $0.automaticallyManagesSubnodes || $0.transitions != nil } ?? false }
  }

  /// Sets the subnodes of the layout, if the node manages them. Returns true if a transition moves them.
  private func arrangeSubnodes(_ below: [NodeLayout.Placement], _ aftermath: inout Aftermath) -> Bool {
    let transitions = knownTransitions
    // Nodes that a completed transition removes are removed now: the transition does not affect later layouts.
    aftermath.release(transitions?.forgetCompleted() ?? [])
    let current = transitions?.current
    let isUnderWay = current?.leads(to: below) ?? false
    if !isUnderWay {
      current?.giveWay(in: self, &aftermath)
      if automaticallyManagesSubnodes { aftermath.release(takeSubnodes(below.map(\.node))) }
    }
    return isUnderWay
  }

  /// Applies a placement to this node. Returns false, without effect, if `supernode` is not its supernode.
  private func apply(
    _ placement: NodeLayout.Placement, in supernode: DisplayNode, keepsFrame: Bool,
    _ aftermath: inout Aftermath
  ) -> Bool {
    let place = place
    let layout = placement.layout
    let handle = supernode.handle
    let old: (applied: [NodeLayout], dropped: [NodeLayout], isChanged: Bool)? = lock.withLock {
      guard place.supernodeHandle === handle else { return nil }
      if !keepsFrame { place.frame = placement.frame }
      place.hasOwnSize = false
      let (dropped, isChanged) = guardedSetCalculated(layout)
      return (place.replaceAppliedLayout(by: layout), dropped, isChanged)
    }
    guard let old else { return false }
    aftermath.release(old.applied + old.dropped)
    if old.isChanged { aftermath.changeLayout(of: self) }
    if !layout.isSame(as: old.applied.first) { aftermath.finishLayout(of: self) }
    return true
  }
}
