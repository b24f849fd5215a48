/// A driver of animations: it tells each animation how many seconds have passed.
///
/// There is no screen here, and no running clock: `ImmediateAnimator` ends every animation at once, and the
/// clock of a `ManualAnimator` is set by hand. To animate on a screen, call each animation's `update(at:)`
/// for every frame of the display.
public protocol Animator: AnyObject, Sendable {
  /// Starts an animation now.
  ///
  /// The animator MUST call `animation.update(at:)` before it returns, and again as time passes until
  /// `isRunning` is false. It MAY do so on any thread, on one at a time, and MUST NOT hold a lock meanwhile
  /// that `start(_:)` takes: a completion may start the next animation.
  func start(_ animation: LayoutAnimation)
}

/// An animator that ends every animation at once, on the thread that starts it.
public final class ImmediateAnimator: Animator {
  /// Creates an animator.
  public init() {}

  public func start(_ animation: LayoutAnimation) { animation.update(at: .infinity) }
}

/// An animator with a clock that is set by hand, for tests and tools.
///
/// ```swift
/// let animator = ManualAnimator()
/// node.animator = animator
/// node.transitionLayout(withAnimation: true)
/// animator.advance(by: 0.1)  // half of the default duration
/// ```
///
/// It MAY be used from any thread. Only one thread at a time advances it.
public final class ManualAnimator: Animator, @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }
  /// Guarded by `lock`, like the next property.
  private var guardedNow = 0.0
  /// The animations, in the order in which they were started.
  private var guardedRuns: [Run] = []

  private struct Run {
    let animation: LayoutAnimation
    let start: Double

    var end: Double { start + animation.duration }
  }

  /// The rounding error, in seconds, by which a sum of steps may miss an animation's end.
  private static let tolerance = 1e-9

  /// Creates an animator whose clock is at 0.
  public init() {}

  /// The seconds by which the clock was advanced in total.
  public var now: Double { lock.withLock { guardedNow } }

  /// The number of animations that have neither ended nor been stopped.
  public var runningCount: Int { lock.withLock { guardedRuns.count { $0.animation.isRunning } } }

  /// Starts an animation at the clock's time.
  public func start(_ animation: LayoutAnimation) {
    lock.withLock { guardedRuns.append(Run(animation: animation, start: guardedNow)) }
    animation.update(at: 0)
  }

  /// Advances the clock, and shows each animation at the new time.
  ///
  /// Animations that end on the way end one by one, in the order of their ends, with the clock at that time:
  /// an animation that a completion starts begins there. Then all others are shown, in the order in which
  /// they were started.
  ///
  /// - Parameter seconds: The time to add. 0 shows everything again.
  /// - Precondition: `seconds` is 0 or more, and finite.
  /// - Complexity: linear in the number of animations, and quadratic in the number of those that end.
  public func advance(by seconds: Double) {
    precondition(
      seconds >= 0 && seconds < .infinity, "A clock is advanced by 0 or more seconds, not by \(seconds)")
    let target = now + seconds
    while let ending = takeFirst(endingBy: target) { ending.animation.update(at: .infinity) }
    let others = lock.withLock {
      guardedNow = larger(guardedNow, target)
      return guardedRuns
    }
    for run in others { run.animation.update(at: target - run.start) }
  }

  /// Removes the animation that ends first, at `target` at the latest, and sets the clock to its end.
  private func takeFirst(endingBy target: Double) -> Run? {
    lock.withLock {
      guardedRuns.removeAll { !$0.animation.isRunning }
      guard let first = guardedRuns.indices.min(by: { guardedRuns[$0].end < guardedRuns[$1].end }),
        guardedRuns[first].end <= target + ManualAnimator.tolerance
      else { return nil }
      guardedNow = larger(guardedNow, smaller(guardedRuns[first].end, target))
      return guardedRuns.remove(at: first)
    }
  }
}
