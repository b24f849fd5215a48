import LayoutSpecs
import StrictJSON

/// A tree of layout elements and the size range to lay it out in: the content of a spec document.
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
  /// The name of the tree. Default: nil.
  public var name: String?
  /// The sizes that the root may take, in points.
  public var constrainedSize: SizeRange
  /// The elements, and the pixel grid that their sizes are rounded to.
  public var tree: LayoutTree

  /// A document of a tree.
  public init(name: String? = nil, constrainedSize: SizeRange, tree: LayoutTree) {
    self.name = name
    self.constrainedSize = constrainedSize
    self.tree = tree
  }

  /// The tree's pixel grid.
  public var pixelGrid: PixelGrid { tree.pixelGrid }

  /// The `format` of a spec document.
  static let format = "layout-spec"
  /// The newest version of the format, the only version that is read and written.
  static let version = 1
  /// The advice about a tree that is too deep for a document.
  static let deepTrees = "suites measure deeper trees as workloads, such as deep(1000)"
}

// MARK: - Reading

extension SpecDocument {
  /// Reads a document.
  ///
  /// Reading is strict: an unknown key, type or value, a repeated key, a negative size and anything that is
  /// not JSON are errors; a byte order mark at the beginning is ignored. Points and factors are below
  /// 10,000,000 in magnitude, and a scale is within 0.001 to 1,000, so that every frame is finite. At most 512
  /// arrays and objects lie inside each other, enough for 255 stacks.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - file: The name of the file in errors.
  /// - Complexity: linear in the length of the text.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    self = try reading(bytes, file: file) { (json) throws(JSONError) in
      try json.requireFormat(SpecDocument.format)
      return try json.specDocument().document
    }
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

// MARK: - Positions

/// A spec document and the positions of its elements in the text.
public struct LocatedDocument: Sendable {
  /// The document.
  public var document: SpecDocument
  /// The name of the file, as it was given.
  public let file: String
  private let positions: [Position]

  private struct Position {
    var line: UInt32 = 1
    var column: UInt32 = 1
  }

  /// Reads a document, as strictly as `SpecDocument.init(parsing:file:)`.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - file: The name of the file in errors and findings.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let (document, offsets) = try reading(bytes, file: file) { (json) throws(JSONError) in
      try json.requireFormat(SpecDocument.format)
      return try json.specDocument()
    }
    self.document = document
    self.file = file
    positions = LocatedDocument.positions(of: offsets, in: bytes)
  }

  /// Reads a document from a file; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public init(readingFile path: String) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path))
  }

  /// The line and the column at which an element begins, from 1; columns count Unicode scalars.
  ///
  /// - Precondition: the id belongs to the document's tree as it was read.
  public func position(of id: ElementID) -> (line: Int, column: Int) {
    (Int(positions[id.index].line), Int(positions[id.index].column))
  }

  /// Counts lines and columns in one pass. Elements are almost sorted already.
  private static func positions(of offsets: [Int], in bytes: [UInt8]) -> [Position] {
    var positions = [Position](repeating: Position(), count: offsets.count)
    var position = Position()
    var start = 0
    for element in offsets.indices.sorted(by: { offsets[$0] < offsets[$1] }) {
      for byte in bytes[start..<offsets[element]] {
        if byte == UInt8(ascii: "\n") {
          position = Position(line: position.line + 1, column: 1)
        } else if byte & 0xC0 != 0x80 {
          // A continuation byte is part of the character before it.
          position.column += 1
        }
      }
      start = offsets[element]
      positions[element] = position
    }
    return positions
  }
}
