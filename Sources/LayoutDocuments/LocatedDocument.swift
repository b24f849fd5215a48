import LayoutSpecs

/// A spec document, and where in its text each element begins.
public struct LocatedDocument: Sendable {
  /// The document.
  public var document: SpecDocument
  /// The name of the file, as it was given.
  public let file: String
  private let bytes: [UInt8]
  /// Where each element begins in the text, in bytes.
  private let offsets: [Int]
  /// Where each line begins in the text, in bytes.
  private let lineStarts: [Int]
  /// How many continuation bytes are before each block of bytes.
  private let continuationCounts: [Int]
  /// How many bytes a block has.
  private static let blockSize = 1_024

  /// Reads a document, as strictly as `SpecDocument.init(parsing:file:)`.
  ///
  /// - Parameters:
  ///   - bytes: The document, in UTF-8.
  ///   - file: What errors and findings call it.
  public init(parsing bytes: [UInt8], file: String) throws(DocumentError) {
    let reader = try DocumentReader(bytes, file: file)
    try reader.requireFormat(SpecDocument.format)
    var offsets: [Int]? = []
    document = try reader.document(offsets: &offsets)
    self.file = file
    self.bytes = bytes
    self.offsets = offsets ?? []
    lineStarts = [0] + bytes.indices.lazy.filter { bytes[$0] == UInt8(ascii: "\n") }.map { $0 + 1 }
    var counts: [Int] = []
    var count = 0
    for start in stride(from: 0, through: bytes.count, by: LocatedDocument.blockSize) {
      counts.append(count)
      count += bytes[start..<min(start + LocatedDocument.blockSize, bytes.count)].continuationCount
    }
    continuationCounts = counts
  }

  /// Reads a document from a file; see `init(parsing:file:)`.
  ///
  /// - Parameter path: The file; `-` is standard input.
  public init(readingFile path: String) throws(DocumentError) {
    try self.init(parsing: try fileBytes(path), file: fileName(path))
  }

  /// Where an element begins: line and column from 1, the column in Unicode scalars.
  ///
  /// - Precondition: the id belongs to the document's tree as it was read.
  /// - Complexity: logarithmic in the number of lines.
  public func position(of id: ElementID) -> (line: Int, column: Int) {
    let offset = offsets[id.index]
    var (line, end) = (0, lineStarts.count)
    while end - line > 1 {
      let middle = (line + end) / 2
      if lineStarts[middle] <= offset { line = middle } else { end = middle }
    }
    // A continuation byte is part of the character before it.
    let start = lineStarts[line]
    let column = offset - start - (continuationCount(before: offset) - continuationCount(before: start)) + 1
    return (line + 1, column)
  }

  private func continuationCount(before offset: Int) -> Int {
    let block = offset / LocatedDocument.blockSize
    return continuationCounts[block] + bytes[block * LocatedDocument.blockSize..<offset].continuationCount
  }
}

extension ArraySlice<UInt8> {
  /// How many of these bytes of UTF-8 go on with a character that began before.
  fileprivate var continuationCount: Int { reduce(0) { $1 & 0xC0 == 0x80 ? $0 + 1 : $0 } }
}
