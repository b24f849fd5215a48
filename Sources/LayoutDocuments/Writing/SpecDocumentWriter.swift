import LayoutSpecs

/// Writes spec documents.
///
/// The same document always gives the same bytes, and reading them gives an equal document. What has its default value is
/// left out. Nothing recurses; time is linear in the number of elements.
public struct SpecDocumentWriter: Sendable {
  /// How the text is laid out.
  public enum Form: Hashable, Sendable {
    /// On one line without spaces.
    case compact
    /// For people: an element without children takes a line, one with children a line for itself and then theirs,
    /// indented by two spaces a level, for at most 50 levels.
    case indented
  }

  /// How the text is laid out.
  public let form: Form

  /// A writer of this form. Default: indented.
  public init(form: Form = .indented) {
    self.form = form
  }

  /// The document's bytes; see `write(_:to:)`.
  public func bytes(of document: SpecDocument) throws(UnwritableDocumentError) -> [UInt8] {
    var bytes: [UInt8] = []
    try write(document, to: &bytes)
    return bytes
  }

  /// The document as a string; see `write(_:to:)`.
  public func text(of document: SpecDocument) throws(UnwritableDocumentError) -> String {
    String(decoding: try bytes(of: document), as: UTF8.self)
  }

  /// Appends the document to `bytes`, with a newline at its end.
  ///
  /// Throws, and leaves `bytes` as they were, where the document says something that the format cannot: an
  /// element that user code measures or lays out, a range that no tree can be laid out in, or a tree of more
  /// than 100,000 levels.
  public func write(_ document: SpecDocument, to bytes: inout [UInt8]) throws(UnwritableDocumentError) {
    var writer = TreeWriter(document.tree, JSONOutput(isIndented: form == .indented))
    writer.writeHead(of: document)
    if let reason = writer.output.problem { throw UnwritableDocumentError(path: "", reason: reason) }
    try writer.writeElements()
    writer.output.endObject(level: 0)
    writer.output.append("\n")
    bytes.append(contentsOf: writer.output.bytes)
  }
}

/// A document that says something which its format cannot.
public struct UnwritableDocumentError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The element that cannot be written, as `root.children[3]`; empty where it is not about an element.
  public let path: String
  /// What cannot be written.
  public let reason: String

  /// The path and the reason, on one line.
  public var description: String {
    path.isEmpty ? "cannot be written: \(reason)" : "\(path): cannot be written: \(reason)"
  }
}
