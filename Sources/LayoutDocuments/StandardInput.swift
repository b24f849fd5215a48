import LayoutSpecs

/// The file that the name `-` stands for.
package enum StandardInput {
  /// The descriptor: the process's own, unless several programs run in one process.
  @TaskLocal package static var descriptor: Int32 = 0
}

/// The content of a file, or of standard input if the path is `-`.
func fileBytes(_ path: String) throws(DocumentError) -> [UInt8] {
  do {
    return path == "-" ? try contents(ofDescriptor: StandardInput.descriptor) : try contents(ofFile: path)
  } catch {
    throw unreadable(path, error)
  }
}

/// The name of the file in errors.
package func fileName(_ path: String) -> String { path == "-" ? "standard input" : path }

private func unreadable(_ path: String, _ failure: ReadingFailure) -> DocumentError {
  let found =
    switch failure {
    case .isMissing: "no such file"
    case .isDirectory: "a directory"
    case .isForbidden: "a file that may not be read"
    case .other(let words): "an error while reading (\(words))"
    }
  return DocumentError(
    kind: .unreadable, file: fileName(path), line: nil, column: nil, path: "", found: found,
    expected: "a readable file", suggestion: nil)
}
