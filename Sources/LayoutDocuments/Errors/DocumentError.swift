import LayoutSpecs

/// What is wrong with a document, and where.
///
/// Its description is one line, in the form that editors and terminals know how to follow:
///
/// ```text
/// profile.json:12:9: root.children[3].style.flexGrwo: unknown key "flexGrwo"; expected one of width, … (did you mean "flexGrow"?)
/// ```
public struct DocumentError: Error, Hashable, Sendable {
  /// What a program may want to tell apart.
  public enum Kind: Hashable, Sendable {
    /// The file cannot be read.
    case unreadable
    /// The text is not JSON, or not UTF-8.
    case syntax
    /// The text is not a document of this format and a version that is known.
    case format
    /// The document says something that has no meaning.
    case content
  }

  /// What kind of error this is.
  public let kind: Kind
  /// The name of the file, as it was given.
  public let file: String
  /// The line, from 1; nil if the file cannot be read, or a layout of it takes too much work.
  public let line: Int?
  /// The column, from 1, in Unicode scalars; nil likewise.
  public let column: Int?
  /// The way from the top of the document: `root.children[3].style`. Empty at the top. A path of many steps is shortened
  /// in the middle.
  public let path: String
  /// What was found.
  public let found: String
  /// What was expected instead.
  public let expected: String
  /// The known word that is nearest to the one that was found, where one is near.
  public let suggestion: String?
}

extension DocumentError: CustomStringConvertible {
  /// File, line, column, path, what was found and what was expected, on one line.
  public var description: String {
    var text = oneLine(file)
    if let line, let column { text += ":\(line):\(column)" }
    if !path.isEmpty { text += ": \(path)" }
    text += ": \(found); expected \(expected)"
    if let suggestion { text += " (did you mean \"\(suggestion)\"?)" }
    return text
  }
}

extension DocumentError {
  /// An element that asks for more work than is allowed.
  ///
  /// - Parameters:
  ///   - amount: How much it takes.
  ///   - element: The outermost element that takes it.
  package init(
    exceeding amount: String, at element: ElementID, of tree: LayoutTree, file: String, expected: String
  ) {
    kind = .content
    self.file = file
    line = nil
    column = nil
    path = ElementPath(to: element, in: tree).description
    found = amount
    self.expected = expected
    suggestion = nil
  }

  /// An error at a place in the text.
  ///
  /// The line and the column are counted here, in time linear in the offset.
  init(
    _ kind: Kind, in bytes: [UInt8], at offset: Int, file: String, path: String, found: String,
    expected: String, suggestion: String? = nil
  ) {
    let before = bytes[..<offset]
    let lineStart = before.lastIndex(of: UInt8(ascii: "\n")).map { $0 + 1 } ?? 0
    self.init(
      kind: kind, file: file,
      line: before.reduce(1) { $1 == UInt8(ascii: "\n") ? $0 + 1 : $0 },
      // A continuation byte is part of the character before it.
      column: before[lineStart...].reduce(1) { $1 & 0xC0 == 0x80 ? $0 : $0 + 1 },
      path: path, found: found, expected: expected, suggestion: suggestion)
  }
}
