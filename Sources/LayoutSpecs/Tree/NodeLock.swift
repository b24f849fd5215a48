#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The mutex that guards a node's state, or a pool's of shapers, from the system's threads library.
///
/// It is held for a few instructions at a time, and never while another node's lock is taken or user code
/// runs, so no order of locking can cause a deadlock.
///
/// Not Synchronization's `Mutex`: the thread sanitizer does not know it, and reports guarded state as races.
package struct NodeLock: @unchecked Sendable {
  private let mutex: UnsafeMutablePointer<pthread_mutex_t>

  /// Creates a lock, which the thread that holds it may not take again.
  package init() {
    mutex = allocate(byteCount: MemoryLayout<pthread_mutex_t>.stride)
      .bindMemory(to: pthread_mutex_t.self, capacity: 1)
    pthread_mutex_init(mutex, nil)
  }

  /// Frees the lock, which nobody may hold or use any more.
  package func destroy() {
    pthread_mutex_destroy(mutex)
    free(mutex)
  }

  @inline(__always)
  func lock() { pthread_mutex_lock(mutex) }

  @inline(__always)
  func unlock() { pthread_mutex_unlock(mutex) }

  @inline(__always)
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }
}

/// Returns the number of active processors, at least 1.
func activeProcessorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
