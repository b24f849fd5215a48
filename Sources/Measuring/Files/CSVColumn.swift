import Foundation
import StrictJSON

/// A column of a CSV file: its name, and the part of a record that its fields hold.
package struct CSVColumn<Record: Sendable>: Sendable {
  package let name: String
  /// True if every file must have the column.
  let isRequired: Bool
  package let write: @Sendable (Record) -> String
  let read: @Sendable (inout Record, String) throws(CSVMistake) -> Void
}

/// A record that is a row of a CSV file.
package protocol CSVCodable: Sendable {
  /// The columns in the file's order. New ones are added only at the end.
  static var columns: [CSVColumn<Self>] { get }
  /// The record into which a row is read. It has default values for columns that the file lacks.
  static var blank: Self { get }
}

extension CSVCodable {
  static var columnNames: [String] { columns.map(\.name) }
  static var requiredColumns: [String] { columns.filter(\.isRequired).map(\.name) }
  /// The row's fields in the columns' order.
  var fields: [String] { Self.columns.map { $0.write(self) } }
}

extension CSVColumn {
  /// A property's column. Every file must have it unless the property is optional.
  ///
  /// - Parameter least: the smallest valid value of an `Int`.
  init<Value: CSVValue>(
    _ name: String, _ property: WritableKeyPath<Record, Value> & Sendable, from least: Int = 0
  ) {
    self.init(
      name: name, isRequired: !(Value.self is any ExpressibleByNilLiteral.Type),
      write: { $0[keyPath: property].csv },
      read: { record, text throws(CSVMistake) in
        record[keyPath: property] = try Value(csv: text, from: least)
      })
  }

  /// A column for readers of the file, which this program does not read back.
  init(_ name: String, writing text: @escaping @Sendable (Record) -> String) {
    self.init(name: name, isRequired: false, write: text, read: { _, _ throws(CSVMistake) in })
  }

  /// The column `schema`, the version of the columns' meaning. Newer ones are refused.
  static func schema(_ newest: Int) -> CSVColumn {
    CSVColumn(
      name: "schema", isRequired: true, write: { _ in newest.csv },
      read: { _, text throws(CSVMistake) in
        let schema = try Int(csv: text, from: 1)
        guard schema <= newest else {
          throw CSVMistake(message: "\(schema) is newer than \(newest), the newest that this program reads")
        }
      })
  }

  /// Returns the column of a record that has this one as a property.
  func lifted<Whole: Sendable>(to property: WritableKeyPath<Whole, Record> & Sendable) -> CSVColumn<Whole> {
    CSVColumn<Whole>(
      name: name, isRequired: isRequired, write: { write($0[keyPath: property]) },
      read: { whole, text throws(CSVMistake) in try read(&whole[keyPath: property], text) })
  }
}

extension CellID: CSVCodable {
  package static let columns: [CSVColumn<CellID>] = [
    .init("subject", \.subject), .init("workload", \.workload), .init("node_count", \.nodeCount),
    .init("depth", \.depth), .init("seed", \.seed), .init("params", \.params),
    .init("threads", \.threads, from: 1), .init("pool", \.pool),
  ]
  package static let blank = CellID(
    subject: "", workload: "", nodeCount: 0, depth: 0, seed: 0, threads: 1)
}

// MARK: - Fields

/// A mistake in a field, in lower case without a full stop.
struct CSVMistake: Error {
  var message: String
}

extension CSVMistake {
  /// The mistake of a field that holds no number.
  init(notANumber text: String) {
    message = "expected a number, found \(text.isEmpty ? "nothing" : "\"\(CSVText.shown(text))\"")"
  }
}

/// A value that a field of a CSV file can hold.
protocol CSVValue: Sendable {
  /// Reads a field.
  ///
  /// - Parameter least: the smallest valid value, if the type is `Int`.
  init(csv text: String, from least: Int) throws(CSVMistake)
  /// The field's text.
  var csv: String { get }
}

