/// The rows of a table with their fields by name, for readers that take columns in any order and pass over those they do not know.
public struct NamedRows: Sendable {
  public let file: String
  private let table: CSVTable
  private let columns: [String: Int]

  /// - Parameters:
  ///   - file: what errors call the file.
  ///   - required: columns that must be there.
  /// - Throws: `FileError` for two columns of one name, and for missing columns, all of which it names.
  public init(_ table: CSVTable, file: String, required: [String]) throws(FileError) {
    var columns: [String: Int] = [:]
    for (index, name) in table.header.enumerated() {
      guard columns.updateValue(index, forKey: name) == nil else {
        throw FileError(file: file, line: 1, message: "Has two columns named \"\(name)\".")
      }
    }
    let missing = required.filter { columns[$0] == nil }
    guard missing.isEmpty else {
      throw FileError(
        file: file, line: 1,
        message: "Lacks the column\(missing.count == 1 ? "" : "s") \(missing.joined(separator: ", ")).")
    }
    self.file = file
    self.table = table
    self.columns = columns
  }

  /// In the file's order, without headers that are repeated where files were written one after the other.
  public var rows: [NamedRow] {
    table.rows.filter { $0.fields != table.header }.map { NamedRow(file: file, row: $0, columns: columns) }
  }

  /// The line of a last row that was cut off; nil where the file is whole.
  public var droppedLine: Int? { table.droppedLine }
}

/// One row of a table.
public struct NamedRow: Sendable {
  public let file: String
  private let row: CSVTable.Row
  private let columns: [String: Int]

  init(file: String, row: CSVTable.Row, columns: [String: Int]) {
    self.file = file
    self.row = row
    self.columns = columns
  }

  /// All fields in the file's order.
  public var fields: [String] { row.fields }

  /// Where the row begins, from 1.
  public var line: Int { row.line }

  /// The field; empty where there is no such column too.
  public func text(_ column: String) -> String {
    columns[column].map { row.fields[$0] } ?? ""
  }

  /// The number, or nil for an empty field.
  public func optional<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value? {
    let text = text(column)
    guard !text.isEmpty else { return nil }
    guard let value = Value(text) else { throw error(column, "Expected a number, found \"\(text)\"") }
    return value
  }

  /// The number.
  public func required<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value {
    guard let value: Value = try optional(column) else {
      throw error(column, "Expected a number, found nothing")
    }
    return value
  }

  /// The case that the field names, or nil for an empty field.
  public func choice<Value: RawRepresentable & CaseIterable>(
    _ column: String
  ) throws(FileError) -> Value? where Value.RawValue == String {
    let text = text(column)
    guard !text.isEmpty else { return nil }
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(column, "Expected one of \(known), found \"\(text)\"")
    }
    return value
  }

  /// An error that says where.
  public func error(_ column: String, _ message: String) -> FileError {
    FileError(file: file, line: row.line, message: "\(column): \(message).")
  }
}
