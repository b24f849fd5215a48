#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The sanitizer that the tests were built with, and the error that is planted to see whether it sees.
package enum Sanitizer {
  /// Whether the thread sanitizer or the address sanitizer watches this process. Their runtimes are known by a symbol of
  /// theirs, so a run without the script knows it as well.
  package static let isPresent: Bool = {
    guard let program = dlopen(nil, RTLD_NOW) else { return false }
    defer { dlclose(program) }
    return dlsym(program, "__tsan_init") != nil || dlsym(program, "__asan_init") != nil
  }()

  /// What `LAYOUTBENCH_PLANTED_ERROR` says: `race`, `overflow`, or nothing in all ordinary runs.
  package static let plantedError: String? = getenv("LAYOUTBENCH_PLANTED_ERROR").map { String(cString: $0) }
}
