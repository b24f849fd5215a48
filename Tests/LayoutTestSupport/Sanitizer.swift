#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// The error that is planted to see whether a sanitizer sees.
package enum Sanitizer {
  /// What `LAYOUTBENCH_PLANTED_ERROR` says: `race`, `overflow`, or nothing in all ordinary runs.
  package static let plantedError: String? = getenv("LAYOUTBENCH_PLANTED_ERROR").map { String(cString: $0) }
}
