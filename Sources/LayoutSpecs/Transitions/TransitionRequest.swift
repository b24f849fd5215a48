import Dispatch

/// A request for a transition to the layout in this constraint.
struct TransitionRequest: Sendable {
  let constraint: LayoutConstraint
  let isAnimated: Bool
  /// True if the node had no calculated layout, because it was invalidated.
  let isInvalidated: Bool
  /// Called when the layout is finished.
  let completion: (@Sendable () -> Void)?
}

extension DisplayNode {
  /// Measures the layout, here or on a background queue, and begins the transition unless it was superseded.
  ///
  /// - Parameter end: Called once this has begun the transition or was superseded, on the thread of that.
  final func beginTransition(
    _ request: TransitionRequest, shouldMeasureAsync: Bool, end: @escaping @Sendable () -> Void = {}
  ) {
    let transitions = transitions
    let cancellation = BackgroundLayout()
    let number = place.application.withLock { transitions.nextRequest(cancellation) }
    guard shouldMeasureAsync else {
      measureTransition(to: request, cancellation)?.begin(self, number)
      end()
      return
    }
    let queue = layoutTransitionQueue
    // Only the node itself waits for the result.
    DispatchQueue.global().async { [weak self] in
      guard let measured = self?.measureTransition(to: request, cancellation) else {
        end()
        return
      }
      guard let queue else {
        if let self { measured.begin(self, number) }
        end()
        return
      }
      queue.async { [weak self] in
        if let self { measured.begin(self, number) }
        end()
      }
    }
  }

  /// Returns the requested layout; nil if it was cancelled. It does not become the calculated one yet.
  private func measureTransition(
    to request: TransitionRequest, _ cancellation: BackgroundLayout
  ) -> MeasuredTransition? {
    guard !cancellation.isCancelled,
      let layout = computeLayout(in: request.constraint, cancellation: cancellation)
    else { return nil }
    return MeasuredTransition(request: request, layout: layout)
  }
}

/// A transition whose new layout is finished.
private struct MeasuredTransition: Sendable {
  let request: TransitionRequest
  let layout: NodeLayout

  /// Makes the layout the calculated one and starts the animation, unless there is a newer request.
  ///
  /// 1. The transition supersedes the current one, from what that shows at this moment.
  /// 2. The completion is called.
  /// 3. Inserted nodes become subnodes; removed ones stay.
  /// 4. The node animates.
  ///
  /// No lock is held in steps 2 and 4, so a transition may be superseded meanwhile; the rest then has no
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

  /// True if the current transition leads to this same layout and is animated as requested: then it goes on.
  private func goesOn(_ current: LayoutTransition?, _ node: DisplayNode) -> Bool {
    guard let current, request.isAnimated, !request.isInvalidated else { return false }
    return current.to === layout
  }
}
