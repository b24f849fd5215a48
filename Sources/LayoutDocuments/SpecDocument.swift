import LayoutSpecs

/// A tree of layout elements and the size range to lay it out in: what a spec document holds.
///
/// A spec document is a UTF-8 JSON object. People write it by hand, generators write it, engines read it.
///
/// ```json
/// {
///   "format": "layout-spec",
///   "version": 1,
///   "constrainedSize": { "min": [0, 0], "max": [320, null] },
///   "root": { "type": "text", "text": "Hello" }
/// }
/// ```
public struct SpecDocument: Sendable {
  /// What people call the tree. Default: nil, nothing.
  public var name: String?
  /// The sizes that the root may take, in points.
  public var constrainedSize: SizeRange
  /// The elements, and the pixels that their sizes are rounded to.
  public var tree: LayoutTree

  /// A document of a tree.
  public init(name: String? = nil, constrainedSize: SizeRange, tree: LayoutTree) {
    self.name = name
    self.constrainedSize = constrainedSize
    self.tree = tree
  }

  /// The pixels that sizes are rounded to: those of the tree.
  public var pixelGrid: PixelGrid { tree.pixelGrid }

  /// The `format` of a spec document.
  static let format = "layout-spec"
  /// The newest version of the format, which is the one that is read and written.
  static let version = 1.0
}

// MARK: - Reading

extension SpecDocument {
  /// Reads a document.
  ///
  /// Reading is strict: an unknown key, type or value, a key twice, a size that is negative, anything that
  /// JSON does not allow and a byte order mark are errors. Points and factors are below 10,000,000 in
  /// magnitude, and a scale lies within 0.001 to 1,000, so that every frame is finite. A tree has at most
  /// 100,000 levels. Time is linear in the length of the text; nothing recurses.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - file: What errors call it.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let reader = try DocumentReader(bytes, file: file)
    try reader.requireFormat(SpecDocument.format)
    self = try reader.document()
  }

  /// Reads a document; see `init(parsing:file:)`.
  public init(json: String, file: String) throws(DocumentError) {
    try self.init(parsing: Array(json.utf8), file: file)
  }

  /// Reads a document from a file; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public init(readingFile path: String) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path))
  }
}
