import StrictJSON

#if canImport(Darwin)
import Darwin
#elseif canImport(Glibc)
import Glibc
#elseif canImport(Musl)
import Musl
#endif

/// A file in one of the project's formats: a spec document or a file of conformance cases.
public enum DocumentFile: Sendable {
  /// A spec document.
  case document(SpecDocument)
  /// A file of conformance cases.
  case cases(CaseFile)

  /// Reads the format that the text names.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - file: The name of the file in errors.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    self = try reading(bytes, file: file) { (json) throws(JSONError) in
      let format = try json.format()
      guard [SpecDocument.format, CaseFile.format].contains(format.name) else {
        throw json.failure(
          at: format.value, expected: "\"\(SpecDocument.format)\" or \"\(CaseFile.format)\"", kind: .format)
      }
      try json.requireFormat(format.name)
      return format.name == SpecDocument.format
        ? .document(try json.specDocument().document) : .cases(try json.caseFile())
    }
  }

  /// Reads a file of either format; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public static func read(_ path: String) throws(DocumentError) -> DocumentFile {
    try DocumentFile(parsing: try fileBytes(path), file: fileName(path))
  }
}

// MARK: - Files

/// The file that the name `-` stands for.
package enum StandardInput {
  /// The descriptor: the process's own, unless several programs run in one process.
  @TaskLocal package static var descriptor: Int32 = 0
}

/// The content of a file, or of standard input if the path is `-`.
func fileBytes(_ path: String) throws(DocumentError) -> [UInt8] {
  guard path != "-" else { return try allBytes(from: StandardInput.descriptor, path) }
  // The system reads the path up to a zero.
  guard !path.utf8.contains(0) else { throw unreadable(path, ENOENT) }
  let descriptor = open(path, O_RDONLY | O_CLOEXEC)
  guard descriptor >= 0 else { throw unreadable(path, errno) }
  defer { close(descriptor) }
  return try allBytes(from: descriptor, path)
}

/// The name of the file in errors.
package func fileName(_ path: String) -> String { path == "-" ? "standard input" : path }

/// Reads until the end, since a pipe does not know its length.
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
