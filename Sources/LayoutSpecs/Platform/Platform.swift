// What the library asks of the system. No other source of the libraries imports a C library, and `LayoutQueue.swift` alone
// imports Dispatch: `SourceTreeTests` checks it.
//
// LAYOUTSPECS_FAKE_PLATFORM hides threads and Dispatch from the compiler, so that on Linux the branch is built and tested that
// WASI takes: see scripts/check-platforms. WASI's C library has what is imported here by name.

#if LAYOUTSPECS_FAKE_PLATFORM
import var Glibc.EACCES
import var Glibc.EINTR
import var Glibc.EISDIR
import var Glibc.ENOENT
import var Glibc.ENOTDIR
import var Glibc.EPERM
import var Glibc.O_CLOEXEC
import var Glibc.O_RDONLY
import func Glibc.close
import var Glibc.errno
import func Glibc.free
import func Glibc.memcmp
import func Glibc.open
import func Glibc.read
import func Glibc.realloc
import func Glibc.strerror
import func Glibc.write
#elseif canImport(Darwin)
import Darwin
#elseif canImport(Android)
import Android
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#elseif os(Windows)
import CRT
import WinSDK
#elseif canImport(WASILibc)
import WASILibc
#else
#error("LayoutSpecs needs a branch for this system in each part of this file")
#endif

// MARK: - Memory

/// Returns memory to be released by `release(_:)`.
///
/// Swift's own `allocate(capacity:)` asks for aligned memory on Linux, which takes three times as long.
///
/// - Parameter old: Memory to release, whose bytes are copied as far as there is room. Default: nil.
func allocate(byteCount: Int, inPlaceOf old: UnsafeMutableRawPointer? = nil) -> UnsafeMutableRawPointer {
  guard let memory = realloc(old, byteCount) else { fatalError("There is no memory left") }
  return memory
}

@inline(__always)
func release(_ memory: UnsafeMutableRawPointer) { free(memory) }

/// Returns whether both have the same bytes. Comparing element by element takes several times as long.
@inline(__always)
func areEqual(_ a: UnsafeRawBufferPointer, _ b: UnsafeRawBufferPointer) -> Bool {
  guard a.count == b.count else { return false }
  guard let first = a.baseAddress, let second = b.baseAddress else { return true }
  return memcmp(first, second, a.count) == 0
}

// MARK: - Threads

#if canImport(Darwin)
typealias SystemLock = os_unfair_lock

extension os_unfair_lock {
  @inline(__always)
  static func lock(_ lock: UnsafeMutablePointer<Self>) { os_unfair_lock_lock(lock) }

  @inline(__always)
  static func lockIfFree(_ lock: UnsafeMutablePointer<Self>) -> Bool { os_unfair_lock_trylock(lock) }

  @inline(__always)
  static func unlock(_ lock: UnsafeMutablePointer<Self>) { os_unfair_lock_unlock(lock) }
}
#else
typealias SystemLock = WordLock
#endif

#if LAYOUTSPECS_FAKE_PLATFORM || os(WASI)

/// There is one thread.
func activeProcessorCount() -> Int { 1 }

/// A reference that each thread has for itself: here a variable.
struct ThreadReference: @unchecked Sendable {
  private let memory = UnsafeMutablePointer<UnsafeMutableRawPointer?>.allocate(capacity: 1)

  init() { memory.initialize(to: nil) }

  var object: UnsafeMutableRawPointer? {
    @inline(__always)
    get { memory.pointee }
    nonmutating set { memory.pointee = newValue }
  }
}

/// A place where threads wait for locks: with one thread nobody would end the wait.
struct WaitingRoom: Sendable {
  func enter() { fatalError("The only thread waits for a lock that it holds") }
  func leave() {}
  func wait() {}
  func wakeAll() {}
}

#elseif os(Windows)

/// Returns the number of active processors of all processor groups, at least 1.
func activeProcessorCount() -> Int { max(1, Int(GetActiveProcessorCount(0xFFFF))) }

/// A reference that each thread has for itself, nil at first. A thread's object is released when the thread ends.
struct ThreadReference: Sendable {
  private let index = FlsAlloc { object in
    if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
  }

  init() { precondition(index != .max, "There is no room for another thread-local value") }

  var object: UnsafeMutableRawPointer? {
    @inline(__always)
    get { FlsGetValue(index) }
    nonmutating set { _ = FlsSetValue(index, newValue) }
  }
}

