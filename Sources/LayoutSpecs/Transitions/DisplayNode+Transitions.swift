public import Dispatch

extension DisplayNode {
  /// Lays the node out anew, and gets from the layout that it has to the new one in a transition.
  ///
  /// What the node was laid out in last is kept: the size range, or its own size where its `frame` was set since. It is
  /// invalidated first, as by `setNeedsLayout()`, so that it is asked again what it holds. A node that was never laid out,
  /// and has no size, is left alone.
  ///
  /// See <doc:Transitions> for what happens when.
  ///
  /// - Parameters:
  ///   - animated: Whether the transition is animated. If not, `animateLayoutTransition(_:)` is called all the same.
  ///   - shouldMeasureAsync: Whether to lay out on a background queue, and return at once. Default: false.
  ///   - measurementCompletion: Called once, when the new layout is there and before anything moves; not called where the
  ///     transition was superseded or cancelled by then, or the node is gone. Default: nil.
  public final func transitionLayout(
    withAnimation animated: Bool, shouldMeasureAsync: Bool = false,
    measurementCompletion: (@Sendable () -> Void)? = nil
  ) {
    guard let constraint = nextConstraint else { return }
    setNeedsLayout()
    beginTransition(
      TransitionRequest(
        constraint: constraint, isAnimated: animated, isInvalidated: true, completion: measurementCompletion),
      shouldMeasureAsync: shouldMeasureAsync)
  }

  /// Lays the node out in another size range, and gets from the layout that it has to the new one in a transition.
  ///
  /// Nothing is invalidated. Where the node has been laid out in that range, and lies as that layout says, there is
  /// nothing to animate: the transition is complete at once, without `animateLayoutTransition(_:)`.
  ///
  /// See <doc:Transitions> for what happens when.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may take. Fractions count against the largest of them.
  ///   - animated: Whether the transition is animated. If not, `animateLayoutTransition(_:)` is called all the same.
  ///   - shouldMeasureAsync: Whether to lay out on a background queue, and return at once. Default: false.
  ///   - measurementCompletion: Called once, when the new layout is there and before anything moves; not called where the
  ///     transition was superseded or cancelled by then, or the node is gone. Default: nil.
  public final func transitionLayout(
    with constrainedSize: SizeRange, animated: Bool, shouldMeasureAsync: Bool = false,
    measurementCompletion: (@Sendable () -> Void)? = nil
  ) {
    let (grid, isInvalidated) = lock.withLock { (cache.lastConstraint?.pixelGrid, cache.calculated == nil) }
    let constraint = NodeConstraint(constrainedSize, pixelGrid: grid ?? PixelGrid())
    beginTransition(
      TransitionRequest(
        constraint: constraint, isAnimated: animated, isInvalidated: isInvalidated,
        completion: measurementCompletion),
      shouldMeasureAsync: shouldMeasureAsync)
  }

  /// Ends the transition that is under way, wherever it is. Does nothing where there is none.
  ///
  /// What is still being measured is thrown away, and everything stays as it is. A transition that is being animated is
  /// taken to its end at once: its layout has been the calculated one from the moment it was measured, and what the node
  /// holds by then is in it. `didCompleteLayoutTransition(_:)` is not called.
  public final func cancelLayoutTransition() {
    let place = place
    guard let transitions = lock.withLock({ place.transitions }) else { return }
    var aftermath = Aftermath()
    place.application.withLock {
      _ = transitions.nextRequest(nil)
      transitions.current?.goToEnd(of: self, &aftermath)
    }
    aftermath.settle()
  }

  /// What transitions are animated with. Default: an `ImmediateAnimator`, which takes them to their end at once, as there
  /// is no clock here that would run by itself.
  public final var animator: any Animator {
    get { withTransitions { $0.animator } }
    set {
      // What was there goes once the lock is released: with it code of the user's may run.
      let old = withTransitions { exchange(&$0.animator, with: newValue) }
      withExtendedLifetime(old) {}
    }
  }

  /// How long the default animation takes, in seconds. Default: 0.2.
  public final var defaultLayoutTransitionDuration: Double {
    get { withTransitions { $0.duration } }
    set { withTransitions { $0.duration = newValue } }
  }

  /// Seconds until the default animation begins. Default: 0.
  public final var defaultLayoutTransitionDelay: Double {
    get { withTransitions { $0.delay } }
    set { withTransitions { $0.delay = newValue } }
  }

  /// How the default animation gets on over its time. Default: ease in and out.
  public final var defaultLayoutTransitionOptions: TimingCurve {
    get { withTransitions { $0.curve } }
    set { withTransitions { $0.curve = newValue } }
  }

  /// Where a transition goes on that was measured asynchronously: where `measurementCompletion` and
  /// `animateLayoutTransition(_:)` are called. Default: nil, the background queue that it was measured on.
  ///
  /// A transition that is not measured asynchronously goes on where it was asked for.
  public final var layoutTransitionQueue: DispatchQueue? {
    get { withTransitions { $0.queue } }
    set { withTransitions { $0.queue = newValue } }
  }

  private func withTransitions<Result>(_ body: (NodeTransitions) -> Result) -> Result {
    let transitions = transitions
    return lock.withLock { body(transitions) }
  }
}
