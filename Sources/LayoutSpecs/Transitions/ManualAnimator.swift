/// An animator whose clock is set by hand, for tests and tools.
///
/// ```swift
/// let animator = ManualAnimator()
/// node.animator = animator
/// node.transitionLayout(withAnimation: true)
/// animator.advance(by: 0.1)  // half of the default duration
/// ```
///
/// It MAY be used from any thread, and is advanced by one at a time.
public final class ManualAnimator: Animator, @unchecked Sendable {
  private let lock = NodeLock()
  /// Guarded by `lock`, as is what follows.
  private var guardedNow = 0.0
  /// In the order in which they were started.
  private var guardedRuns: [Run] = []

  private struct Run {
    let animation: LayoutAnimation
    let start: Double

    var end: Double { start + animation.duration }
  }

  /// Steps that should add up to an animation's length may miss it by their rounding: so much, in seconds, is no miss.
  private static let tolerance = 1e-9

  /// An animator whose clock stands at 0.
  public init() {}

  deinit { lock.destroy() }

  /// Seconds that the clock was advanced in all.
  public var now: Double { lock.withLock { guardedNow } }

  /// How many animations are neither at their end nor stopped.
  public var runningCount: Int { lock.withLock { guardedRuns.count { $0.animation.isRunning } } }

  /// Takes an animation on, which begins at the time that the clock shows.
  public func start(_ animation: LayoutAnimation) {
    lock.withLock { guardedRuns.append(Run(animation: animation, start: guardedNow)) }
    animation.update(at: 0)
  }

  /// Advances the clock, and shows each animation as it is then.
  ///
  /// Animations that end on the way end one after the other, in the order of their ends, and with the clock at that time:
  /// what a completion starts begins there. Then all the others are shown, in the order in which they were started.
  ///
  /// - Parameter seconds: How far. 0 shows everything again.
  /// - Precondition: `seconds` is 0 or more, and finite.
  /// - Complexity: linear in the number of animations, and in its square for those that end.
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

  /// Takes the animation out that ends first, at `target` at the latest, and sets the clock to its end.
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