/// A place where threads wait for locks.
struct WaitingRoom: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<SRWLOCK>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<CONDITION_VARIABLE>.allocate(capacity: 1)

  init() {
    InitializeSRWLock(mutex)
    InitializeConditionVariable(condition)
  }

  func enter() { AcquireSRWLockExclusive(mutex) }
  func leave() { ReleaseSRWLockExclusive(mutex) }
  /// Leaves the room until somebody wakes the threads in it. The wait may also end without that.
  func wait() { _ = SleepConditionVariableSRW(condition, mutex, .max, 0) }
  func wakeAll() { WakeAllConditionVariable(condition) }
}

#else

/// Returns the number of active processors, at least 1.
func activeProcessorCount() -> Int {
  max(1, Int(sysconf(Int32(_SC_NPROCESSORS_ONLN))))
}

/// A reference that each thread has for itself, nil at first. A thread's object is released when the thread ends.
struct ThreadReference: Sendable {
  private let key: pthread_key_t

  init() {
    var key = pthread_key_t()
    let status = pthread_key_create(&key) { object in
      // Apple's systems say that it is not nil, the others do not.
      let object: UnsafeMutableRawPointer? = object
      if let object { Unmanaged<AnyObject>.fromOpaque(object).release() }
    }
    precondition(status == 0, "There is no room for another thread-local value")
    self.key = key
  }

  var object: UnsafeMutableRawPointer? {
    @inline(__always)
    get { pthread_getspecific(key) }
    nonmutating set { pthread_setspecific(key, newValue) }
  }
}

#if !canImport(Darwin)
/// A place where threads wait for locks.
struct WaitingRoom: @unchecked Sendable {
  private let mutex = UnsafeMutablePointer<pthread_mutex_t>.allocate(capacity: 1)
  private let condition = UnsafeMutablePointer<pthread_cond_t>.allocate(capacity: 1)

  init() {
    pthread_mutex_init(mutex, nil)
    pthread_cond_init(condition, nil)
  }

  func enter() { pthread_mutex_lock(mutex) }
  func leave() { pthread_mutex_unlock(mutex) }
  /// Leaves the room until somebody wakes the threads in it. The wait may also end without that.
  func wait() { pthread_cond_wait(condition, mutex) }
  func wakeAll() { pthread_cond_broadcast(condition) }
}
#endif

#endif

// MARK: - Files

/// Why a file cannot be read.
package enum ReadingFailure: Error {
  case isMissing, isDirectory, isForbidden
  /// Anything else, in the system's words.
  case other(String)

  /// The failure of the last call of the system.
  fileprivate static var last: ReadingFailure {
    let code = errno
    return switch code {
    case ENOENT, ENOTDIR: .isMissing
    case EISDIR: .isDirectory
    case EACCES, EPERM: .isForbidden
    default: .other(String(cString: strerror(code)))
    }
  }
}

/// Returns the content of a file.
///
/// - Parameter path: The file, in UTF-8.
package func contents(ofFile path: String) throws(ReadingFailure) -> [UInt8] {
  // The system reads the path up to a zero.
  guard !path.utf8.contains(0) else { throw .isMissing }
  #if os(Windows)
  var descriptor: Int32 = -1
  _ = path.withCString(encodedAs: UTF16.self) {
    _wsopen_s(&descriptor, $0, _O_RDONLY | _O_BINARY | _O_NOINHERIT, _SH_DENYNO, 0)
  }
  guard descriptor >= 0 else { throw .last }
  defer { _close(descriptor) }
  #else
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw .last }
  defer { close(descriptor) }
  #endif
  return try contents(ofDescriptor: descriptor)
}

/// Reads until the end, since a pipe does not know its length.
package func contents(ofDescriptor descriptor: Int32) throws(ReadingFailure) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    #if os(Windows)
    let count = Int(_read(descriptor, &chunk, UInt32(chunk.count)))
    #else
    let count = read(descriptor, &chunk, chunk.count)
    #endif
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      throw .last
    }
  }
}

/// Writes a line to the standard error, in release builds too: advice for the developer.
func writeToStandardError(_ line: String) {
  let bytes = Array("LayoutSpecs: \(line)\n".utf8)
  // A failure cannot be reported.
  #if os(Windows)
  _ = _write(2, bytes, UInt32(bytes.count))
  #else
  _ = write(2, bytes, bytes.count)
  #endif
}
