/// A piece of a worker's work.
enum ListTask {
  case prepare(ListStep)
  /// Cells that were released, to be freed without the lock.
  case released([ListCell])
  /// Nothing is left to do.
  case end(waiters: [CheckedContinuation<Void, Never>], observer: (@Sendable () -> Void)?)
}
