// The steps of a transition, from first to last. Except for the protocol's methods, the caller holds the
// node's `application` lock, and settles the aftermath after releasing it.

extension LayoutTransition {
  /// Makes the new layout the calculated one. The subnodes do not change.
  func takeOver(_ node: DisplayNode, _ aftermath: inout Aftermath) {
    let transitions = node.transitions
    if let current = transitions.current {
      aftermath.stop(exchange(&current.animations, with: []))
      current.restoreAlphas(owner: transitions, of: { nodes[$0] == nil })
      aftermath.release([current])
    }
    transitions.forgetCompleted(&aftermath)
    transitions.current = self
    let isChanged = node.lock.withLock {
      node.guardedPlace.frame.size = to.layout.size
      let (dropped, isChanged) = node.guardedSetCalculated(to)
      aftermath.release(dropped)
      node.guardedReplaceApplied(by: to, &aftermath)
      return isChanged
    }
    if isChanged { aftermath.call(.passUnretained(node), .isChanged) }
  }

  /// Adds the inserted subnodes at their final places, and arranges everything below the subnodes.
  func insertSubnodes(of node: DisplayNode, _ aftermath: inout Aftermath) {
    if managesSubnodes {
      // Removed nodes may have moved elsewhere by now.
      let order = plan.changes.filter {
        $0.kind != .removal || nodes[$0.node]?.node.isSubnode(of: node) == true
      }
      aftermath.release(node.takeSubnodes(order.compactMap { nodes[$0.node]?.node }))
      for change in order where change.kind == .insertion {
        if let subnode = nodes[change.node]?.node { show(AppearanceChange(change), subnode, at: 1, in: node) }
      }
    }
    LayoutApplication.apply(to, below: node, isSame: isUnchanged, &aftermath)
  }

  /// True if the transition moves the subnodes to these frames.
  func leads(to places: [(node: DisplayNode, frame: Rect)]) -> Bool {
    guard managesSubnodes else {
      return places.allSatisfy { place in plan[place.node].map { $0.to.frame == place.frame } ?? true }
    }
    return after.count == places.count
      && zip(after, places).allSatisfy { $0.node === $1.node && $0.appearance.frame == $1.frame }
  }

  /// Ends the transition, because another layout is being applied.
  func giveWay(in node: DisplayNode, _ aftermath: inout Aftermath) {
    let transitions = node.transitions
    transitions.current = nil
    restoreAlphas(owner: transitions)
    aftermath.stop(exchange(&animations, with: []))
    aftermath.release([self])
  }

  /// Restores the nodes' alphas outside of transitions. A node that lies elsewhere by now is restored only if
  /// a transition of this owner changed its alpha.
  private func restoreAlphas(owner: NodeTransitions, of isConcerned: (NodeID) -> Bool = { _ in true }) {
    for (id, shown) in nodes where isConcerned(id) {
      shown.node.rest(shown.restingAlpha, in: node, ObjectIdentifier(owner))
    }
  }

  /// Ends the transition at its beginning.
  ///
  /// - Parameter version: The node's version, if going back alone has invalidated it.
  private func goBack(_ node: DisplayNode, _ version: UInt64?, _ aftermath: inout Aftermath) {
    giveWay(in: node, &aftermath)
    if let applied = origin.applied {
      LayoutApplication.apply(applied, below: node, isSame: true, &aftermath)
    }
    if managesSubnodes { aftermath.release(node.takeSubnodes(origin.nodes.map(\.node))) }
    for shown in origin.nodes { shown.node.show(shown.appearance.frame, in: node) }
    let isChanged = node.lock.withLock {
      node.guardedPlace.frame.size = origin.size
      guard let version, let applied = origin.applied else {
        node.guardedReplaceApplied(by: origin.applied, &aftermath)
        return false
      }
      // A version has one layout in a constraint.
      let restored = NodeLayout(copying: applied, version: version)
      let (dropped, isChanged) = node.guardedSetCalculated(restored)
      aftermath.release(dropped)
      node.guardedReplaceApplied(by: restored, &aftermath)
      return isChanged
    }
    if isChanged { aftermath.call(.passUnretained(node), [.isChanged, .isFinished]) }
  }

  /// Ends the transition at its end, but with the removed subnodes still present.
  private func complete(in node: DisplayNode, _ aftermath: inout Aftermath) {
    giveWay(in: node, &aftermath)
    for shown in after { shown.node.show(shown.appearance.frame, in: node) }
    node.transitions.completed = self
  }

  /// Removes the removed subnodes, unless another layout was applied since. No lock is held.
  func removeSubnodes() {
    guard managesSubnodes, let node else { return }
    var aftermath = Aftermath()
    node.application.withLock {
      guard node.transitions.completed === self else { return }
      aftermath.release(node.takeSubnodes(after.map(\.node).filter { $0.isSubnode(of: node) }))
    }
    aftermath.finish()
  }

  /// Shows nodes at this progress. No lock is held.
  private func show(_ changes: [AppearanceChange], at progress: Double) {
    guard let node else { return }
    // Held, so that none is released under the lock, which may run user code.
    let changed = changes.map { ($0, nodes[$0.change.node]?.node ?? $0.handle?.node) }
    node.application.withLock {
      guard node.currentTransition === self else { return }
      for case (let change, let subnode?) in changed { show(change, subnode, at: progress, in: node) }
    }
    withExtendedLifetime(changed) {}
  }

