#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Tests that take minutes, which run at night and not with each change.
package enum SlowTests {
  /// True if `LAYOUTBENCH_SLOW_TESTS` is set.
  package static let areOn = getenv("LAYOUTBENCH_SLOW_TESTS") != nil
}
