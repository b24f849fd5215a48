/// A driver of animations: it tells each how many seconds have passed.
///
/// There is no screen here, and no running clock: `ImmediateAnimator` ends every animation at once, and the
/// clock of a `ManualAnimator` is set by hand. To animate on a screen, call each animation's `update(at:)`
/// for every picture.
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

/// One animation for an animator: something to show by the seconds since its start.
///
/// Every method and property MAY be used from any thread.
public final class LayoutAnimation: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  /// The seconds from the start to the end, including the delay.
  public let duration: Double
  private var lock: NodeLock { NodeLock(of: self) }
  /// The animation's actions; nil once it has ended or was stopped. Guarded by `lock`.
  private var guardedActions: Actions?

  private typealias Actions = (show: @Sendable (Double) -> Void, complete: @Sendable (Bool) -> Void)

  /// Creates an animation that has not begun.
  ///
  /// - Parameters:
  ///   - duration: The seconds from the start to the end. With 0 or less the first update ends it.
  ///   - show: Shows the state at these seconds after the start, 0 to `duration`, on the update's thread.
  ///   - completion: Called once: with true at the end, or with false if the animation is stopped before.
  public init(
    duration: Double, show: @escaping @Sendable (_ seconds: Double) -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void
  ) {
    self.duration = larger(0, duration)
    guardedActions = (show, completion)
  }

  /// True if the animation has neither ended nor been stopped.
  public var isRunning: Bool { lock.withLock { guardedActions != nil } }

  /// Shows the state at these seconds after the start.
  ///
  /// From `duration` on the animation ends: its last state is shown and its completion called, on this
  /// thread, before this returns. Later updates have no effect.
  public func update(at seconds: Double) {
    if seconds < duration {
      lock.withLock { guardedActions }?.show(larger(0, seconds))
    } else if let actions = takeActions() {
      actions.show(duration)
      actions.complete(true)
    }
  }

  /// Stops the animation where it is, and calls its completion with false. Has no effect after the end.
  public func stop() {
    takeActions()?.complete(false)
  }

  /// Stops the animation where it is, without a call.
  func discard() { _ = takeActions() }

  /// Removes and returns the actions, so that their captures live no longer than the animation runs.
  private func takeActions() -> Actions? {
    lock.withLock { exchange(&guardedActions, with: nil) }
  }
}

/// The pace of an animation: a cubic Bézier curve from (0, 0) to (1, 1) with two control points.
///
/// The x axis is the fraction of the time that has passed, the y axis the animation's progress.
///
/// Source: the `cubic-bezier()` of CSS Easing Functions Level 1, section 2.2; the named curves are UIKit's.
public struct TimingCurve: Hashable, Sendable {
  /// The first control point.
  public let first: Point
  /// The second control point.
  public let second: Point

  /// Creates a curve with these control points.
  ///
  /// - Precondition: all coordinates are finite, and `x1` and `x2` are from 0 to 1: time does not run back.
  public init(_ x1: Double, _ y1: Double, _ x2: Double, _ y2: Double) {
    precondition(
      x1 >= 0 && x1 <= 1 && x2 >= 0 && x2 <= 1, "A timing curve's control points are from 0 to 1 across")
    precondition(y1.isFinite && y2.isFinite, "A timing curve's control points are finite")
    first = Point(x1, y1)
    second = Point(x2, y2)
  }

  /// A constant pace.
  public static let linear = TimingCurve(0, 0, 1, 1)
  /// A slow beginning.
  public static let easeIn = TimingCurve(0.42, 0, 1, 1)
  /// A slow end.
  public static let easeOut = TimingCurve(0, 0, 0.58, 1)
  /// A slow beginning and a slow end.
  public static let easeInOut = TimingCurve(0.42, 0, 0.58, 1)

  /// Returns the progress of an animation: from 0 to 1, or beyond if the control points are.
  ///
  /// - Parameter time: The fraction of the time that has passed. If it is 0 or less, or NaN, the result is
  ///   exactly 0; if it is 1 or more, exactly 1.
  /// - Complexity: constant.
  public func progress(at time: Double) -> Double {
    guard time > 0 else { return 0 }
    guard time < 1 else { return 1 }
    if first.x == first.y && second.x == second.y { return time }
    // The curve never goes back along x, so bisection finds the place, however steep it is there.
    var (low, high) = (0.0, 1.0)
    for _ in 0..<52 {
      let middle = (low + high) / 2
      if bezier(first.x, second.x, middle) < time { low = middle } else { high = middle }
    }
    return bezier(first.y, second.y, high)
  }

  /// Returns one coordinate of the curve, from 0 to 1 by way of `a` and `b`.
  private func bezier(_ a: Double, _ b: Double, _ t: Double) -> Double {
    let rest = 1 - t
    return 3 * rest * rest * t * a + 3 * rest * t * t * b + t * t * t
  }
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
  /// In the order in which they were started.
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
