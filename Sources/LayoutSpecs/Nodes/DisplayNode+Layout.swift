// How a node is laid out, and keeps and loses its layouts.

extension DisplayNode {
  /// Lays the node out, or returns the layout that it keeps for the same constraint. It becomes the calculated layout.
  ///
  /// What the nodes below hold is kept as well: only those are asked again that were invalidated since, or that get another constraint.
  /// A node keeps the last four.
  ///
  /// Any thread may call it, several at once. What is invalidated meanwhile, by any thread, makes the result one that is returned and not kept.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may take.
  ///   - parentSize: What fractions in its style count against. Default: the largest size that it may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  /// - Precondition: no node lies twice in what is laid out, or within itself.
  public final func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid()
  ) -> Layout {
    let constraint = NodeConstraint(constrainedSize, parentSize: parentSize, pixelGrid: pixelGrid)
    // Nothing can cancel it, so there is a layout.
    return measure(in: constraint, cancellation: nil)!.layout
  }

  /// Lays the node out, and makes the result the calculated layout; nil where it was cancelled.
  final func measure(in constraint: NodeConstraint, cancellation: LayoutCancellation?) -> NodeLayout? {
    guard let layout = computeLayout(in: constraint, cancellation: cancellation) else { return nil }
    let dropped = lock.withLock { cache.keep(layout, version: layout.version) }
    withExtendedLifetime(dropped) {}
    return layout
  }

  /// Lays the node out; nil where it was cancelled. The calculated layout stays what it is.
  final func computeLayout(in constraint: NodeConstraint, cancellation: LayoutCancellation?) -> NodeLayout? {
    let (known, version) = lock.withLock { (cache.root(constraint), cache.version) }
    if let known { return known }
    let session = LayoutSession(cancellation: cancellation)
    let (_, element) = session.layOut(
      self, in: constraint.range, parentSize: constraint.parentSize, constraint.pixelGrid)
    if cancellation?.isCancelled == true { return nil }
    let (layout, nodes) = LayoutSplice.layout(
      of: element, in: LayoutConstraint(range: constraint.range, parentSize: constraint.parentSize))
    // The node is not among its own nodes: it would keep itself alive.
    return NodeLayout(layout, constraint, version: version, nodes: Array(nodes.dropFirst()))
  }

  /// The layout that counts: what the node was laid out in last, by itself or as part of a layout that was applied. Nil before that, and
  /// once it was invalidated.
  public final var calculatedLayout: Layout? { lock.withLock { cache.calculated?.layout } }

  /// The size of the calculated layout in points; 0 × 0 where there is none.
  public final var calculatedSize: Size { calculatedLayout?.size ?? .zero }

  /// The sizes that the node could take in the calculated layout; nil where there is none.
  ///
  /// Of a node that lies in another one's layout and was not asked what it holds, a text for example, it is the size that it got.
  public final var constrainedSizeForCalculatedLayout: SizeRange? {
    lock.withLock { cache.calculated?.constrainedSize }
  }
}

// MARK: - Invalidating

extension DisplayNode {
  /// Says that what the node's layout depends on has changed: it and everything around it is laid out anew when it is next asked for.
  ///
  /// Around it are its supernodes, and the nodes that were laid out with it in the specs that they returned. Nodes beside and below keep what they
  /// know. Nothing is laid out now. This module's own properties call it by themselves.
  ///
  /// - Complexity: linear in the number of nodes around it.
  public final func setNeedsLayout() {
    invalidateCalculatedLayout()
  }

  /// Forgets the calculated layout, and those that are kept for other constraints, of the node and of all around it; see `setNeedsLayout()`.
  ///
  /// Texture's forgets the node's own alone, which leaves what is around it with layouts of another time.
  public final func invalidateCalculatedLayout() {
    var open = [self]
    var seen: Set<ObjectIdentifier> = [ObjectIdentifier(self)]
    while let node = open.popLast() {
      let (old, containers, supernode) = node.lock.withLock {
        (node.cache, node.cache.invalidate(), node.guardedPlace?.supernode)
      }
      // With a layout nodes may go that nobody else holds, and code of the user's runs.
      withExtendedLifetime(old) {}
      // Mostly the supernode and the only container are one node.
      for next in (containers?.nodes ?? []) + (supernode.map { [$0] } ?? [])
      where seen.insert(ObjectIdentifier(next)).inserted {
        open.append(next)
      }
    }
  }

  /// Whether somebody has to know of a change. To be called with the lock held.
  final var isWatched: Bool { cache.isWatched || guardedPlace?.supernode != nil }
}

// MARK: - Applying

