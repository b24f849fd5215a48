import Dispatch

/// What somebody asked for: a transition to the layout in this constraint.
struct TransitionRequest: Sendable {
  let constraint: NodeConstraint
  let isAnimated: Bool
  /// Whether the node has no layout that counts, because of what was invalidated before.
  let isInvalidated: Bool
  /// Called when the layout is there.
  let completion: (@Sendable () -> Void)?
}

extension DisplayNode {
  /// Measures, here or on a background queue, and begins the transition where it was not superseded meanwhile.
  final func beginTransition(_ request: TransitionRequest, shouldMeasureAsync: Bool) {
    let transitions = transitions
    let cancellation = LayoutCancellation()
    let number = place.application.withLock { transitions.nextRequest(cancellation) }
    guard shouldMeasureAsync else {
      measureTransition(to: request, cancellation)?.begin(self, number)
      return
    }
    let queue = layoutTransitionQueue
    // Nobody waits for what comes of it but the node itself.
    DispatchQueue.global().async { [weak self] in
      guard let measured = self?.measureTransition(to: request, cancellation) else { return }
      guard let queue else {
        if let self { measured.begin(self, number) }
        return
      }
      queue.async { [weak self] in
        if let self { measured.begin(self, number) }
      }
    }
  }

  /// The layout that was asked for; nil where nobody wants it any more. It does not yet become the calculated one.
  private func measureTransition(
    to request: TransitionRequest, _ cancellation: LayoutCancellation
  ) -> MeasuredTransition? {
    guard !cancellation.isCancelled,
      let layout = computeLayout(in: request.constraint, cancellation: cancellation)
    else { return nil }
    return MeasuredTransition(request: request, layout: layout)
  }
}

/// A transition whose new layout is there.
private struct MeasuredTransition: Sendable {
  let request: TransitionRequest
  let layout: NodeLayout

  /// Makes the layout the one that counts, and starts to animate; unless another request was made meanwhile.
  ///
  /// 1. The transition takes over from the one that is under way: from what it shows at this moment.
  /// 2. The completion is called.
  /// 3. What is inserted becomes subnodes; what is removed stays.
  /// 4. The node animates.
  ///
  /// No lock is held in steps 2 and 4, so the transition may itself be superseded in between. What follows then has no
  /// effect.
  func begin(_ node: DisplayNode, _ number: UInt64) {
    let transitions = node.transitions
    let application = node.place.application
    var aftermath = Aftermath()
    var transition: LayoutTransition?
    let isWanted = application.withLock {
      guard transitions.lastRequest == number else { return false }
      if goesOn(transitions.current, node) { return true }
      let next = LayoutTransition(of: node, to: layout, request)
      next.takeOver(node, &aftermath)
      transition = next
      return true
    }
    aftermath.settle()
    guard isWanted else { return }
    request.completion?()
    guard let transition else { return }

    var others = Aftermath()
    let isCurrent = application.withLock {
      guard transitions.current === transition else { return false }
      transition.insertSubnodes(of: node, &others)
      return true
    }
    others.settle()
    guard isCurrent else { return }
    if transition.isUnchanged {
      transition.completeTransition(true)
    } else {
      node.animateLayoutTransition(transition)
    }
  }

  /// Whether the transition that is under way leads to this very layout, and is animated as it should be: it goes on then.
  private func goesOn(_ current: LayoutTransition?, _ node: DisplayNode) -> Bool {
    guard let current, request.isAnimated, !request.isInvalidated else { return false }
    return current.to === layout
  }
}
