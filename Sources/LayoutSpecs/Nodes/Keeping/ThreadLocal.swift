#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// The object that each thread works with at the moment, if any.
struct ThreadLocal<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() { key = makeThreadKey(releasesObjects: false) }

  /// The object of the calling thread; nil if there is none.
  var current: Object? {
    pthread_getspecific(key).map { Unmanaged<Object>.fromOpaque($0).takeUnretainedValue() }
  }

  /// Makes `object` the one of the calling thread while the body runs. Calls MAY be nested.
  @inline(__always)
  func with<Result>(_ object: Object, _ body: () throws -> Result) rethrows -> Result {
    let outer = pthread_getspecific(key)
    pthread_setspecific(key, Unmanaged.passUnretained(object).toOpaque())
    // SAFETY: the caller holds the object, and nobody finds it here once this returns.
    defer { pthread_setspecific(key, outer) }
    return try body()
  }
}

/// An object that each thread keeps for its next use. It is released when the thread ends.
struct ThreadSpare<Object: AnyObject>: Sendable {
  private let key: pthread_key_t

  init() { key = makeThreadKey(releasesObjects: true) }

  /// Takes the calling thread's object; nil if there is none.
  func take() -> Object? {
    guard let object = pthread_getspecific(key) else { return nil }
    pthread_setspecific(key, nil)
    return Unmanaged<Object>.fromOpaque(object).takeRetainedValue()
  }

  /// Keeps an object for the calling thread, unless it has one.
  func keep(_ object: Object) {
    guard pthread_getspecific(key) == nil else { return }
    pthread_setspecific(key, Unmanaged.passRetained(object).toOpaque())
  }
}

/// Returns a new key.
///
/// - Parameter releasesObjects: True if a thread that ends releases its object.
private func makeThreadKey(releasesObjects: Bool) -> pthread_key_t {
  var key = pthread_key_t()
  let status = pthread_key_create(&key, releasesObjects ? releaseObject : nil)
  precondition(status == 0, "There is no room for another thread-local value")
  return key
}

#if canImport(Darwin)
private func releaseObject(_ object: UnsafeMutableRawPointer) {
  Unmanaged<AnyObject>.fromOpaque(object).release()
}
#else
private func releaseObject(_ object: UnsafeMutableRawPointer?) {
  if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
}
#endif
