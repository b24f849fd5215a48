import Measurement

/// A cell of one run.
public struct RunCell: Hashable, Sendable {
  public var runID: String
  public var cell: CellDescription

  public init(runID: String, cell: CellDescription) {
    self.runID = runID
    self.cell = cell
  }
}

/// What a `latency.csv` holds: how long the jobs of each cell took.
public struct LatencyFile: Sendable {
  /// A histogram for each cell of each run, all shards, pairs and passes added up.
  public var histograms: [RunCell: LatencyHistogram]
  /// The cells in the order in which they first appear.
  public var cells: [RunCell]

  /// Reads a file that this program, or a newer one with the same major schema, wrote.
  ///
  /// Columns may stand in any order, and unknown ones are passed over. A repeated header is passed over too, so that
  /// files can be merged by writing one after the other. Unlike a sample that is cut off, a bucket that is missing
  /// would make every percentile wrong, so a last row without its end is an error.
  ///
  /// - Throws: `FileError` with the file and the line.
  public init(contentsOf path: String) throws(FileError) {
    try self.init(table: CSVTable(contentsOf: path), file: path)
  }

  /// The same of a table that was read from `file`.
  public init(table: CSVTable, file: String) throws(FileError) {
    var columns: [String: Int] = [:]
    for (index, name) in table.header.enumerated() {
      guard columns.updateValue(index, forKey: name) == nil else {
        throw FileError(file: file, line: 1, message: "Has two columns named \"\(name)\".")
      }
    }
    let missing = LatencyColumns.required.filter { columns[$0] == nil }
    guard missing.isEmpty else {
      throw FileError(
        file: file, line: 1,
        message: "Is no file of latencies: it lacks the columns \(missing.joined(separator: ", ")).")
    }
    if let line = table.droppedLine {
      throw FileError(
        file: file, line: line,
        message:
          "The last row is cut off, and percentiles without it would be wrong. Copy the file again, or measure again."
      )
    }
    histograms = [:]
    cells = []
    for row in table.rows where row.fields != table.header {
      let bucket = try LatencyRow(file: file, row: row, columns: columns).bucket()
      if histograms[bucket.key] == nil { cells.append(bucket.key) }
      histograms[bucket.key, default: LatencyHistogram()]
        .record(bucket.upperNanoseconds, count: bucket.count)
    }
  }

  /// Adds what another file holds, as one of another shard of the run.
  public mutating func add(_ other: LatencyFile) {
    for key in other.cells {
      if histograms[key] == nil { cells.append(key) }
      if let histogram = other.histograms[key] { histograms[key, default: LatencyHistogram()].add(histogram) }
    }
  }
}

/// One row, and where its columns are.
private struct LatencyRow {
  let file: String
  let row: CSVTable.Row
  let columns: [String: Int]

  func bucket() throws(FileError) -> (key: RunCell, upperNanoseconds: UInt64, count: UInt64) {
    let schema: Int = try number("schema")
    guard schema <= SampleRecord.schema else {
      throw error(
        "schema", "\(schema) is newer than \(SampleRecord.schema), the newest that this program reads")
    }
    let cell = CellDescription(
      subject: text("subject"), workload: text("workload"), nodeCount: try number("node_count"),
      depth: try number("depth"), seed: try number("seed"), params: text("params"),
      threads: try number("threads"), pool: text("pool"))
    let upper: UInt64 = try number("upper_ns")
    guard LatencyHistogram.isUpperBound(upper) else {
      throw error("upper_ns", "\(upper) is the upper bound of no bucket")
    }
    let count: UInt64 = try number("count")
    // Sums of many rows are not to overflow, and no pass runs as many jobs.
    guard (1...(1 << 48)).contains(count) else {
      throw error("count", "Expected a number from 1 to 2^48, found \(count)")
    }
    return (RunCell(runID: text("run_id"), cell: cell), upper, count)
  }

  private func text(_ column: String) -> String {
    columns[column].map { row.fields[$0] } ?? ""
  }

  private func number<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value {
    let text = text(column)
    guard let value = Value(text) else {
      throw error(column, "Expected a number, found \(text.isEmpty ? "nothing" : "\"\(text)\"")")
    }
    return value
  }

  private func error(_ column: String, _ message: String) -> FileError {
    FileError(file: file, line: row.line, message: "\(column): \(message).")
  }
}
