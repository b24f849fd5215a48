/// One animation for an animator to drive: it shows a state for each time since its start.
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
