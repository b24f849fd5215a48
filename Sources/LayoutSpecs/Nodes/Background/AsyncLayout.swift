import Dispatch

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

extension DisplayNode {
  /// Lays the node out on a queue, and calls back there. Returns immediately.
  ///
  /// ```swift
  /// let work = cell.layoutThatFits(.tableCell(width: 375)) { layout in … }
  /// work.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may have, in points.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - queue: The queue of layout and callback. Default: the global queue of default quality of service.
  ///   - completion: Called once, with the layout, on `queue`; not called if the layout was cancelled before.
  @discardableResult
  public final func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil,
    on queue: DispatchQueue = .global(), completion: @escaping @Sendable (Layout) -> Void
  ) -> BackgroundLayout {
    let cancellation = BackgroundLayout()
    let constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    queue.async {
      guard !cancellation.isCancelled,
        let layout = self.measure(in: constraint, cancellation: cancellation), !cancellation.isCancelled
      else { return }
      completion(layout.layout)
    }
    return cancellation
  }

  /// Lays the node out on a queue, and waits for it without blocking a thread.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may have, in points.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - queue: The queue of the layout. Default: the global queue of default quality of service.
  /// - Throws: `CancellationError` if the task is cancelled before the layout is finished.
  public final func layout(
    thatFits constrainedSize: SizeRange, parentSize: Size? = nil,
    on queue: DispatchQueue = .global()
  ) async throws -> Layout {
    let batch = LayoutBatch(
      [self], in: constrainedSize, parentSize: parentSize, workerCount: 1, queue: queue)
    return try await batch.finish()[0]
  }
}
