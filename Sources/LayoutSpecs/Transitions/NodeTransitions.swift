import Dispatch

/// What a node knows of its layout transitions: how they are animated, and which is under way.
final class NodeTransitions {
  // Guarded by the node's own lock.
  var animator: any Animator = ImmediateAnimator()
  var duration = 0.2
  var delay = 0.0
  var curve = TimingCurve.easeInOut
  var queue: DispatchQueue?

  // Guarded by the lock of the node's place that is held while a layout is applied.
  /// The number of the request that was made last. What was measured for an earlier one is thrown away.
  private(set) var lastRequest: UInt64 = 0
  /// Stops what is being measured for the last request.
  private var measuring: LayoutCancellation?
  /// The transition that has neither been completed nor superseded nor cancelled.
  var current: LayoutTransition?
  /// The transition that was completed and whose removed subnodes are still there; nil where another layout came after it.
  var completed: LayoutTransition?

  deinit {
    measuring?.cancel()
    current?.abandon(owner: self)
  }

  /// Forgets the completed transition, because another layout comes after it. Returns it, to be let go of when no lock is held.
  func forgetCompleted() -> [LayoutTransition] {
    defer { completed = nil }
    return completed.map { [$0] } ?? []
  }

  /// Throws away what is being measured for the last request, and numbers the next one.
  func nextRequest(_ cancellation: LayoutCancellation?) -> UInt64 {
    measuring?.cancel()
    measuring = cancellation
    lastRequest += 1
    return lastRequest
  }
}

extension DisplayNode {
  /// What the node knows of its transitions; it is made where there is none.
  final var transitions: NodeTransitions {
    let place = place
    return lock.withLock {
      if let transitions = place.transitions { return transitions }
      let transitions = NodeTransitions()
      place.transitions = transitions
      return transitions
    }
  }

  /// The same; nil where nobody has asked for it yet.
  final var knownTransitions: NodeTransitions? { lock.withLock { guardedPlace?.transitions } }

  /// The transition that is under way. To be called with the lock held that is held while a layout is applied.
  final var currentTransition: LayoutTransition? { knownTransitions?.current }
}