/// Numbers do not depend on the locale. A `Double` is the shortest decimal that reads back as the same value,
/// or `nan`, `inf` or `-inf`.
extension CSVValue where Self: LosslessStringConvertible {
  init(csv text: String, from least: Int) throws(CSVMistake) {
    guard let value = Self(text) else { throw CSVMistake(notANumber: text) }
    self = value
  }
  var csv: String { description }
}

extension String: CSVValue {}
extension UInt64: CSVValue {}
extension Double: CSVValue {}

/// A count or a position. The largest number leaves room for counting on.
extension Int: CSVValue {
  init(csv text: String, from least: Int) throws(CSVMistake) {
    guard let value = Int(text) else { throw CSVMistake(notANumber: text) }
    guard value >= least && value < .max else {
      throw CSVMistake(message: "expected a number from \(least) to \(Int.max - 1), found \(value)")
    }
    self = value
  }
}

/// An empty field is a value that was not measured or is unknown.
extension Optional: CSVValue where Wrapped: CSVValue {
  init(csv text: String, from least: Int) throws(CSVMistake) {
    self = try text.isEmpty ? nil : Wrapped(csv: text, from: least)
  }
  var csv: String { self?.csv ?? "" }
}

extension CSVValue where Self: RawRepresentable & CaseIterable, RawValue == String {
  init(csv text: String, from least: Int) throws(CSVMistake) {
    guard let value = Self(rawValue: text) else {
      let known = Self.allCases.map(\.rawValue).joined(separator: ", ")
      throw CSVMistake(message: "expected one of \(known), found \"\(CSVText.shown(text))\"")
    }
    self = value
  }
  var csv: String { rawValue }
}

extension DispatchMode: CSVValue {}
extension MeasuringPass: CSVValue {}
extension ComparisonArm: CSVValue {}
extension SampleRecord.Phase: CSVValue {}
extension SampleRecord.Status: CSVValue {}

// MARK: - Rows

/// The text of fields and rows in a CSV file, with RFC 4180's quoting.
///
/// Lines end in LF, not the RFC's CRLF: the files are for shells, diffs and statistics programs, all of which
/// accept LF, while some read CR as part of the last field.
package enum CSVText {
  /// Returns the field, in quotes if it contains a comma, a quote, CR or LF, begins or ends with a space, which
  /// some readers cut off, or begins with a byte order mark, which would be the file's own at its beginning.
  static func quoted(_ field: String) -> String {
    let special: [UInt8] = [0x2C, 0x22, 0x0D, 0x0A]
    let hasOuterSpace = field.utf8.first == 0x20 || field.utf8.last == 0x20
    let hasMark = field.utf8.starts(with: [0xEF, 0xBB, 0xBF])
    guard hasOuterSpace || hasMark || field.utf8.contains(where: special.contains) else { return field }
    var result = "\""
    // Scalars, because a quote with a combining mark is one character and CR LF another.
    for scalar in field.unicodeScalars {
      if scalar == "\"" { result += "\"" }
      result.unicodeScalars.append(scalar)
    }
    return result + "\""
  }

  /// Returns a field for use in a message, on one line and with at most 40 of its characters.
  static func shown(_ field: String) -> String {
    let limit = 40
    return field.count > limit ? String(field.prefix(limit)).onOneLine + "…" : field.onOneLine
  }

  /// Returns a row with its line end. A row of one empty field is quoted, since it would be a blank line.
  package static func row(_ fields: [String]) -> String {
    if fields == [""] { return "\"\"\n" }
    return fields.map(quoted).joined(separator: ",") + "\n"
  }

  /// Returns the text of a file: the header, and a row for each record.
  static func file<Record>(_ columns: [CSVColumn<Record>], of records: some Sequence<Record>) -> String {
    records.reduce(into: row(columns.map(\.name))) { text, record in
      text += row(columns.map { $0.write(record) })
    }
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
