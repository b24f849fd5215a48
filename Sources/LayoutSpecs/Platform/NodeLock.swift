/// A mutex for an object's state, or for state that all objects share: Apple's unfair lock, elsewhere a `WordLock`. Both
/// take four bytes, and are known to the thread sanitizer, which reports state that Synchronization's `Mutex`
/// guards as a race. A thread that holds the lock must not take it again.
///
/// A node's lock is held for a few instructions at a time, and never while another node's lock is taken or user
/// code runs, so no order of locking can cause a deadlock.
package struct NodeLock: @unchecked Sendable {
  private let primitive: UnsafeMutablePointer<SystemLock>

  /// The memory of an object's lock: it has to be the first stored property of the object's class, or the second one if
  /// the first is a `Memory` too.
  ///
  /// A lock inside the object that it guards needs no allocation, which would cost as much as the rest of making a
  /// small node. Nothing has to be freed: neither kind of lock keeps memory elsewhere.
  package struct Memory: ~Copyable, @unchecked Sendable {
    /// A free lock: all zeros.
    private let primitive = SystemLock()

    @inline(__always)
    package init() {}
  }

  /// The bytes before an object's first stored property: its class and its references. See "Class Metadata" in Swift's
  /// description of its types in memory.
  private static var objectHeaderSize: Int { 2 * MemoryLayout<Int>.size }

  /// The lock of an object whose first stored property is a `Memory`. The caller keeps the object alive.
  @inline(__always)
  package init(of object: borrowing AnyObject) {
    // In another module this is a call, and an argument that is not borrowed counts a reference.
    primitive = (Unmanaged.passUnretained(copy object).toOpaque() + NodeLock.objectHeaderSize)
      .assumingMemoryBound(to: SystemLock.self)
  }

  /// The lock of an object whose second stored property is a `Memory`, as the first one is.
  @inline(__always)
  init(secondOf object: AnyObject) {
    primitive =
      (Unmanaged.passUnretained(object).toOpaque() + NodeLock.objectHeaderSize
      + MemoryLayout<SystemLock>.stride)
      .assumingMemoryBound(to: SystemLock.self)
  }

  /// Creates a lock for state that all objects share. It exists until the program ends.
  package init() {
    primitive = UnsafeMutablePointer.allocate(capacity: 1)
    primitive.initialize(to: SystemLock())
  }

  @inline(__always)
  func lock() {
    SystemLock.lock(primitive)
  }

  /// Locks, unless the lock is held: then returns false at once.
  @inline(__always)
  func lockIfFree() -> Bool {
    SystemLock.lockIfFree(primitive)
  }

  @inline(__always)
  func unlock() {
    SystemLock.unlock(primitive)
  }

  @inline(__always)
  package func withLock<Result>(_ body: () -> Result) -> Result {
    lock()
    defer { unlock() }
    return body()
  }

  /// Runs `body`, which replaces a value and returns the old one, and releases the old value after unlocking: releasing
  /// it may run user code.
  @inline(__always)
  func replace<Old>(_ body: () -> Old) {
    let old = withLock(body)
    withExtendedLifetime(old) {}
  }
}
