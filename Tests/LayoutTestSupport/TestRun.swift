package import Foundation

#if LAYOUTSPECS_FAKE_PLATFORM
public import Dispatch
public import LayoutSpecs
#endif

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The sanitizer that the tests are built with, and the error that is planted to see whether it sees.
package enum Sanitizer {
  /// True if the tests are built with a sanitizer, which keeps freed memory.
  package static let isOn = hasSymbol("__asan_init") || isForThreads

  /// True if that is the thread sanitizer, which finds nothing in tests of one thread.
  package static let isForThreads = hasSymbol("__tsan_init")

  private static func hasSymbol(_ name: String) -> Bool { dlsym(dlopen(nil, RTLD_NOW), name) != nil }

  /// The error that `LAYOUTBENCH_PLANTED_ERROR` names, `race` or `freed`; nil in all ordinary runs.
  package static let plantedError: String? = getenv("LAYOUTBENCH_PLANTED_ERROR").map { String(cString: $0) }
}

/// Tests that take minutes, which run at night and not with each change.
package enum SlowTests {
  /// True if `LAYOUTBENCH_SLOW_TESTS` is set.
  package static let areOn = getenv("LAYOUTBENCH_SLOW_TESTS") != nil
}

/// The folder in which the tests were built.
package enum BuildFolder {
  /// Returns the first product that `product` finds in the folder of the bundle of tests, or in a folder around it: on macOS
  /// the bundle is a folder with the code further inside. Nil if there is none.
  package static func first(_ product: (URL) -> URL?) -> URL? {
    let starts =
      [Bundle.main.bundleURL, URL(fileURLWithPath: CommandLine.arguments[0])]
      + Bundle.allBundles.map(\.bundleURL)
    for start in starts {
      var folder = start
      for _ in 0..<4 {
        if let found = product(folder) { return found }
        folder = folder.deletingLastPathComponent()
      }
    }
    return nil
  }
}

/// A value behind a lock that the thread sanitizer knows. Where threads wait for a `Mutex` on Linux, it takes what the lock
/// guards for a race.
package final class LockedValue<Value>: @unchecked Sendable {
  private let lock = NSLock()
  private var value: Value

  package init(_ value: Value) { self.value = value }

  package func withLock<Result>(_ body: (inout Value) throws -> Result) rethrows -> Result {
    lock.lock()
    defer { lock.unlock() }
    return try body(&value)
  }
}

/// Threads as the library has them.
package enum Threads {
  #if LAYOUTSPECS_FAKE_PLATFORM
  /// True unless the library is built as for a system with one thread: see scripts/check-platforms.
  package static let areThere = false
  #else
  package static let areThere = true
  #endif
}

#if LAYOUTSPECS_FAKE_PLATFORM
// So that tests which need threads compile. They do not run.
extension DispatchQueue: LayoutQueue {
  public func enqueue(_ work: @escaping @Sendable () -> Void) { async(execute: work) }
}
#endif

/// Calls `body` with each number on several threads at the same time; one after the other if the library has one thread.
package func concurrently(_ count: Int, _ body: @Sendable (Int) -> Void) {
  if Threads.areThere {
    DispatchQueue.concurrentPerform(iterations: count, execute: body)
  } else {
    for number in 0..<count { body(number) }
  }
}

/// Runs `body` on several threads at the same time, so many times on each, which draws numbers of its own.
package func onThreads(
  _ count: Int = 4, steps: Int, seed: UInt64 = 0,
  _ body: @Sendable (_ thread: Int, _ step: Int, _ random: inout RandomTree) -> Void
) {
  concurrently(count) { thread in
    var random = RandomTree(seed: seed &* 100 &+ UInt64(thread))
    for step in 0..<steps { body(thread, step, &random) }
  }
}

/// Runs `body` on a thread with a stack of 512 KiB, as Dispatch's threads have, and waits for its end. Twice as
/// much under a sanitizer, whose code takes more.
package func onSmallStack<Result: Sendable>(_ body: @escaping @Sendable () -> Result) -> Result {
  onStack(kibibytes: Sanitizer.isOn ? 1024 : 512, body)
}

/// Runs `body` on a thread with a stack of this size, and waits for its end.
package func onStack<Result: Sendable>(kibibytes: Int, _ body: @escaping @Sendable () -> Result) -> Result {
  let result = LockedValue<Result?>(nil)
  let ended = DispatchSemaphore(value: 0)
  // The caller holds the body until the thread has let it go: the small stack has no room to free a value that may be
  // thousands of levels deep, and a thread's object may live longer than this call.
  let work = LockedValue<(@Sendable () -> Result)?>(body)
  let thread = Thread {
    do {
      let value = work.withLock { $0 }?()
      result.withLock { $0 = value }
    }
    work.withLock { $0 = nil }
    ended.signal()
  }
  thread.stackSize = kibibytes << 10
  thread.start()
  ended.wait()
  return withExtendedLifetime(body) { result.withLock { $0! } }
}
