/// One animation, as its animator sees it: something to be shown so many seconds after its start.
///
/// Every method and property MAY be used from any thread.
public final class LayoutAnimation: @unchecked Sendable {
  /// Seconds from the start to the end, the delay included.
  public let duration: Double
  private let lock = NodeLock()
  /// What the animation does; nil once it has come to its end, or was stopped. Guarded by `lock`.
  private var guardedActions: Actions?

  private struct Actions {
    let show: @Sendable (Double) -> Void
    let complete: @Sendable (Bool) -> Void
  }

  /// An animation that has not begun.
  ///
  /// - Parameters:
  ///   - duration: Seconds from the start to the end. With 0 or less it ends with its first update.
  ///   - show: Shows what there is so many seconds after the start, from 0 to `duration`, on the thread of the update.
  ///   - completion: Called once at the end, with true; or when the animation is stopped before, with false.
  public init(
    duration: Double, show: @escaping @Sendable (_ seconds: Double) -> Void,
    completion: @escaping @Sendable (_ finished: Bool) -> Void
  ) {
    self.duration = larger(0, duration)
    guardedActions = Actions(show: show, complete: completion)
  }

  deinit { lock.destroy() }

  /// Whether the animation has neither come to its end nor been stopped.
  public var isRunning: Bool { lock.withLock { guardedActions != nil } }

  /// Shows what there is so many seconds after the start.
  ///
  /// From `duration` on the animation comes to its end: the last of it is shown and its completion called, on this
  /// thread, before this returns. Afterwards an update has no effect.
  public func update(at seconds: Double) {
    if seconds < duration {
      lock.withLock { guardedActions }?.show(larger(0, seconds))
    } else if let actions = takeActions() {
      actions.show(duration)
      actions.complete(true)
    }
  }

  /// Stops the animation where it is, and calls its completion with false. Afterwards this has no effect.
  public func stop() {
    takeActions()?.complete(false)
  }

  /// Stops the animation where it is, and calls nothing.
  func discard() {
    _ = takeActions()
  }

  /// The actions, which are free from here on: what they hold is held no longer than the animation runs.
  private func takeActions() -> Actions? {
    lock.withLock {
      defer { guardedActions = nil }
      return guardedActions
    }
  }
}
