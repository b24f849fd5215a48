#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// What a thread works with at the moment, and keeps for its next layout.
final class ThreadState {
  /// The session in which the thread lays out; nil if it does not. Its layout holds it.
  @exclusivity(unchecked) var session: Unmanaged<LayoutSession>?
  /// The session of an earlier layout, to be used again.
  @exclusivity(unchecked) var spareSession: LayoutSession?
  /// The shapes of nodes that it laid out first.
  @exclusivity(unchecked) var shapes = LayoutShapes()
  /// The work of the layouts on the thread; nil if nobody counts it.
  var work: LayoutWork?
  /// The recorder of the innermost block of a transition that the thread runs; nil if it runs none.
  var recorder: AppearanceRecorder?

  /// The calling thread's state. It is released when the thread ends.
  static var current: Unmanaged<ThreadState> {
    if let known = pthread_getspecific(key) { return Unmanaged.fromOpaque(known) }
    let new = Unmanaged.passRetained(ThreadState())
    pthread_setspecific(key, new.toOpaque())
    return new
  }

  /// The session in which the calling thread lays out; nil if it does not.
  static var session: LayoutSession? {
    guard let known = pthread_getspecific(key) else { return nil }
    return Unmanaged<ThreadState>.fromOpaque(known)._withUnsafeGuaranteedRef {
      $0.session?.takeUnretainedValue()
    }
  }

  private static let key = {
    var key = pthread_key_t()
    let status = pthread_key_create(&key, release)
    precondition(status == 0, "There is no room for another thread-local value")
    return key
  }()
}

#if canImport(Darwin)
private func release(_ state: UnsafeMutableRawPointer) {
  Unmanaged<ThreadState>.fromOpaque(state).release()
}
#else
private func release(_ state: UnsafeMutableRawPointer?) {
  if let state { Unmanaged<ThreadState>.fromOpaque(state).release() }
}
#endif
