#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// Everything in a file, or on standard input where the path is `-`.
func fileBytes(_ path: String) throws(DocumentError) -> [UInt8] {
  guard path != "-" else { return try allBytes(from: 0, path) }
  // The system would end the path at a zero.
  guard !path.utf8.contains(0) else { throw unreadable(path, ENOENT) }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path, errno) }
  defer { close(descriptor) }
  return try allBytes(from: descriptor, path)
}

/// What errors call the file.
func fileName(_ path: String) -> String {
  path == "-" ? "standard input" : path
}

/// Reads until the end; a pipe does not say beforehand how long it is.
private func allBytes(from descriptor: Int32, _ path: String) throws(DocumentError) -> [UInt8] {
  var bytes: [UInt8] = []
  var chunk = [UInt8](repeating: 0, count: 1 << 20)
  while true {
    let count = read(descriptor, &chunk, chunk.count)
    if count > 0 {
      bytes.append(contentsOf: chunk[..<count])
    } else if count == 0 {
      return bytes
    } else if errno != EINTR {
      throw unreadable(path, errno)
    }
  }
}

private func unreadable(_ path: String, _ code: Int32) -> DocumentError {
  let found =
    switch code {
    case ENOENT, ENOTDIR: "no such file"
    case EISDIR: "a directory"
    case EACCES, EPERM: "a file that may not be read"
    default: "an error while reading (\(String(cString: strerror(code))))"
    }
  return DocumentError(
    kind: .unreadable, file: fileName(path), line: nil, column: nil, path: "", found: found,
    expected: "a readable file", suggestion: nil)
}
