/// Things that are made of many allocations, kept for their next use by any thread.
///
/// Laying nodes out again and again then allocates little: a cell's new layout takes the memory of its last
/// one. Only small things are worth it, because a few allocations are nothing to a large layout.
final class Spares<Thing>: @unchecked Sendable {
  // SAFETY: `things` is guarded by the lock. A thing is never used while it is kept here.
  private let lock = NodeLock()
  private let limit: Int
  @exclusivity(unchecked) private var things: [Thing] = []

  /// - Parameter limit: The number of things to keep at most.
  init(limit: Int) {
    self.limit = limit
    things.reserveCapacity(limit)
  }

  deinit { lock.destroy() }

  /// Returns a thing that nobody uses; nil if there is none.
  func take() -> Thing? { lock.withLock { things.popLast() } }

  /// Keeps a thing for its next use. Returns false, without effect, if there are enough.
  func keep(_ thing: Thing) -> Bool {
    lock.withLock {
      guard things.count < limit else { return false }
      things.append(thing)
      return true
    }
  }
}
