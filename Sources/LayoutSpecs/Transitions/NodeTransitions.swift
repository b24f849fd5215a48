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
    // Hosts are told afterwards: a host that lays the node out at once would leave nothing to animate.
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
    let isInvalidated = lock.withLock { guardedCalculatedLayout == nil }
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
    application.withLock {
      transitions.begin(nil)
      guard let current = transitions.current else { return }
      current.giveWay(in: self, &aftermath)
      LayoutApplication.apply(current.to, below: self, isSame: true, &aftermath)
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
  public final var layoutTransitionQueue: (any LayoutQueue)? {
    get { withTransitions { $0.queue } }
    set { withTransitions { $0.queue = newValue } }
  }

  private func withTransitions<Result>(_ body: (NodeTransitions) -> Result) -> Result {
    let transitions = transitions
    return lock.withLock { body(transitions) }
  }
}

// MARK: - The state of transitions, and their beginning

/// The layout transitions of a node: the animation's defaults, and the current transition.
final class NodeTransitions {
  // Guarded by the node's own lock.
  var animator: any Animator = ImmediateAnimator()
  var duration = 0.2
  var delay = 0.0
  var curve = TimingCurve.easeInOut
  var queue: (any LayoutQueue)?

  // Guarded by the node's `application` lock.
  /// The measurement for the last request.
  private var measurement: BackgroundLayout?
  /// The transition that has not been completed, superseded or cancelled.
  var current: LayoutTransition?
  /// The completed transition whose removed subnodes are still present; nil once another layout is applied.
  var completed: LayoutTransition?

  deinit {
    measurement?.cancel()
    current?.abandon(owner: self)
  }

  /// Discards the completed transition before another layout is applied.
  func forgetCompleted(_ aftermath: inout Aftermath) {
    if let old = exchange(&completed, with: nil) { aftermath.release(old) }
  }

  /// Cancels the measurement for the last request, and begins another one, or none.
  func begin(_ next: BackgroundLayout?) {
    measurement?.cancel()
    measurement = next
  }
}

extension DisplayNode {
  /// The node's transitions, created on first use.
  final var transitions: NodeTransitions {
    lock.withLock {
      if let transitions = guardedRare?.transitions { return transitions }
      let transitions = NodeTransitions()
      guardedMadeRare.transitions = transitions
      return transitions
    }
  }

  /// The node's transitions; nil until first needed.
  final var knownTransitions: NodeTransitions? { lock.withLock { guardedRare?.transitions } }

  /// The current transition. The caller holds the `application` lock.
  final var currentTransition: LayoutTransition? { knownTransitions?.current }

  /// The timing in which the current transition is animated; nil if it is not animated, or there is none.
  final var transitionTiming: LayoutTransitionPlan? {
    guard knownTransitions != nil else { return nil }
    return application.withLock { currentTransition?.timing }
  }
}

/// A request for a transition to the layout in this constraint.
struct TransitionRequest: Sendable {
  let constraint: LayoutConstraint
  let isAnimated: Bool
  /// True if the node had no calculated layout, because it was invalidated.
  let isInvalidated: Bool
  /// Called when the layout is finished.
  let completion: (@Sendable () -> Void)?
  /// Cancelled by the next request.
  let measurement = BackgroundLayout()
}

extension DisplayNode {
  /// Measures the layout, here or on a background queue, and begins the transition unless it was superseded.
  ///
  /// - Parameter end: Called once the transition has begun or was superseded, on the thread where this happens.
  final func beginTransition(
    _ request: TransitionRequest, shouldMeasureAsync: Bool, end: @escaping @Sendable () -> Void = {}
  ) {
    let transitions = transitions
    application.withLock { transitions.begin(request.measurement) }
    guard shouldMeasureAsync else {
      if let layout = computeLayout(in: request.constraint, cancellation: request.measurement) {
        begin(request, to: layout)
      }
      return end()
    }
    let queue = layoutTransitionQueue
    // Only the node itself waits for the result.
    let background: any LayoutQueue = .global()
    background.enqueue { [weak self] in
      let layout = self?.computeLayout(in: request.constraint, cancellation: request.measurement)
      let begin: @Sendable () -> Void = { [weak self] in
        if let layout { self?.begin(request, to: layout) }
        end()
      }
      if let queue { queue.enqueue(begin) } else { begin() }
    }
  }

  /// Makes the layout the calculated one and starts the animation, unless there is a newer request.
  ///
  /// 1. The transition supersedes the current one, and starts from the present appearance. If the current one
  ///    leads to this same layout and is animated as requested, it goes on instead.
  /// 2. The completion is called.
  /// 3. Inserted nodes become subnodes; removed ones stay.
  /// 4. The node animates.
  ///
  /// No lock is held in steps 2 and 4, so a transition may be superseded meanwhile; the rest then has no
  /// effect.
  private func begin(_ request: TransitionRequest, to layout: NodeLayout) {
    let transitions = transitions
    var aftermath = Aftermath()
    var transition: LayoutTransition?
    let isWanted = application.withLock {
      guard !request.measurement.isCancelled else { return false }
      if request.isAnimated, !request.isInvalidated, transitions.current?.to === layout { return true }
      let next = LayoutTransition(of: self, to: layout, request)
      next.takeOver(self, &aftermath)
      transition = next
      return true
    }
    aftermath.finish()
    guard isWanted else { return }
    request.completion?()
    guard let transition else { return }

    var others = Aftermath()
    let isCurrent = application.withLock {
      guard transitions.current === transition else { return false }
      transition.insertSubnodes(of: self, &others)
      return true
    }
    others.finish()
    guard isCurrent else { return }
    if transition.isUnchanged {
      transition.completeTransition(true)
    } else {
      animateLayoutTransition(transition)
    }
  }
}
