import Foundation

/// A CSV file, read strictly.
///
/// Written for this package because libraries that accept ragged rows and cannot name the line of a field
/// would turn a damaged file of measurements into wrong figures.
package struct CSVTable: Sendable {
  /// A row and the line on which it begins, from 1. Quoted fields may span lines.
  package struct Row: Hashable, Sendable {
    package var line: Int
    package var fields: [String]
  }

  package let header: [String]
  /// The rows; each has as many fields as the header.
  package let rows: [Row]
  /// The line of a last row without its line end, which was dropped; nil if the file is whole.
  package let droppedLine: Int?
  /// The number of bytes up to the end of the last whole row.
  package let completeByteCount: Int

  /// Reads a file. O(bytes), with the whole file in memory.
  ///
  /// - Throws: `FileError`, also if the file cannot be read.
  package init(contentsOf path: String) throws(FileError) {
    let data: Data
    do {
      data = try Data(contentsOf: URL(fileURLWithPath: path))
    } catch {
      throw FileError(file: path, message: "Cannot be read: \(error.localizedDescription)")
    }
    try self.init(bytes: [UInt8](data), file: path)
  }

  /// Reads a file that is written row by row and may hold less than its header, if its writer was killed at
  /// the start. Such a file is a table without rows and without complete bytes.
  ///
  /// - Parameter header: the first row that the writer writes.
  package init(contentsOf path: String, header: [String]) throws(FileError) {
    let start = Data(CSVText.row(header).utf8)
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count < start.count,
      start.starts(with: data)
    else {
      try self.init(contentsOf: path)
      return
    }
    self.init(header: header)
  }

  /// Makes a table without rows and without a file.
  package init(header: [String]) {
    self.header = header
    rows = []
    droppedLine = nil
    completeByteCount = 0
  }

  /// Reads RFC 4180 with LF or CRLF line ends, in UTF-8 with or without a byte order mark.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError` for a missing header, rows of another length, and misplaced quotes.
  package init(bytes: [UInt8], file: String) throws(FileError) {
    var parser = CSVParser(bytes: bytes, file: file)
    guard let header = try parser.nextRow() else {
      throw FileError(file: file, line: 1, message: "Has no header.")
    }
    var rows: [Row] = []
    while let row = try parser.nextRow() {
      guard row.fields.count == header.fields.count else {
        throw FileError(
          file: file, line: row.line,
          message: "Has \(row.fields.count) fields, but the header has \(header.fields.count).")
      }
      rows.append(row)
    }
    self.header = header.fields
    self.rows = rows
    droppedLine = parser.droppedLine
    completeByteCount = parser.completeByteCount
  }
}

/// A parser that visits the bytes once, row by row.
private struct CSVParser {
  private let bytes: [UInt8]
  private let file: String
  private var position = 0
  private var line = 1
  private(set) var completeByteCount = 0
  private(set) var droppedLine: Int?

  private static let quote: UInt8 = 0x22
  private static let comma: UInt8 = 0x2C
  private static let carriageReturn: UInt8 = 0x0D
  private static let lineFeed: UInt8 = 0x0A

  init(bytes: [UInt8], file: String) {
    self.bytes = bytes
    self.file = file
    if bytes.starts(with: [0xEF, 0xBB, 0xBF]) { position = 3 }
  }

  /// Returns the next row that has its line end, or nil.
  mutating func nextRow() throws(FileError) -> CSVTable.Row? {
    let start = line
    guard position < bytes.count else { return nil }
    var fields: [String] = []
    while true {
      guard let field = try nextField() else {
        droppedLine = start
        return nil
      }
      fields.append(field)
      if bytes[position] == Self.comma {
        position += 1
        continue
      }
      position += bytes[position] == Self.carriageReturn ? 2 : 1
      line += 1
      completeByteCount = position
      return CSVTable.Row(line: start, fields: fields)
    }
  }

  /// Returns a field and moves to the byte that ends it; nil if the file ends first.
  private mutating func nextField() throws(FileError) -> String? {
    guard position < bytes.count else { return nil }
    return bytes[position] == Self.quote ? try quotedField() : try plainField()
  }

  private mutating func plainField() throws(FileError) -> String? {
    let start = position
    while position < bytes.count {
      if isAtEnd { return String(decoding: bytes[start..<position], as: UTF8.self) }
      if bytes[position] == Self.quote {
        throw error("Has a quote inside a field that does not begin with one.")
      }
      position += 1
    }
    return nil
  }

  private mutating func quotedField() throws(FileError) -> String? {
    var content: [UInt8] = []
    position += 1
    while position < bytes.count {
      let byte = bytes[position]
      position += 1
      if byte == Self.lineFeed { line += 1 }
      if byte != Self.quote {
        content.append(byte)
      } else if position < bytes.count, bytes[position] == Self.quote {
        content.append(Self.quote)
        position += 1
      } else {
        guard position < bytes.count, !isCutLineEnd else { return nil }
        guard isAtEnd else { throw error("Has text between a closing quote and the next comma.") }
        return String(decoding: content, as: UTF8.self)
      }
    }
    return nil
  }

  /// True at a comma, LF or CRLF. A CR alone is an ordinary character.
  private var isAtEnd: Bool {
    let byte = bytes[position]
    if byte == Self.carriageReturn {
      return position + 1 < bytes.count && bytes[position + 1] == Self.lineFeed
    }
    return byte == Self.comma || byte == Self.lineFeed
  }

  private var isCutLineEnd: Bool {
    position == bytes.count - 1 && bytes[position] == Self.carriageReturn
  }

  private func error(_ message: String) -> FileError {
    FileError(file: file, line: line, message: message)
  }
}
