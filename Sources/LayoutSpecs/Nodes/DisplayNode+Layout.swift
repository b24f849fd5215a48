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
    if let guardedRare {
      for observer in guardedRare.needsLayoutObservers { observer.hasBegunLayout = true }
    }
    let version = cache.version
    if guardedRare != nil || guardedPlace.supernodeHandle != nil {
      lock.unlock()
      // Read after the version: if they change later, the layout is not kept.
      traits = inheritedTraitValues
      lock.lock()
      constraint.pixelGrid = guardedOverrides?.pixelGrid ?? traits?.pixelGrid ?? PixelGrid()
    }
    // A node below that is invalidated from here on makes this version old, and then the layout is not kept.
    // In one variable: a copy would share the last layout.
    var kept = cache.knownLayout(in: constraint, traits)
    lock.unlock()
    if kept.known != nil { return kept.known }
    // Without a closure, whose context would count a reference to the node.
    let session = LayoutSession.start(constraint.pixelGrid, cancellation: cancellation)
    let layout = session.layout(
      of: self, in: constraint, traits, version: version, after: &kept.last, isKept: isKept)
    LayoutSession.finish(session, of: self)
    return layout
  }

  /// The node's current layout: the last one, computed for it alone or as part of a layout that was applied.
  /// Nil if there is none, or if it was invalidated.
  public final var calculatedLayout: Layout? { lock.withLock { guardedCalculatedLayout } }

  /// The size of the calculated layout in points; 0 × 0 if there is none.
  public final var calculatedSize: Size { calculatedLayout?.size ?? .zero }

  /// The range of sizes of the calculated layout; nil if there is none.
  ///
  /// For a leaf in another node's layout, such as a text, it is exactly the size of its frame.
  public final var constrainedSizeForCalculatedLayout: SizeRange? {
    lock.withLock {
      guardedPart.map { LayoutConstraint(ofPart: $0).range } ?? cache.calculated?.range
    }
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
    let (part, calculated, applied, frameSize) = lock.withLock {
      (guardedPart, cache.calculated, guardedPlace.appliedObject.value, guardedPlace.ownSize)
    }
    if let part {
      // The node's part of a layout around it is the calculated layout only once it was applied.
      if frameSize == nil || frameSize == part.size, hasInherited(part.expansion?.traits) { return }
    } else if let calculated, frameSize == nil || frameSize == calculated.layout.size,
      hasInherited(calculated.traits)
    {
      if calculated !== applied { apply(calculated) }
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
      let last = guardedLastLayout
      guard let size = guardedPlace.ownSize, size != last?.size else { return last?.constraint }
      if guardedPlace.applied.size == size { return guardedPlace.applied.request?.constraint }
      // A size in a layout around the node may be longer than a caller's.
      return LayoutConstraint(range: SizeRange(uncheckedMin: size, max: size), parentSize: size)
    }
  }

  /// True if a layout is the one that was applied last.
  final func hasApplied(_ layout: NodeLayout) -> Bool {
    lock.withLock { guardedPlace.appliedObject.value === layout }
  }

  /// Applies a layout to all its nodes, unless it is applied already. Returns false, without effect, if the node was
  /// invalidated since.
  final func applyIfCurrent(_ layout: NodeLayout) -> Bool {
    let isCurrent = lock.withLock { cache.version == layout.version }
    if isCurrent, !hasApplied(layout) { apply(layout) }
    return isCurrent
  }

  /// Applies a layout to all its nodes.
  final func apply(_ layout: NodeLayout) {
    var aftermath = Aftermath()
    application.withLock {
      let isSame = lock.withLock {
        guardedPlace.frame.size = layout.layout.size
        let isSame = !guardedPlace.isFirst && guardedPlace.applied.isSame(as: .whole(layout))
        guardedReplaceApplied(by: layout, &aftermath)
        return isSame
      }
      LayoutApplication.apply(layout, below: self, isSame: isSame, &aftermath)
    }
    aftermath.finish()
  }
}
