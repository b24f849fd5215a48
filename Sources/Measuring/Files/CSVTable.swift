import Foundation

/// A CSV file, read strictly.
///
/// Written for this package because libraries that accept ragged rows and cannot name the line of a field
/// would turn a damaged file of measurements into wrong figures.
struct CSVTable: Sendable {
  /// A row and the line on which it begins, from 1. Quoted fields may span lines.
  struct Row: Hashable, Sendable {
    var line: Int
    var fields: [String]
  }

  let header: [String]
  /// The rows; each has as many fields as the header.
  let rows: [Row]
  /// The line of a last row without its line end, which was dropped; nil if the file is whole.
  let droppedLine: Int?
  /// The number of bytes up to the end of the last whole row.
  let completeByteCount: Int

  /// Reads a file. O(bytes), with the whole file in memory.
  ///
  /// - Throws: `FileError`, also if the file cannot be read.
  init(contentsOf path: String) throws(FileError) {
    try self.init(bytes: [UInt8](Data(readingFile: path)), file: path)
  }

  /// Reads a file that is written row by row and may hold less than its header, if its writer was killed at
  /// the start. Such a file is a table without rows and without complete bytes.
  ///
  /// - Parameter header: the first row that the writer writes.
  init(contentsOf path: String, header: [String]) throws(FileError) {
    let start = Data(CSVText.row(header).utf8)
    guard let data = try? Data(contentsOf: URL(fileURLWithPath: path)), data.count < start.count,
      start.starts(with: data)
    else {
      try self.init(contentsOf: path)
      return
    }
    self.init(header: header)
  }

  /// Makes a table without a file, by default without rows.
  init(header: [String], rows: [Row] = []) {
    self.header = header
    self.rows = rows
    droppedLine = nil
    completeByteCount = 0
  }

  /// Reads RFC 4180 with LF or CRLF line ends, in UTF-8 with or without a byte order mark.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError` for a missing header, rows of another length, and misplaced quotes.
  init(bytes: [UInt8], file: String) throws(FileError) {
    var parser = CSVParser(bytes: bytes, file: file)
    guard let header = try parser.nextRow() else {
      throw FileError(file: file, line: 1, message: "has no header")
    }
    var rows: [Row] = []
    while let row = try parser.nextRow() {
      guard row.fields.count == header.fields.count else {
        throw FileError(
          file: file, line: row.line,
          message: "has \(row.fields.count) fields, but the header has \(header.fields.count)")
      }
      rows.append(row)
    }
    self.header = header.fields
    self.rows = rows
    droppedLine = parser.droppedLine
    completeByteCount = parser.completeByteCount
  }
}

extension CSVTable {
  /// The rows but for repeated headers, so that files can be joined by concatenation.
  var records: some Sequence<Row> { rows.lazy.filter { [header] in $0.fields != header } }

  /// Returns the text of a file with the rows of several tables, one table after the other. O(bytes).
  ///
  /// Columns are joined by name: the first table's columns in its order, then the columns that only later
  /// tables have. So columns that this program does not know are preserved. A row is empty in a column that
  /// its table lacks.
  static func text(joining tables: [CSVTable]) -> String {
    var seen: Set<String> = []
    let header = tables.flatMap(\.header).filter { seen.insert($0).inserted }
    var text = CSVText.row(header)
    for table in tables {
      let places = header.map { table.header.firstIndex(of: $0) }
      for row in table.records {
        text += CSVText.row(places.map { $0.map { row.fields[$0] } ?? "" })
      }
    }
    return text
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
    while let field = try nextField() {
      fields.append(field)
      let end = bytes[position]
      position += end == Self.carriageReturn ? 2 : 1
      if end == Self.comma { continue }
      line += 1
      completeByteCount = position
      return CSVTable.Row(line: start, fields: fields)
    }
    droppedLine = start
    return nil
  }

  /// Returns a field and moves to the byte that ends it; nil if the file ends first.
  private mutating func nextField() throws(FileError) -> String? {
    let isQuoted = position < bytes.count && bytes[position] == Self.quote
    if isQuoted { position += 1 }
    let start = position
    var (content, isOpen) = ([UInt8](), isQuoted)
    while position < bytes.count {
      let byte = bytes[position]
      if isOpen {
        if byte == Self.lineFeed { line += 1 }
        // Two quotes stand for one.
        let next = position + 1 < bytes.count ? bytes[position + 1] : nil
        isOpen = byte != Self.quote || next == Self.quote
        if isOpen { content.append(byte) }
        if byte == Self.quote && isOpen { position += 1 }
      } else if isAtEnd {
        return String(decoding: isQuoted ? content[...] : bytes[start..<position], as: UTF8.self)
      } else if isQuoted {
        if byte == Self.carriageReturn && position == bytes.count - 1 { return nil }
        throw error("has text between a closing quote and the next comma")
      } else if byte == Self.quote {
        throw error("has a quote inside a field that does not begin with one")
      }
      position += 1
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

  private func error(_ message: String) -> FileError {
    FileError(file: file, line: line, message: message)
  }
}

// MARK: - Records

/// Reads the rows of a table as records, from a file of this program or of a newer one with the same major
/// schema. Columns may be in any order, and unknown ones are ignored.
struct CSVReader<Record: CSVCodable> {
  private let file: String
  /// The record's columns that the file has, each with its position there.
  private let columns: [(column: CSVColumn<Record>, index: Int)]

  /// - Parameter required: the columns that the table must have, by default all that the record needs.
  /// - Throws: `FileError` if two columns have the same name or a required one is missing.
  init(_ table: CSVTable, file: String, required: [String] = Record.requiredColumns) throws(FileError) {
    var indices: [String: Int] = [:]
    for (index, name) in table.header.enumerated() {
      guard indices.updateValue(index, forKey: name) == nil else {
        throw FileError(file: file, line: 1, message: "has two columns named \"\(CSVText.shown(name))\"")
      }
    }
    let missing = required.filter { indices[$0] == nil }
    guard missing.isEmpty else {
      let columns = NumberText.plural("column", missing.count)
      throw FileError(
        file: file, line: 1, message: "lacks the \(columns) \(missing.joined(separator: ", "))")
    }
    self.file = file
    columns = Record.columns.compactMap { column in indices[column.name].map { (column, $0) } }
  }

  func record(_ row: CSVTable.Row) throws(FileError) -> Record {
    var record = Record.blank
    for (column, index) in columns {
      do throws(CSVMistake) {
        try column.read(&record, row.fields[index])
      } catch {
        throw self.error(row, column.name, error.message)
      }
    }
    return record
  }

  /// Returns an error at a row's line.
  func error(_ row: CSVTable.Row, _ column: String, _ message: String) -> FileError {
    FileError(file: file, line: row.line, message: "\(column): \(message)")
  }
}
