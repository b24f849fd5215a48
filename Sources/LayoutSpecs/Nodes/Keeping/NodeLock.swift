#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What guards a node's own state: a mutex of the system's threads.
///
/// It is held for a few instructions at a time, and never while another node's lock is taken or code of the user's is run, so no
/// order of locking can stop two threads for good.
///
/// Not Synchronization's `Mutex`: the thread sanitizer does not see that one, and takes what it guards for races.
struct NodeLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// A lock that nobody holds.
  ///
  /// - Parameter isRecursive: Whether the thread that holds it may take it again. Default: false.
  init(isRecursive: Bool = false) {
    mutex = .allocate(capacity: 1)
    if isRecursive {
      var attributes = pthread_mutexattr_t()
      pthread_mutexattr_init(&attributes)
      pthread_mutexattr_settype(&attributes, Int32(PTHREAD_MUTEX_RECURSIVE))
      pthread_mutex_init(mutex, &attributes)
      pthread_mutexattr_destroy(&attributes)
    } else {
      pthread_mutex_init(mutex, nil)
    }
  }

  /// Frees the lock, which nobody holds. It is not used any more.
  func destroy() {
    pthread_mutex_destroy(mutex)
    mutex.deallocate()
  }

  @inline(__always)
  func lock() { pthread_mutex_lock(mutex) }

  @inline(__always)
  func unlock() { pthread_mutex_unlock(mutex) }

  @inline(__always)
  func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Holds two locks at once: always in the same order, whichever way they are named. They may be the same.
  static func withLocks<Result>(_ first: NodeLock, _ second: NodeLock, _ body: () -> Result) -> Result {
    guard first.mutex != second.mutex else { return first.withLock(body) }
    let (one, other) = first.mutex < second.mutex ? (first, second) : (second, first)
    return one.withLock { other.withLock(body) }
  }

  /// Holds any number of locks at once, likewise.
  static func withLocks<Result>(_ locks: [NodeLock], _ body: () -> Result) -> Result {
    let ordered = Set(locks.map(\.mutex)).sorted()
    for mutex in ordered { pthread_mutex_lock(mutex) }
    defer { for mutex in ordered { pthread_mutex_unlock(mutex) } }
    return body()
  }
}

/// How many processors are at work in this machine, at least 1.
func activeProcessorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
