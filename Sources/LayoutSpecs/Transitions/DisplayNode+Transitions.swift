public import Dispatch

extension DisplayNode {
  /// Lays the node out again, and moves to the new layout in a transition.
  ///
  /// The constraint is the node's last one, or its own size if its `frame` was set since. The node is
  /// invalidated first, as by `setNeedsLayout()`, so that its content is evaluated again. A node that was
  /// never laid out and has no size stays as it is.
  ///
  /// See <doc:Transitions> for the order of events.
  ///
  /// - Parameters:
  ///   - animated: True to animate the transition. `animateLayoutTransition(_:)` is called in either case.
  ///   - shouldMeasureAsync: True to lay out on a background queue and return at once. Default: false.
  ///   - measurementCompletion: Called once, when the new layout is finished and before anything moves; not
  ///     called if the transition was superseded or cancelled by then, or the node is gone. Default: nil.
  public final func transitionLayout(
    withAnimation animated: Bool, shouldMeasureAsync: Bool = false,
    measurementCompletion: (@Sendable () -> Void)? = nil
  ) {
    guard let constraint = nextConstraint else { return }
    // Hosts are told afterwards: one that lays the node out at once would leave nothing to animate.
    let needs = invalidate()
    beginTransition(
      TransitionRequest(
        constraint: constraint, isAnimated: animated, isInvalidated: true, completion: measurementCompletion),
      shouldMeasureAsync: shouldMeasureAsync
    ) {
      for need in needs { need.tell() }
    }
  }

  /// Lays the node out in another size range, and moves to the new layout in a transition.
  ///
  /// Nothing is invalidated. If that layout is known and already applied, there is nothing to animate: the
  /// transition is complete at once, without `animateLayoutTransition(_:)`.
  ///
  /// See <doc:Transitions> for the order of events.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may have. Fractions refer to the largest of them.
  ///   - animated: As in `transitionLayout(withAnimation:shouldMeasureAsync:measurementCompletion:)`.
  ///   - shouldMeasureAsync: As there.
  ///   - measurementCompletion: As there.
  public final func transitionLayout(
    with constrainedSize: SizeRange, animated: Bool, shouldMeasureAsync: Bool = false,
    measurementCompletion: (@Sendable () -> Void)? = nil
  ) {
    let isInvalidated = lock.withLock { cache.calculated == nil }
    beginTransition(
      TransitionRequest(
        constraint: LayoutConstraint(constrainedSize), isAnimated: animated, isInvalidated: isInvalidated,
        completion: measurementCompletion),
      shouldMeasureAsync: shouldMeasureAsync)
  }

  /// Ends the current transition, at any stage. Does nothing if there is none.
  ///
  /// A layout that is still being measured is discarded, and nothing changes. An animated transition jumps to
  /// its end: its layout has been the calculated one since it was measured, and contains the node's present
  /// content. `didCompleteLayoutTransition(_:)` is not called.
  public final func cancelLayoutTransition() {
    guard let transitions = knownTransitions else { return }
    var aftermath = Aftermath()
    place.application.withLock {
      _ = transitions.nextRequest(nil)
      transitions.current?.goToEnd(of: self, &aftermath)
    }
    aftermath.finish()
  }

  /// The animator of the node's transitions. Default: an `ImmediateAnimator`, which ends them at once,
  /// because there is no running clock here.
  public final var animator: any Animator {
    get { withTransitions { $0.animator } }
    set {
      // Released after the lock, because this may run user code.
      let old = withTransitions { exchange(&$0.animator, with: newValue) }
      withExtendedLifetime(old) {}
    }
  }

  /// The duration of the default animation, in seconds. Default: 0.2.
  public final var defaultLayoutTransitionDuration: Double {
    get { withTransitions { $0.duration } }
    set { withTransitions { $0.duration = newValue } }
  }

  /// The delay of the default animation, in seconds. Default: 0.
  public final var defaultLayoutTransitionDelay: Double {
    get { withTransitions { $0.delay } }
    set { withTransitions { $0.delay = newValue } }
  }

  /// The timing curve of the default animation. Default: ease in and out.
  public final var defaultLayoutTransitionOptions: TimingCurve {
    get { withTransitions { $0.curve } }
    set { withTransitions { $0.curve = newValue } }
  }

  /// The queue on which a transition that was measured asynchronously continues: `measurementCompletion` and
  /// `animateLayoutTransition(_:)` are called there. Default: nil, the background queue that measured it.
  ///
  /// Any other transition continues on the thread that requested it.
  public final var layoutTransitionQueue: DispatchQueue? {
    get { withTransitions { $0.queue } }
    set { withTransitions { $0.queue = newValue } }
  }

  private func withTransitions<Result>(_ body: (NodeTransitions) -> Result) -> Result {
    let transitions = transitions
    return lock.withLock { body(transitions) }
  }
}