extension DisplayNode {
  /// Makes the frames of the subnodes, and with `automaticallyManagesSubnodes` the subnodes themselves, those of the calculated layout, all the
  /// way down.
  ///
  /// Where there is none, the node is laid out first: in the constraint that it was laid out in last, or
  /// exactly as large as its `frame`, where that was set to a size that no layout gave. A node that was never
  /// laid out and has no size is left alone. Nothing is done where nothing was invalidated.
  ///
  /// Several threads may call it; each layout is applied as a whole, one after the other.
  public final func layoutIfNeeded() {
    let (calculated, frameSize) = lock.withLock { (cache.calculated, guardedPlace?.ownSize) }
    if let calculated, frameSize == nil || frameSize == calculated.layout.size {
      if calculated !== lock.withLock({ guardedPlace?.appliedLayout }) { apply(calculated) }
      return
    }
    guard let constraint = nextConstraint, let layout = measure(in: constraint, cancellation: nil) else {
      return
    }
    apply(layout)
  }

  /// What the node is laid out in when nobody says in what: what it was laid out in last, but where its
  /// frame's size was set since, that. Nil where it has neither.
  ///
  /// A frame that has the size of a layout was set to that layout, whose constraint is asked again: the
  /// layout that was calculated last, or else the one that was applied. Neither need be valid any more.
  ///
  /// Source: `_locked_constrainedSizeForLayoutPass` of Texture's `ASDisplayNode`.
  final var nextConstraint: NodeConstraint? {
    lock.withLock {
      let last = cache.lastConstraint
      guard let size = guardedPlace?.ownSize, last == nil || size != cache.lastSize else { return last }
      if let applied = guardedPlace?.appliedLayout, applied.layout.size == size { return applied.constraint }
      return NodeConstraint(exactly: size, pixelGrid: last?.pixelGrid ?? PixelGrid())
    }
  }

  /// Puts every node of a layout in its place.
  final func apply(_ layout: NodeLayout) {
    let place = place
    var aftermath = Aftermath()
    place.application.withLock {
      let dropped = lock.withLock {
        place.frame.size = layout.layout.size
        return place.replaceAppliedLayout(by: layout)
      }
      aftermath.release(dropped)
      arrange(layout, &aftermath)
    }
    aftermath.settle()
  }

  /// Gives every node of a layout its place, all the way down. A transition that leads there goes on; any other one ends.
  ///
  /// To be called with this node's lock held that is held while a layout is applied. Those of the nodes below are taken one by one.
  final func arrange(_ layout: NodeLayout, _ aftermath: inout Aftermath) {
    let placements = layout.placements()
    func below(_ layout: NodeLayout) -> [NodeLayout.Placement] { placements[layout.layout.element] ?? [] }
    typealias Step = (supernode: DisplayNode, placement: NodeLayout.Placement, keepsFrame: Bool)
    let isUnderWay = arrangeSubnodes(below(layout), &aftermath)
    var open: [Step] = below(layout).map { (self, $0, isUnderWay) }
    while let (supernode, placement, keepsFrame) = open.popLast() {
      let (node, below) = (placement.node, below(placement.layout))
      // In one step, so that no layout of the node's own comes between what counts and what is there.
      node.place.application.withLock {
        guard node.settle(placement, in: supernode, keepsFrame: keepsFrame, &aftermath),
          !below.isEmpty || node.decidesOnSubnodes
        else { return }
        let isUnderWay = node.arrangeSubnodes(below, &aftermath)
        open += below.map { (node, $0, isUnderWay) }
      }
    }
  }

  /// Whether a layout without subnodes has anything to do for the node.
  private var decidesOnSubnodes: Bool {
    lock.withLock { guardedPlace.map { $0.automaticallyManagesSubnodes || $0.transitions != nil } ?? false }
  }

  /// Makes the nodes directly below this one its subnodes, where it decides on them. Returns whether a transition takes them to their places.
  private func arrangeSubnodes(_ below: [NodeLayout.Placement], _ aftermath: inout Aftermath) -> Bool {
    let transitions = knownTransitions
    // What it removes is removed now, and it has no say in what comes after this layout.
    aftermath.release(transitions?.forgetCompleted() ?? [])
    let current = transitions?.current
    let isUnderWay = current?.leads(to: below) ?? false
    if !isUnderWay {
      current?.giveWay(in: self, &aftermath)
      if automaticallyManagesSubnodes { aftermath.release(takeSubnodes(below.map(\.node))) }
    }
    return isUnderWay
  }

  /// Takes a place below a node. False where it is not a subnode of that node, which then has no say.
  private func settle(
    _ placement: NodeLayout.Placement, in supernode: DisplayNode, keepsFrame: Bool,
    _ aftermath: inout Aftermath
  ) -> Bool {
    let place = place
    let dropped: [NodeLayout]? = lock.withLock {
      guard place.supernode === supernode else { return nil }
      if !keepsFrame { place.frame = placement.frame }
      place.hasOwnSize = false
      return place.replaceAppliedLayout(by: placement.layout) + cache.settle(on: placement.layout)
    }
    aftermath.release(dropped ?? [])
    return dropped != nil
  }
}
