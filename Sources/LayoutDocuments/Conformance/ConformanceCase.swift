import LayoutSpecs

/// A file of conformance cases.
public struct CaseFile: Sendable {
  /// The cases, in the order of the file.
  public var cases: [ConformanceCase]

  /// A file of these cases.
  public init(cases: [ConformanceCase]) {
    self.cases = cases
  }

  /// The `format` of a file of cases.
  static let format = "layout-spec-cases"

  /// Reads a file of cases, as strictly as `SpecDocument.init(parsing:file:)` reads a document.
  ///
  /// - Parameters:
  ///   - bytes: The text, in UTF-8.
  ///   - file: What errors call it.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let reader = try DocumentReader(bytes, file: file)
    try reader.requireFormat(CaseFile.format)
    self = try reader.caseFile()
  }

  /// Reads a file of cases; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public init(readingFile path: String) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path))
  }
}

/// A document, and the frames that laying it out must give.
public struct ConformanceCase: Sendable {
  /// What the case is called in its file.
  public var id: String
  /// What is laid out.
  public var document: SpecDocument
  /// Each element's frame relative to its parent element, in points and not rounded, in pre-order; nil where the element
  /// gets no layout.
  public var expected: [Rect?]
  /// The frame that each node's view would get, in pre-order; nil for specs and for what gets no layout. See
  /// `LayoutTree.nodeFrames(of:)`.
  public var nodeFrames: [Rect?]

  /// A case.
  ///
  /// - Precondition: both lists have one entry per element.
  public init(id: String, document: SpecDocument, expected: [Rect?], nodeFrames: [Rect?]) {
    let count = document.tree.elementCount
    precondition(expected.count == count && nodeFrames.count == count, "A case has one frame per element")
    self.id = id
    self.document = document
    self.expected = expected
    self.nodeFrames = nodeFrames
  }
}
