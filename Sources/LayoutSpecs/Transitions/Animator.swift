/// A driver of animations: it tells each how many seconds have passed.
///
/// There is no screen here, and no running clock. `ImmediateAnimator` ends every animation at once; the clock
/// of a `ManualAnimator` is set by hand. To animate on a screen, conform to this protocol and call each
/// animation's `update(at:)` for every picture.
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

  /// Ends the animation.
  public func start(_ animation: LayoutAnimation) {
    animation.update(at: .infinity)
  }
}
