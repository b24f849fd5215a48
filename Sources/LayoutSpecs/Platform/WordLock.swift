#if !canImport(Darwin)

import Synchronization

/// A mutex of four bytes. It has no owner.
///
/// A mutex of the system's library takes 40 bytes, as much as the rest of a small node. The word says whether a thread
/// holds the lock. A thread that finds it held looks at the word some times more, since most locks are held for less time
/// than it takes to fall asleep and to be woken. Then it waits in a room that many locks share.
///
/// Source: the locks and the parking lot of WebKit, which Filip Pizlo described ("Locking in WebKit", 2016).
struct WordLock: ~Copyable, Sendable {
  private let state = Atomic<UInt32>(free)

  private static let free: UInt32 = 0
  private static let held: UInt32 = 1
  /// Held, and a thread may wait for it.
  private static let awaited: UInt32 = 2
  /// As many looks take about half a microsecond.
  private static let mostLooks = 1_000

  @inline(__always)
  init() {}

  @inline(__always)
  static func lock(_ lock: UnsafeMutablePointer<WordLock>) {
    if !lockIfFree(lock) { wait(for: lock) }
  }

  /// Takes the lock if it is free; otherwise returns false at once.
  @inline(__always)
  static func lockIfFree(_ lock: UnsafeMutablePointer<WordLock>) -> Bool {
    lock.pointee.state.compareExchange(
      expected: free, desired: held, successOrdering: .acquiring, failureOrdering: .relaxed
    ).exchanged
  }

  /// - Parameter lock: Once it is unlocked, another thread may take it and free its memory.
  @inline(__always)
  static func unlock(_ lock: UnsafeMutablePointer<WordLock>) {
    if lock.pointee.state.exchange(free, ordering: .releasing) == awaited {
      wakeAll(waitingFor: lock)
    }
  }

  /// Takes the lock once it is free.
  @inline(never)
  private static func wait(for lock: UnsafeMutablePointer<WordLock>) {
    for _ in 0..<mostLooks where lock.pointee.state.load(ordering: .relaxed) == free {
      if lockIfFree(lock) { return }
    }
    let room = WaitingRoom.room(of: lock)
    room.enter()
    // Other threads may wait too: marked as awaited, the lock wakes them when this thread unlocks it.
    while lock.pointee.state.exchange(awaited, ordering: .acquiring) != free {
      room.wait()
    }
    room.leave()
  }

  /// Wakes all threads in the lock's room. Those that wait for another lock go on waiting.
  @inline(never)
  private static func wakeAll(waitingFor lock: UnsafeRawPointer) {
    let room = WaitingRoom.room(of: lock)
    // A thread that found the lock held keeps the mutex until it waits, so that it does not miss the signal.
    room.enter()
    room.wakeAll()
    room.leave()
  }
}

extension WaitingRoom {
  private static let rooms = (0..<64).map { _ in WaitingRoom() }

  fileprivate static func room(of lock: UnsafeRawPointer) -> WaitingRoom {
    // Objects begin at multiples of 16.
    rooms[Int((UInt(bitPattern: lock) >> 4) % UInt(rooms.count))]
  }
}

#endif
