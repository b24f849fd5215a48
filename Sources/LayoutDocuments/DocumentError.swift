import LayoutSpecs
import StrictJSON

/// An error in a document, with its position.
///
/// Its description is one line, in the form that editors and terminals can follow:
///
/// ```text
/// profile.json:12:9: root.style.flexGrwo: unknown key "flexGrwo"; expected … (did you mean "flexGrow"?)
/// ```
public struct DocumentError: Error, Hashable, Sendable {
  /// The kinds of errors.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The text is not JSON, or not UTF-8.
    case syntax
    /// The text is not a document of this format in a known version.
    case format
    /// A value of the document is missing or invalid.
    case content
  }

  /// The kind of error.
  public let kind: Kind
  /// The name of the file, as it was given.
  public let file: String
  /// The line, from 1; nil if the file cannot be read, or if laying out its tree takes too much work.
  public let line: Int?
  /// The column, from 1, in Unicode scalars; nil if `line` is nil.
  public let column: Int?
  /// The path from the top of the document: `root.children[3].style`. Empty at the top; a long path is
  /// shortened in the middle.
  public let path: String
  /// The text or value in the document, in words.
  public let found: String
  /// The text or value that the format allows there, in words.
  public let expected: String
  /// The known word nearest to the word that was found; nil if none is near.
  public let suggestion: String?
}

extension DocumentError: CustomStringConvertible {
  /// File, line, column, path, what was found and what was expected, on one line.
  public var description: String {
    var text = file.onOneLine
    if let line, let column { text += ":\(line):\(column)" }
    if !path.isEmpty { text += ": \(path)" }
    return text + ": " + JSONError.sentence(found: found, expected: expected, suggestion: suggestion)
  }
}

extension DocumentError {
  /// An element that takes more work than is allowed.
  ///
  /// - Parameters:
  ///   - amount: The work that the element takes, in words.
  ///   - element: The outermost element that takes this work.
  package init(
    exceeding amount: String, at element: ElementID, of tree: LayoutTree, file: String, expected: String
  ) {
    self.init(
      kind: .content, file: file, line: nil, column: nil,
      path: ElementPath(to: element, in: tree).description, found: amount, expected: expected,
      suggestion: nil)
  }

  /// An error in a text, with the name of its file.
  init(_ error: JSONError, file: String) {
    let kind: Kind =
      switch error.kind {
      case .syntax: .syntax
      case .format: .format
      case .content: .content
      }
    self.init(
      kind: kind, file: file, line: error.line, column: error.column, path: error.path, found: error.found,
      expected: error.expected, suggestion: error.suggestion)
  }
}

/// Parses and reads a text; errors name its file.
func reading<Value>(
  _ bytes: [UInt8], file: String, _ read: (ParsedJSON) throws(JSONError) -> Value
) throws(DocumentError) -> Value {
  do throws(JSONError) {
    return try read(ParsedJSON(readingObject: bytes, whenTooDeep: ": " + SpecDocument.deepTrees))
  } catch {
    throw DocumentError(error, file: file)
  }
}
