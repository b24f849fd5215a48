import Measurement

/// What a `samples.csv` holds.
public struct SampleFile: Sendable {
  /// In the file's order.
  public var samples: [SampleRecord]
  /// The line on which each of them begins, from 1.
  public var lines: [Int]
  /// What was wrong without being fatal.
  public var warnings: [Warning]

  /// Reads a file that this program, or a newer one with the same major schema, wrote.
  ///
  /// Columns may stand in any order, and unknown ones are passed over. A repeated header is passed over too, so
  /// that files can be merged by writing one after the other. A last row that was cut off is dropped with a
  /// warning.
  ///
  /// - Throws: `FileError` with the file and the line for everything else.
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
    let missing = SampleColumns.required.filter { columns[$0] == nil }
    guard missing.isEmpty else {
      throw FileError(
        file: file, line: 1, message: "Lacks the columns \(missing.joined(separator: ", ")).")
    }
    samples = []
    lines = []
    for row in table.rows where row.fields != table.header {
      samples.append(try SampleRow(file: file, row: row, columns: columns).sample())
      lines.append(row.line)
    }
    warnings =
      table.droppedLine.map { line in
        [
          Warning(
            cause: "\(file):\(line): The last row is cut off and was dropped.",
            nextStep: "Nothing needs to be done: the run was stopped while it wrote.")
        ]
      } ?? []
  }
}

extension SampleFile {
  /// What a run that goes on from here need not do again: units with a sample that counts.
  public var completedUnits: Set<WorkUnit> {
    Set(
      samples.lazy
        .filter { $0.phase == .measure && $0.status == .ok && $0.arm == .base }
        .map { WorkUnit(cell: $0.cell, round: $0.round, pass: $0.pass) })
  }

  /// What a run that goes on from here keeps to. O(n).
  public var earlierCells: [CellDescription: EarlierCell] {
    var cells: [CellDescription: EarlierCell] = [:]
    for (index, sample) in samples.enumerated() where sample.pass == .time && sample.arm == .base {
      var cell =
        cells[sample.cell] ?? EarlierCell(iterations: sample.iterations, batchNanoseconds: 0)
      if sample.status == .ok {
        cell.batchNanoseconds = Double(sample.wallNanoseconds ?? 0)
        cell.checksum = cell.checksum ?? sample.checksum
        if sample.phase == .measure { cell.sampleCount += 1 }
      } else {
        cell.failure =
          "A batch of an earlier part of the run cannot be trusted: line \(lines[index]) is \(sample.status.rawValue)."
      }
      cells[sample.cell] = cell
    }
    return cells
  }

  /// The number that the next sample gets; 0 for an empty file.
  public var nextSequence: Int {
    (samples.lazy.map(\.sequence).max() ?? -1) + 1
  }
}

/// One row, and where its columns are.
private struct SampleRow {
  let file: String
  let row: CSVTable.Row
  let columns: [String: Int]

  func sample() throws(FileError) -> SampleRecord {
    let schema: Int = try required("schema")
    guard schema <= SampleRecord.schema else {
      throw error(
        "schema", "\(schema) is newer than \(SampleRecord.schema), the newest that this program reads")
    }
    return SampleRecord(
      runID: text("run_id"), shard: try optional("shard"), sequence: try required("seq"), utc: text("utc"),
      pass: try choice("pass"), arm: try choice("arm"), revision: filled("revision"),
      buildID: filled("build_id"), cell: try cell(), pair: try optional("pair"), pid: try required("pid"),
      round: try required("round"), order: try required("order"), phase: try choice("phase"),
      iterations: try required("iterations"), wallNanoseconds: try optional("wall_ns"),
      cpuNanoseconds: try optional("cpu_ns"), queueWaitNanoseconds: try optional("queue_wait_ns"),
      allocCount: try optional("alloc_count"), allocBytes: try optional("alloc_bytes"),
      peakResidentBytes: try optional("peak_rss_bytes"),
      instructionCount: try optional("instruction_count"),
      involuntaryContextSwitches: try optional("ctx_switch_invol"), stealTicks: try optional("steal_ticks"),
      checksum: try required("checksum"), status: try choice("status"))
  }

  private func cell() throws(FileError) -> CellDescription {
    CellDescription(
      subject: text("subject"), workload: text("workload"), nodeCount: try required("node_count"),
      depth: try required("depth"), seed: try required("seed"), params: text("params"),
      threads: try required("threads"), pool: text("pool"))
  }

  private func text(_ column: String) -> String {
    columns[column].map { row.fields[$0] } ?? ""
  }

  private func filled(_ column: String) -> String? {
    let text = text(column)
    return text.isEmpty ? nil : text
  }

  private func optional<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value? {
    guard let text = filled(column) else { return nil }
    guard let value = Value(text) else { throw error(column, "Expected a number, found \"\(text)\"") }
    return value
  }

  private func required<Value: LosslessStringConvertible>(_ column: String) throws(FileError) -> Value {
    guard let value: Value = try optional(column) else {
      throw error(column, "Expected a number, found nothing")
    }
    return value
  }

  private func choice<Value: RawRepresentable & CaseIterable>(
    _ column: String
  ) throws(FileError) -> Value where Value.RawValue == String {
    let text = text(column)
    guard let value = Value(rawValue: text) else {
      let known = Value.allCases.map(\.rawValue).joined(separator: ", ")
      throw error(column, "Expected one of \(known), found \"\(text)\"")
    }
    return value
  }

  private func error(_ column: String, _ message: String) -> FileError {
    FileError(file: file, line: row.line, message: "\(column): \(message).")
  }
}
