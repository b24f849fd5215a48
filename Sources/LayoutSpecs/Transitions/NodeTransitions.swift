import Dispatch

/// The layout transitions of a node: the animation's defaults, and the current transition.
final class NodeTransitions {
  // Guarded by the node's own lock.
  var animator: any Animator = ImmediateAnimator()
  var duration = 0.2
  var delay = 0.0
  var curve = TimingCurve.easeInOut
  var queue: DispatchQueue?

  // Guarded by the `application` lock of the node's place.
  /// The number of the last request. A layout measured for an earlier one is discarded.
  private(set) var lastRequest: UInt64 = 0
  /// Cancels the measurement for the last request.
  private var measuring: BackgroundLayout?
  /// The transition that has not been completed, superseded or cancelled.
  var current: LayoutTransition?
  /// The completed transition whose removed subnodes are still present; nil once another layout is applied.
  var completed: LayoutTransition?

  deinit {
    measuring?.cancel()
    current?.abandon(owner: self)
  }

  /// Discards the completed transition before another layout is applied. Returns it, to release unlocked.
  func forgetCompleted() -> [LayoutTransition] {
    defer { completed = nil }
    return completed.map { [$0] } ?? []
  }

  /// Cancels the measurement for the last request, and returns the next request's number.
  func nextRequest(_ cancellation: BackgroundLayout?) -> UInt64 {
    measuring?.cancel()
    measuring = cancellation
    lastRequest += 1
    return lastRequest
  }
}

extension DisplayNode {
  /// The node's transitions, created on first use.
  final var transitions: NodeTransitions {
    let place = place
    return lock.withLock {
      if let transitions = place.transitions { return transitions }
      let transitions = NodeTransitions()
      place.transitions = transitions
      return transitions
    }
  }

  /// The node's transitions; nil until first needed.
  final var knownTransitions: NodeTransitions? { lock.withLock { guardedPlace?.transitions } }

  /// The current transition. The caller holds the `application` lock.
  final var currentTransition: LayoutTransition? { knownTransitions?.current }
}

/// The work left after a lock is released: stopping animations, releasing objects, and calling nodes, all of
/// which runs user code.
struct Aftermath {
  private var animations: [LayoutAnimation] = []
  /// Objects whose last reference this may be.
  private var held: [AnyObject] = []
  /// The nodes to call about their layouts, each before its subnodes.
  private var calls: [(node: DisplayNode, isFinished: Bool)] = []

  mutating func stop(_ more: [LayoutAnimation]) { animations += more }

  mutating func release(_ more: [AnyObject]) { held += more }

  /// Calls a node because its calculated layout is another one.
  mutating func changeLayout(of node: DisplayNode) { calls.append((node, false)) }

  /// Calls a node because another layout was applied to it.
  mutating func finishLayout(of node: DisplayNode) { calls.append((node, true)) }

  /// Does the work. No lock is held.
  consuming func settle() {
    for animation in animations { animation.stop() }
    for call in calls {
      if call.isFinished { call.node.layoutDidFinish() } else { call.node.calculatedLayoutDidChange() }
    }
  }
}
