/// A file in one of the project's formats: a spec document or a file of conformance cases.
public enum DocumentFile: Sendable {
  /// A spec document.
  case document(SpecDocument)
  /// A file of conformance cases.
  case cases(CaseFile)

  /// Reads either, whichever `format` says it is.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - file: What errors call it.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let reader = try DocumentReader(bytes, file: file)
    switch try reader.format() {
    case SpecDocument.format:
      try reader.requireFormat(SpecDocument.format)
      self = .document(try reader.document())
    case CaseFile.format:
      try reader.requireFormat(CaseFile.format)
      self = .cases(try reader.caseFile())
    default:
      throw reader.unknownFormat(expected: "\"\(SpecDocument.format)\" or \"\(CaseFile.format)\"")
    }
  }

  /// Reads a file of either format; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public static func read(_ path: String) throws(DocumentError) -> DocumentFile {
    try DocumentFile(parsing: try fileBytes(path), file: fileName(path))
  }
}
