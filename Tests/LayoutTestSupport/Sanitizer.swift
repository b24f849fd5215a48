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
