import LayoutSpecs
import StrictJSON

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
      guard json.root["format"]?.string == CaseFile.format else {
        try json.requireFormat(SpecDocument.format)
        return .document(try json.specDocument().document)
      }
      try json.requireFormat(CaseFile.format)
      return .cases(try json.caseFile())
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
