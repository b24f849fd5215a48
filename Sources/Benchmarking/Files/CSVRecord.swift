/// The positions of a file's columns, by name.
struct CSVColumns {
  fileprivate let file: String
  fileprivate let indices: [String: Int]

  /// - Throws: `FileError` if two columns have the same name or a required one is missing.
  init(of table: CSVTable, file: String, required: [String]) throws(FileError) {
    var indices: [String: Int] = [:]
    for (index, name) in table.header.enumerated() {
      guard indices.updateValue(index, forKey: name) == nil else {
        throw FileError(file: file, line: 1, message: "Has two columns named \"\(CSVText.shown(name))\".")
      }
    }
    let missing = required.filter { indices[$0] == nil }
    guard missing.isEmpty else {
      throw FileError(
        file: file, line: 1, message: "Lacks the columns \(missing.joined(separator: ", ")).")
    }
    self.file = file
    self.indices = indices
  }

  func record(_ row: CSVTable.Row) -> CSVRecord {
    CSVRecord(columns: self, row: row)
  }
}

/// A row whose fields are read by column name. A column that the file lacks reads as empty fields.
struct CSVRecord {
  fileprivate let columns: CSVColumns
  fileprivate let row: CSVTable.Row

  func text(_ column: String) -> String {
    columns.indices[column].map { row.fields[$0] } ?? ""
  }

  /// Returns the text, or nil if it is empty.
  func filled(_ column: String) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  /// Returns the number, or nil if the field is empty.
  func optional<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value? {
    guard let text = filled(column) else { return nil }
    guard let value = Value(text) else {
      throw error(column, "Expected a number, found \"\(CSVText.shown(text))\"")
    }
    return value
  }

  func required<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value {
    guard let value: Value = try optional(column) else {
      throw error(column, "Expected a number, found nothing")
    }
    return value
  }

  /// Returns the whole number, or nil if the field is empty.
  ///
  /// - Parameter least: the smallest valid number, default 0. The largest leaves room for counting on.
  func optionalCount(_ column: String, from least: Int = 0) throws(FileError) -> Int? {
    guard let value: Int = try optional(column) else { return nil }
    guard value >= least && value < .max else {
      throw error(column, "Expected a number from \(least) to \(Int.max - 1), found \(value)")
    }
    return value
  }

  func count(_ column: String, from least: Int = 0) throws(FileError) -> Int {
    guard let value = try optionalCount(column, from: least) else {
      throw error(column, "Expected a number, found nothing")
    }
    return value
  }

  func choice<Value: RawRepresentable & CaseIterable>(
    _ column: String
  ) throws(FileError) -> Value where Value.RawValue == String {
    let text = text(column)
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(column, "Expected one of \(known), found \"\(CSVText.shown(text))\"")
    }
    return value
  }

  /// Returns the cell that the columns `subject` to `pool` describe.
  func cell() throws(FileError) -> CellDescription {
    CellDescription(
      subject: text("subject"), workload: text("workload"), nodeCount: try count("node_count"),
      depth: try count("depth"), seed: try required("seed"), params: text("params"),
      threads: try count("threads", from: 1), pool: text("pool"))
  }

  /// Throws an error if the row's `schema` is missing or newer than `newest`.
  func checkSchema(upTo newest: Int) throws(FileError) {
    let schema = try count("schema", from: 1)
    guard schema <= newest else {
      throw error("schema", "\(schema) is newer than \(newest), the newest that this program reads")
    }
  }

  /// Returns an error at the row's line. `message` is a sentence without its full stop.
  func error(_ column: String, _ message: String) -> FileError {
    FileError(file: columns.file, line: row.line, message: "\(column): \(message).")
  }
}
