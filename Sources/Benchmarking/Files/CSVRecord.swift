/// Where the columns of a file are, by their names.
struct CSVColumns {
  fileprivate let file: String
  fileprivate let indices: [String: Int]

  /// - Throws: `FileError` for two columns of one name, and where a required one is missing.
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

/// A row whose fields are asked for by their columns' names. A column that the file lacks is one of empty fields.
struct CSVRecord {
  fileprivate let columns: CSVColumns
  fileprivate let row: CSVTable.Row

  func text(_ column: String) -> String {
    columns.indices[column].map { row.fields[$0] } ?? ""
  }

  /// The text, or nil where there is none.
  func filled(_ column: String) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  /// The number, or nil where the field is empty.
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

  /// The whole number, or nil where the field is empty.
  ///
  /// - Parameter least: the smallest that makes sense, default 0. The largest leaves room to count on.
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

  /// The cell that `subject` to `pool` describe.
  func cell() throws(FileError) -> CellDescription {
    CellDescription(
      subject: text("subject"), workload: text("workload"), nodeCount: try count("node_count"),
      depth: try count("depth"), seed: try required("seed"), params: text("params"),
      threads: try count("threads", from: 1), pool: text("pool"))
  }

  /// Refuses a row whose `schema` is newer than `newest`, or none.
  func checkSchema(upTo newest: Int) throws(FileError) {
    let schema = try count("schema", from: 1)
    guard schema <= newest else {
      throw error("schema", "\(schema) is newer than \(newest), the newest that this program reads")
    }
  }

  /// An error at the row's line. `message` is a sentence without its end.
  func error(_ column: String, _ message: String) -> FileError {
    FileError(file: columns.file, line: row.line, message: "\(column): \(message).")
  }
}
