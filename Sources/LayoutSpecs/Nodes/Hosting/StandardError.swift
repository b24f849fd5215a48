#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes a line to the standard error, in release builds too: advice for the developer.
func writeToStandardError(_ line: String) {
  let bytes = Array("LayoutSpecs: \(line)\n".utf8)
  // A failure cannot be reported.
  _ = write(2, bytes, bytes.count)
}
