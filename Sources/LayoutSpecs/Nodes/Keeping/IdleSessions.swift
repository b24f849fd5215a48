/// The sessions that no layout uses at the moment, for the next layouts on any thread.
final class IdleSessions: @unchecked Sendable {
  // SAFETY: `sessions` is guarded by the lock. A session is never used while it is here.
  private let lock = NodeLock()
  @exclusivity(unchecked) private var sessions: [LayoutSession] = []

  /// The number of sessions that are kept: a program seldom lays out on more threads at once.
  private static let limit = 16

  init() { sessions.reserveCapacity(IdleSessions.limit) }

  deinit { lock.destroy() }

  /// Returns a session; nil if there is none.
  func take() -> LayoutSession? { lock.withLock { sessions.popLast() } }

  /// Keeps a session that has ended, unless there are enough.
  func keep(_ session: LayoutSession) {
    lock.withLock { if sessions.count < IdleSessions.limit { sessions.append(session) } }
  }
}
