/// A handle to cancel a layout on a background queue. Releasing it does not cancel the layout.
public final class BackgroundLayout: Sendable {
  private let lockMemory = NodeLock.Memory()
  // Synchronization's atomics need a newer system than the package.
  private var lock: NodeLock { NodeLock(of: self) }
  nonisolated(unsafe) private var guardedIsCancelled = false

  init() {}

  /// Cancels the layout. If it has not begun it is not computed; if it is running it stops before the next
  /// node that would be expanded. The completion is not called, unless its call has already begun.
  public func cancel() { lock.withLock { guardedIsCancelled = true } }

  /// True if `cancel()` was called.
  public var isCancelled: Bool { lock.withLock { guardedIsCancelled } }
}
