// What a transition does to its node, from the first step to the last. But for what is part of the protocol, the caller
// holds the lock of the node that is held while a layout is applied, and stops the animations that are returned when it has
// let go of it: their completions are code of the user's.

extension LayoutTransition {
  /// Makes the new layout the one that counts. The subnodes stay as they are.
  func takeOver(_ node: DisplayNode) {
    let place = node.place
    node.transitions.completed = nil
    node.lock.withLock {
      node.cache.keep(to, version: to.version)
      place.appliedLayout = to
      place.frame.size = to.layout.size
    }
  }

  /// Makes what is inserted subnodes, at its last place, and gives everything below the subnodes its new place.
  func insertSubnodes(of node: DisplayNode) -> [LayoutAnimation] {
    if managesSubnodes {
      // What is removed may have gone elsewhere by now.
      let order = plan.changes.filter { $0.kind != .removal || nodes[$0.node]?.supernode === node }
      node.takeSubnodes(order.compactMap { nodes[$0.node] })
      for change in order where change.kind == .insertion { nodes[change.node]?.show(change.to, in: node) }
    }
    return node.arrange(to)
  }

  /// Whether the transition takes the subnodes to these places.
  func leads(to placements: [NodeLayout.Placement]) -> Bool {
    guard managesSubnodes else {
      return placements.allSatisfy { placement in
        plan[placement.node].map { $0.to.frame == placement.frame } ?? true
      }
    }
    return after.count == placements.count
      && zip(after, placements).allSatisfy { $0.node === $1.node && $0.appearance.frame == $1.frame }
  }

  /// Ends the transition, because another layout is being applied.
  func giveWay(in node: DisplayNode) -> [LayoutAnimation] {
    node.transitions.current = nil
    restoreAlphas(in: node)
    return takeAnimations()
  }

  /// Ends the transition at its end.
  func goToEnd(of node: DisplayNode) -> [LayoutAnimation] {
    giveWay(in: node) + node.arrange(to)
  }

  /// Ends the transition where it began.
  private func goBack(_ node: DisplayNode) -> [LayoutAnimation] {
    var stopped = giveWay(in: node)
    if let applied = origin.applied { stopped += node.arrange(applied) }
    if managesSubnodes { node.takeSubnodes(origin.nodes.map(\.node)) }
    for shown in origin.nodes { shown.node.show(shown.appearance, in: node) }
    let place = node.place
    node.lock.withLock {
      place.frame.size = origin.size
      place.appliedLayout = origin.applied
      node.cache.restore(origin.applied, version: to.version)
    }
    return stopped
  }

  /// Ends the transition at its end, but that the removed subnodes are still there.
  private func complete(in node: DisplayNode) -> [LayoutAnimation] {
    let stopped = giveWay(in: node)
    for shown in after { shown.node.show(shown.appearance, in: node) }
    node.transitions.completed = self
    return stopped
  }

  /// Removes the removed subnodes, where no other layout came after the transition. No lock is held.
  func removeSubnodes() {
    guard managesSubnodes, let node else { return }
    node.place.application.withLock {
      guard node.transitions.completed === self else { return }
      node.takeSubnodes(after.map(\.node).filter { $0.supernode === node })
    }
  }

  /// Shows a plan at so many seconds. No lock is held.
  private func show(_ plan: LayoutTransitionPlan, at seconds: Double) {
    guard let node else { return }
    let progress = plan.progress(at: seconds)
    node.place.application.withLock {
      guard node.currentTransition === self else { return }
      for change in plan.changes where change.from != change.to {
        nodes[change.node]?.show(change.appearance(at: progress), in: node)
      }
    }
  }

  /// Gives the subnodes the alphas that they have outside of transitions.
  private func restoreAlphas(in node: DisplayNode) {
    for (id, alpha) in restingAlphas { nodes[id]?.show(alpha: alpha, in: node) }
  }

  func takeAnimations() -> [LayoutAnimation] {
    defer { animations = [] }
    return animations
  }

  /// Stops all animations, and calls nothing: the node is gone.
  func discardAnimations() {
    for animation in takeAnimations() { animation.discard() }
  }

  // MARK: LayoutTransitionContext

  func animate(_ plan: LayoutTransitionPlan, completion: @escaping @Sendable (Bool) -> Void) {
    guard let node else { return }
    let isAnimated = isAnimated
    let animation = LayoutAnimation(duration: isAnimated ? plan.totalDuration : 0) { [weak self] seconds in
      self?.show(plan, at: isAnimated ? seconds : .infinity)
    } completion: {
      completion($0)
    }
    let isCurrent = node.place.application.withLock {
      guard node.currentTransition === self else { return false }
      animations.append(animation)
      return true
    }
    if isCurrent { node.animator.start(animation) } else { animation.stop() }
  }

  func completeTransition(_ didComplete: Bool) {
    guard let node else { return }
    let stopped = node.place.application.withLock { () -> [LayoutAnimation]? in
      guard node.currentTransition === self else { return nil }
      return didComplete ? complete(in: node) : goBack(node)
    }
    guard let stopped else { return }
    for animation in stopped { animation.stop() }
    guard didComplete else { return }
    node.didCompleteLayoutTransition(self)
    node.place.application.withLock {
      let transitions = node.transitions
      if transitions.completed === self { transitions.completed = nil }
    }
  }
}

/// What a transition goes back to where it is not completed.
struct TransitionOrigin {
  /// The layout that was applied; nil where there was none.
  let applied: NodeLayout?
  /// The subnodes, as they looked.
  let nodes: [ShownNode]
  /// The node's own size.
  let size: Size

  /// The node as it is, with these subnodes.
  init(of node: DisplayNode, showing nodes: [ShownNode]) {
    applied = node.lock.withLock { node.guardedPlace?.appliedLayout }
    size = node.frame.size
    self.nodes = nodes
  }

  /// What the node would be at the end of a transition.
  init(endOf transition: LayoutTransition) {
    applied = transition.to
    size = transition.to.layout.size
    nodes = transition.after
  }
}

extension DisplayNode {
  /// What the node looks like.
  final var appearance: NodeAppearance {
    lock.withLock { NodeAppearance(frame: guardedPlace?.frame ?? .zero, alpha: guardedPlace?.alpha ?? 1) }
  }

  /// Makes the node look like this. What lies elsewhere by now is left alone.
  fileprivate final func show(_ appearance: NodeAppearance, in supernode: DisplayNode) {
    let place = place
    lock.withLock {
      guard place.supernode === supernode else { return }
      place.frame = appearance.frame
      place.alpha = appearance.alpha
    }
  }

  fileprivate final func show(alpha: Double, in supernode: DisplayNode) {
    let place = place
    lock.withLock {
      if place.supernode === supernode { place.alpha = alpha }
    }
  }
}
