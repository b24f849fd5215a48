/// The contents of a `samples.csv`.
package struct SampleFile: Sendable {
  /// The samples in the file's order.
  package var samples: [SampleRecord]
  /// The line on which each of them begins, from 1.
  package var lines: [Int]
  /// The problems that were not fatal.
  package var warnings: [Warning]

  /// Reads a file from this program, or from a newer one with the same major schema.
  ///
  /// Columns may be in any order, and unknown ones are ignored. Repeated headers are skipped too, so files
  /// can be merged by concatenation. A cut-off last row is dropped with a warning.
  ///
  /// - Throws: `FileError` with the file and the line for everything else, and for a duplicate sample.
  package init(contentsOf path: String) throws(FileError) {
    try self.init(table: CSVTable(contentsOf: path), file: path)
  }

  /// Reads the same from a table that was read from `file`.
  package init(table: CSVTable, file: String) throws(FileError) {
    let columns = try CSVColumns(of: table, file: file, required: SampleColumns.required)
    samples = []
    lines = []
    var places = SamplePlaces()
    for row in table.rows where row.fields != table.header {
      let sample = try columns.record(row).sample()
      try places.insert(sample, file: file, line: row.line)
      samples.append(sample)
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
  /// The arm whose samples belong to the revision in `run.json`: the candidate's in a comparison. O(n).
  package var arm: ComparisonArm { samples.contains { $0.arm == .cand } ? .cand : .base }

  /// The units that a resumed run skips: those with a sample that counts.
  package var completedUnits: Set<WorkUnit> {
    Set(
      samples.lazy
        .filter { $0.phase == .measure && $0.status == .ok && $0.arm == .base }
        .map { WorkUnit(cell: $0.cell, round: $0.round, pass: $0.pass) })
  }

  /// The state of cells that a resumed run keeps. O(n).
  package var earlierCells: [CellDescription: EarlierCell] {
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

  /// The number of the next sample; 0 for an empty file.
  package var nextSequence: Int {
    (samples.lazy.map(\.sequence).max() ?? -1) + 1
  }
}

extension CSVRecord {
  fileprivate func sample() throws(FileError) -> SampleRecord {
    try checkSchema(upTo: SampleRecord.schema)
    return SampleRecord(
      runID: text("run_id"), shard: try optionalCount("shard", from: 1), sequence: try count("seq"),
      utc: text("utc"),
      pass: try choice("pass"), arm: try choice("arm"), revision: filled("revision"),
      buildID: filled("build_id"), cell: try cell(), pair: try optionalCount("pair"), pid: try count("pid"),
      round: try count("round"), order: try count("order"), phase: try choice("phase"),
      iterations: try count("iterations", from: 1), wallNanoseconds: try optional("wall_ns"),
      cpuNanoseconds: try optional("cpu_ns"), queueWaitNanoseconds: try optional("queue_wait_ns"),
      allocCount: try optional("alloc_count"), allocBytes: try optional("alloc_bytes"),
      peakResidentBytes: try optional("peak_rss_bytes"),
      instructionCount: try optional("instruction_count"),
      involuntaryContextSwitches: try optional("ctx_switch_invol"), stealTicks: try optional("steal_ticks"),
      checksum: try checksum(), status: try choice("status"), busyNanoseconds: try optional("busy_ns"))
  }

  /// NaN cannot be compared, so only a batch that is not trusted may have it.
  private func checksum() throws(FileError) -> Double {
    let value: Double = try required("checksum")
    let status: SampleStatus = try choice("status")
    guard !value.isNaN || status != .ok else { throw error("checksum", "Expected a number, found \"nan\"") }
    return value
  }
}
