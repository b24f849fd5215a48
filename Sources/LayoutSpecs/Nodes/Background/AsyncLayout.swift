import Dispatch
import Synchronization

/// Says that a layout is no longer wanted. Any thread may say so.
final class LayoutCancellation: Sendable {
  private let flag = Atomic(false)

  var isCancelled: Bool { flag.load(ordering: .acquiring) }

  func cancel() { flag.store(true, ordering: .releasing) }
}

/// A layout that is computed on a background queue, for whoever wants to cancel it. To let go of it does not cancel it.
public struct BackgroundLayout: Sendable {
  let cancellation: LayoutCancellation

  /// Says that the layout is no longer wanted. What is not begun is not computed; what is under way stops before the next node that would be asked
  /// what it holds. The completion is not called, unless it has been, or is being called at this moment.
  public func cancel() { cancellation.cancel() }

  /// Whether `cancel()` was called.
  public var isCancelled: Bool { cancellation.isCancelled }
}

extension DisplayNode {
  /// Lays the node out on a queue, and calls back there. The caller goes on at once.
  ///
  /// ```swift
  /// let work = cell.layoutThatFits(.tableCell(width: 375)) { layout in … }
  /// work.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may take.
  ///   - parentSize: What fractions in its style count against. Default: the largest size that it may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  ///   - queue: Where to lay out and call back. Default: the global queue of the usual quality of service.
  ///   - completion: Called once, with the layout, on `queue`; not called where it was cancelled before.
  @discardableResult
  public final func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid(),
    on queue: DispatchQueue = .global(), completion: @escaping @Sendable (Layout) -> Void
  ) -> BackgroundLayout {
    let cancellation = LayoutCancellation()
    measure(constrainedSize, parentSize, pixelGrid, on: queue, cancellation) { layout in
      if let layout { completion(layout) }
    }
    return BackgroundLayout(cancellation: cancellation)
  }

  /// Lays the node out on a queue, and waits for it without blocking a thread.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may take.
  ///   - parentSize: What fractions in its style count against. Default: the largest size that it may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  ///   - queue: Where to lay out. Default: the global queue of the usual quality of service.
  /// - Throws: `CancellationError` where the task is cancelled before the layout is there.
  public final func layout(
    thatFits constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid = PixelGrid(),
    on queue: DispatchQueue = .global()
  ) async throws -> Layout {
    let cancellation = LayoutCancellation()
    return try await withTaskCancellationHandler {
      try await withCheckedThrowingContinuation { continuation in
        measure(constrainedSize, parentSize, pixelGrid, on: queue, cancellation) { layout in
          if let layout {
            continuation.resume(returning: layout)
          } else {
            continuation.resume(throwing: CancellationError())
          }
        }
      }
    } onCancel: {
      cancellation.cancel()
    }
  }

  private func measure(
    _ constrainedSize: SizeRange, _ parentSize: Size?, _ pixelGrid: PixelGrid, on queue: DispatchQueue,
    _ cancellation: LayoutCancellation, completion: @escaping @Sendable (Layout?) -> Void
  ) {
    let constraint = NodeConstraint(constrainedSize, parentSize: parentSize, pixelGrid: pixelGrid)
    queue.async {
      let layout = cancellation.isCancelled ? nil : self.measure(in: constraint, cancellation: cancellation)
      completion(cancellation.isCancelled ? nil : layout?.layout)
    }
  }
}
