import Foundation
import StrictJSON

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
        throw error("has a quote inside a field that does not begin with one")
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
        guard isAtEnd else { throw error("has text between a closing quote and the next comma") }
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

/// Appends rows to a CSV file, each whole and at once, so that a crash leaves at most one cut row, the last.
///
/// Nothing is buffered: when `append` returns, the system has the row. The row is not forced to the disk,
/// which would take longer than its sample. Not for use by two threads at once.
///
/// The file is locked while it is open, so that no two processes write to it. The system lifts the lock
/// (`flock`) however the process ends. Readers are not affected.
package final class CSVWriter<Record: CSVCodable> {
  private let path: String
  private let file: Int32

  /// Opens a file and cuts off a last row without its end. If the file is missing, or its writer was killed before the whole
  /// header was written, writes the header.
  ///
  /// - Parameter isNew: true if the file must not exist.
  /// - Throws: `FileError`, also if the header is another record's or another process is writing to the
  ///   file.
  convenience init(appendingTo path: String, isNew: Bool = false) throws(FileError) {
    let file = open(path, O_WRONLY | O_CREAT | O_APPEND | O_CLOEXEC | (isNew ? O_EXCL : 0), 0o644)
    guard file >= 0 else { throw Self.systemError(path, isNew ? "cannot be created" : "cannot be opened") }
    self.init(descriptor: file, path: path)
    // Before anything is read: until then another process may still write.
    try lock()
    let names = Record.columnNames
    let table = try CSVTable(contentsOf: path, header: names)
    guard table.header == names else {
      throw FileError(
        file: path, line: 1,
        message: "has other columns than those to append: \(names.joined(separator: ","))")
    }
    guard ftruncate(file, off_t(table.completeByteCount)) == 0 else {
      throw Self.systemError(path, "cannot be cut to its last whole row")
    }
    if table.completeByteCount == 0 { try writeAll(CSVText.row(names)) }
  }

  private func lock() throws(FileError) {
    while flock(file, LOCK_EX | LOCK_NB) != 0 {
      if errno == EINTR { continue }
      guard errno == EWOULDBLOCK else { throw Self.systemError(path, "cannot be locked") }
      throw FileError(
        file: path,
        message: "is being written to by another process; wait until it ends, or interrupt it first")
    }
  }

  /// Takes ownership of an open file.
  init(descriptor: Int32, path: String) {
    file = descriptor
    self.path = path
  }

  deinit {
    // Closing alone would leave the file locked while a child process that was just forked has a copy of the
    // descriptor; the child keeps the copy until it runs its program.
    flock(file, LOCK_UN)
    close(file)
  }

  /// Appends a row, which is in the file when this function returns.
  func append(_ record: Record) throws(FileError) {
    try writeAll(CSVText.row(record.fields))
  }

  private func writeAll(_ text: String) throws(FileError) {
    if let failure = Measuring.writeAll(Array(text.utf8), to: file) {
      throw Self.systemError(path, "cannot be written to", failure)
    }
  }

  private static func systemError(_ path: String, _ problem: String, _ code: Int32 = errno) -> FileError {
    FileError(file: path, message: "\(problem): \(String(cString: strerror(code)))")
  }
}
