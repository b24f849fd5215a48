import Dispatch

/// A handle to cancel a layout on a background queue. Releasing it does not cancel the layout.
public final class BackgroundLayout: Sendable {
  // Synchronization's atomics need a newer system than the package.
  private let lock = NodeLock()
  nonisolated(unsafe) private var guardedIsCancelled = false
  nonisolated(unsafe) private var guardedLayout: Layout?

  init() {}

  deinit { lock.destroy() }

  /// Cancels the layout. If it has not begun it is not computed; if it is running it stops before the next
  /// node that would be expanded. The completion is not called, unless its call has already begun.
  public func cancel() { lock.withLock { guardedIsCancelled = true } }

  /// True if `cancel()` was called.
  public var isCancelled: Bool { lock.withLock { guardedIsCancelled } }

  /// The layout for a task that waits for it; nil without one.
  fileprivate var layout: Layout? {
    get { lock.withLock { guardedLayout } }
    set { lock.withLock { guardedLayout = newValue } }
  }
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
    measure(constrainedSize, parentSize, on: queue, cancellation) { layout in
      if let layout { completion(layout) }
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
    let cancellation = BackgroundLayout()
    // Handed over under the lock: the thread sanitizer does not see that a continuation does, if it is resumed before the
    // task waits for it.
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in
        measure(constrainedSize, parentSize, on: queue, cancellation) { layout in
          cancellation.layout = layout
          continuation.resume()
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
    guard let layout = cancellation.layout else { throw CancellationError() }
    return layout
  }

  private func measure(
    _ constrainedSize: SizeRange, _ parentSize: Size?, on queue: DispatchQueue,
    _ cancellation: BackgroundLayout, completion: @escaping @Sendable (Layout?) -> Void
  ) {
    let constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    queue.async {
      let layout = cancellation.isCancelled ? nil : self.measure(in: constraint, cancellation: cancellation)
      completion(cancellation.isCancelled ? nil : layout?.layout)
    }
  }
}
