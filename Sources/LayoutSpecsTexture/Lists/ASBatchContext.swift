/// The state of fetching the next page: the app calls `completeBatchFetching(_:)` when it is there. Any thread MAY use it.
public final class ASBatchContext: @unchecked Sendable {
  private enum State { case idle, fetching, cancelled }

  private let lock = NSLock()
  private var state = State.idle

  init() {}

  /// True from `beginBatchFetching()` until the fetching is completed or cancelled.
  public func isFetching() -> Bool { lock.withLock { state == .fetching } }

  /// True if `cancelBatchFetching()` was called, until the next page is fetched.
  public func batchFetchingWasCancelled() -> Bool { lock.withLock { state == .cancelled } }

  /// Called by the list before it calls its delegate.
  public func beginBatchFetching() { lock.withLock { state = .fetching } }

  /// Says that fetching has ended, and that the list may ask again.
  ///
  /// - Parameter didComplete: True if it succeeded; makes no difference here.
  public func completeBatchFetching(_ didComplete: Bool) { lock.withLock { state = .idle } }

  /// Says that what is fetched is not wanted any more.
  public func cancelBatchFetching() { lock.withLock { state = .cancelled } }
}
