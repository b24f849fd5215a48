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

extension CSVValue {
  init(csv text: String) throws(CSVMistake) { try self.init(csv: text, from: 0) }
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
extension SamplePhase: CSVValue {}
extension SampleStatus: CSVValue {}

// MARK: - Rows

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