  private func show(
    _ change: AppearanceChange, _ subnode: DisplayNode, at progress: Double, in node: DisplayNode
  ) {
    let (frame, alpha) = change.values(at: progress)
    guard let resting = nodes[change.change.node]?.restingAlpha else { return subnode.set(frame, alpha) }
    let fading = RareNodeState.Fading(owner: ObjectIdentifier(node.transitions), restingAlpha: resting)
    subnode.show(frame, alpha, fading, in: node)
  }

  /// Ends the transition because the node is gone. Nothing is called.
  func abandon(owner: NodeTransitions) {
    for animation in exchange(&animations, with: []) { animation.discard() }
    restoreAlphas(owner: owner)
  }

  // MARK: LayoutTransitionContext

  func animate(_ plan: LayoutTransitionPlan, completion: @escaping @Sendable (Bool) -> Void) {
    animate(plan.changes.map { AppearanceChange($0) }, plan, completion: completion)
  }

  /// Animates changes. Nodes that are no part of the transition keep the last values, even if the animation is stopped.
  func animate(
    _ changes: [AppearanceChange], _ timing: LayoutTransitionPlan,
    completion: @escaping @Sendable (Bool) -> Void
  ) {
    guard let node else { return }
    let isAnimated = isAnimated
    let animation = LayoutAnimation(
      duration: isAnimated ? timing.totalDuration : 0,
      show: { [weak self] seconds in
        self?.show(changes, at: isAnimated ? timing.progress(at: seconds) : 1)
      },
      completion: { [weak self] isFinished in
        if let self, !isFinished {
          for change in changes where nodes[change.change.node] == nil {
            let (frame, alpha) = change.values(at: 1)
            change.handle?.node?.set(frame, alpha)
          }
        }
        completion(isFinished)
      })
    if runs(animation, timing, in: node) {
      node.animator.start(animation)
    } else {
      animation.discard()
      completion(false)
    }
  }

  /// Makes an animation end with the transition; returns false if the transition has ended.
  private func runs(
    _ animation: LayoutAnimation, _ timing: LayoutTransitionPlan, in node: DisplayNode
  ) -> Bool {
    node.application.withLock {
      guard node.currentTransition === self else { return false }
      animations.append(animation)
      if timing.totalDuration >= self.timing?.totalDuration ?? 0 { self.timing = timing }
      return true
    }
  }

  func completeTransition(_ didComplete: Bool) {
    guard let node, node.application.withLock({ node.currentTransition === self }) else { return }
    var needs: [LayoutNeed] = []
    var version: UInt64?
    if !didComplete, node.lock.withLock({ node.cache.version == to.version }) {
      // The layouts around the node contain its new size.
      needs = node.invalidate()
      version = to.version &+ 1
    }
    var aftermath = Aftermath()
    let isCurrent = node.application.withLock {
      guard node.currentTransition === self else { return false }
      if didComplete { complete(in: node, &aftermath) } else { goBack(node, version, &aftermath) }
      return true
    }
    aftermath.finish()
    for need in needs { need.tell() }
    guard isCurrent, didComplete else { return }
    node.didCompleteLayoutTransition(self)
    node.application.withLock {
      let transitions = node.transitions
      if transitions.completed === self { transitions.completed = nil }
    }
  }
}

extension DisplayNode {
  /// The node's frame and alpha.
  final var appearance: NodeAppearance {
    lock.withLock { NodeAppearance(frame: guardedPlace.frame, alpha: guardedRare?.alpha ?? 1) }
  }

  /// The alpha that the node has outside of transitions.
  final var restingAlpha: Double {
    lock.withLock { guardedRare.map { $0.fading?.restingAlpha ?? $0.alpha } ?? 1 }
  }

  /// Sets the node's frame and alpha in a transition of a supernode, unless it lies elsewhere by now, or of a list. A value
  /// that is nil stays.
  final func show(
    _ frame: Rect?, _ alpha: Double? = nil, _ fading: RareNodeState.Fading? = nil,
    in supernode: DisplayNode? = nil
  ) {
    let handle = supernode?.handle
    lock.withLock {
      guard handle == nil || guardedPlace.supernodeHandle === handle else { return }
      if let frame { guardedPlace.frame = frame }
      // The size in a list is none in which the cell is to be laid out.
      if handle == nil { guardedPlace.hasOwnSize = false }
      guard let alpha else { return }
      guardedMadeRare.alpha = alpha
      guardedMadeRare.fading = fading
    }
  }

  /// Sets the node's frame and alpha, as from outside. A value that is nil stays.
  fileprivate final func set(_ frame: Rect?, _ alpha: Double?) {
    lock.withLock {
      if let frame { guardedPlace.setFrame(frame) }
      if let alpha { guardedMadeRare.setAlpha(alpha) }
    }
  }

  /// Restores the alpha that the node has outside of transitions. If the node lies elsewhere by now, only if
  /// the owner's transition changed it.
  final func rest(_ alpha: Double, in supernode: DisplayNode?, _ owner: ObjectIdentifier) {
    let handle = supernode?.handle
    lock.withLock {
      guard let rare = guardedRare,
        rare.fading?.owner == owner || handle != nil && guardedPlace.supernodeHandle === handle
      else { return }
      rare.alpha = alpha
      rare.fading = nil
    }
  }
}
