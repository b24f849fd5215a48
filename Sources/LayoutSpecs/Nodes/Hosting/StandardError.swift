#if canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#else
import Darwin
#endif

/// Writes a line to the standard error, in release builds too: advice for whoever runs the program.
func writeToStandardError(_ line: String) {
  let bytes = Array("LayoutSpecs: \(line)\n".utf8)
  // Nobody can be told if it fails.
  _ = write(2, bytes, bytes.count)
}
