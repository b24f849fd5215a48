/// What drives animations over time: a clock that tells each how many seconds have passed.
///
/// There is no screen here, and no clock that runs by itself. `ImmediateAnimator` takes every animation to its end at once;
/// `ManualAnimator` has a clock that is set by hand. To animate on a screen conform to this protocol, and call `update(at:)`
/// of each animation with every picture.
public protocol Animator: AnyObject, Sendable {
  /// Takes an animation on, which begins now.
  ///
  /// The animator MUST call `animation.update(at:)` before it returns, and again as time passes until `isRunning` is false.
  /// It MAY do so on any thread, on one at a time, and MUST NOT hold a lock meanwhile that `start(_:)` takes: a completion
  /// may start the next animation.
  func start(_ animation: LayoutAnimation)
}

/// Takes every animation to its end at once, on the thread that starts it.
public final class ImmediateAnimator: Animator {
  /// An animator that has nothing to wait for.
  public init() {}

  /// Takes the animation to its end.
  public func start(_ animation: LayoutAnimation) {
    animation.update(at: .infinity)
  }
}
