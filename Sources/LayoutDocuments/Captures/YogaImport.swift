/// A capture of Yoga's capture tool, turned into a spec document.
///
/// A capture holds the styles of a tree of flexbox nodes, what its measure functions answered, and the size that the root
/// was laid out in. The document asks for the same layout in specs: every element that is shown becomes a node whose name is its
/// place in the capture (`0` for the root, `0.2` for its third child), so that frames can be compared. Measured leaves have the
/// recorded size. The size range is exact where the capture's was.
///
/// What specs cannot say exactly is approximated or left out, and the report lists it.
public struct YogaImport: Sendable {
  /// The document.
  public let document: SpecDocument
  /// What is not said exactly.
  public let report: ImportReport

  /// Imports a capture.
  ///
  /// Reading is strict: an unknown key or value is an error, as in spec documents. A capture has at most 200 levels.
  /// Time is at most the number of elements times their levels.
  ///
  /// - Parameters:
  ///   - bytes: The capture, in UTF-8.
  ///   - file: What errors call it.
  ///   - name: What the document calls the tree. Default: nil, nothing.
  public init(parsing bytes: [UInt8], file: String, name: String? = nil) throws(DocumentError) {
    (document, report) = YogaConverter.convert(try DocumentReader(bytes, file: file).capture(), name: name)
  }

  /// Imports a capture; see `init(parsing:file:name:)`.
  ///
  /// - Parameters:
  ///   - path: The file; `-` is standard input.
  ///   - name: What the document calls the tree. Default: nil, nothing.
  public init(readingFile path: String, name: String? = nil) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path), name: name)
  }
}
