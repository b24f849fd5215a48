#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The mutex that guards an object's state, or what all objects share: Apple's unfair lock, elsewhere a `WordLock`. Either takes
/// four bytes and does not spin, and the thread sanitizer knows it, which takes state that Synchronization's `Mutex` guards
/// for a race. The thread that holds it may not take it again.
///
/// A node's is held for a few instructions at a time, and never while another node's lock is taken or user code
/// runs, so no order of locking can cause a deadlock.
package struct NodeLock: @unchecked Sendable {
  #if canImport(Darwin)
  private typealias Primitive = os_unfair_lock
  #else
  private typealias Primitive = WordLock
  #endif

  private let primitive: UnsafeMutablePointer<Primitive>

  /// The memory of an object's lock, which is the first stored property of its class.
  ///
  /// A lock in the object that it guards takes no memory of its own, which would cost as much as all else that making a
  /// small node does. Nothing has to be freed: neither kind keeps anything elsewhere.
  package struct Memory: ~Copyable, @unchecked Sendable {
    /// A free lock: all zeros.
    private let primitive = Primitive()

    @inline(__always)
    package init() {}
  }

  /// The bytes before an object's first stored property: its class and its references. See "Class Metadata" in Swift's
  /// description of its types in memory.
  private static var objectHeaderSize: Int { 2 * MemoryLayout<Int>.size }

  /// The lock of an object whose first stored property is a `Memory`. The caller holds the object.
  @inline(__always)
  package init(of object: AnyObject) {
    primitive = (Unmanaged.passUnretained(object).toOpaque() + NodeLock.objectHeaderSize)
      .assumingMemoryBound(to: Primitive.self)
  }

  /// Creates a lock of what all objects share, which exists until the program ends.
  init() {
    primitive = UnsafeMutablePointer.allocate(capacity: 1)
    primitive.initialize(to: Primitive())
  }

  @inline(__always)
  func lock() {
    #if canImport(Darwin)
    os_unfair_lock_lock(primitive)
    #else
    WordLock.lock(primitive)
    #endif
  }

  @inline(__always)
  func unlock() {
    #if canImport(Darwin)
    os_unfair_lock_unlock(primitive)
    #else
    WordLock.unlock(primitive)
    #endif
  }

  @inline(__always)
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Runs a body that replaces a value, and releases the old one, which it returns, once the lock is free: that may run
  /// user code.
  @inline(__always)
  func replace<Old>(_ body: () -> Old) {
    let old = withLock(body)
    withExtendedLifetime(old) {}
  }
}

/// Returns the number of active processors, at least 1.
func activeProcessorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}
