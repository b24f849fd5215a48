import StrictJSON

extension SampleRecord: CSVCodable {
  package static let columns: [CSVColumn<SampleRecord>] = {
    let cell = CellID.columns.map { $0.lifted(to: \SampleRecord.cell) }
    let head: [CSVColumn<SampleRecord>] = [
      .schema(SampleRecord.schema), .init("run_id", \.runID), .init("shard", \.shard, from: 1),
      .init("seq", \.sequence), .init("utc", \.utc), .init("pass", \.pass), .init("arm", \.arm),
      .init("revision", \.revision), cell[0], .init("build_id", \.buildID),
    ]
    let tail: [CSVColumn<SampleRecord>] = [
      .init("pair", \.pair), .init("pid", \.pid), .init("round", \.round), .init("order", \.order),
      .init("phase", \.phase), .init("iterations", \.iterations, from: 1),
      .init("wall_ns", \.wallNanoseconds), .init("cpu_ns", \.cpuNanoseconds),
      .init("queue_wait_ns", \.queueWaitNanoseconds), .init("alloc_count", \.allocCount),
      .init("alloc_bytes", \.allocBytes), .init("peak_rss_bytes", \.peakResidentBytes),
      .init("ctx_switch_invol", \.involuntaryContextSwitches),
      .init("steal_ticks", \.stealTicks), .init("checksum", \.checksum), .init("status", \.status),
      .init("busy_ns", \.busyNanoseconds), .init("page_fault_count", \.pageFaults),
      .init("ctx_switch_vol", \.voluntaryContextSwitches), .init("byte_count", \.byteCount),
    ]
    return head + Array(cell.dropFirst()) + tail
  }()

  package static let blank = SampleRecord(
    runID: "", sequence: 0, utc: "", cell: .blank, pid: 0, round: 0, order: 0, phase: .measure, iterations: 1,
    checksum: 0)
}

/// Writes `samples.csv`, a row at a time.
package typealias SampleWriter = CSVWriter<SampleRecord>

/// The contents of a `samples.csv`.
package struct SampleFile: Sendable {
  /// The samples in the file's order.
  package var samples: [SampleRecord]
  /// The line on which each sample begins, from 1.
  var lines: [Int]
  /// The problems that were not fatal.
  package var warnings: [Warning]

  /// Reads a table as `CSVReader` does. A warning says that a cut-off last row was dropped.
  ///
  /// - Parameter file: the table's file, for errors.
  /// - Throws: `FileError` with the file and the line for everything else, and for a duplicate sample.
  init(table: CSVTable, file: String) throws(FileError) {
    let reader = try CSVReader<SampleRecord>(
      table, file: file, required: SampleRecord.requiredColumns + Self.figures)
    samples = []
    lines = []
    var places = SamplePlaces()
    for row in table.records {
      let sample = try reader.record(row)
      // NaN cannot be compared, so only a batch that is not trusted may have it as its checksum.
      guard !sample.checksum.isNaN || sample.status != .ok else {
        throw reader.error(row, "checksum", CSVMistake(notANumber: "nan").message)
      }
      try places.insert(sample, file: file, line: row.line)
      samples.append(sample)
      lines.append(row.line)
    }
    warnings = [table.droppedLine].compactMap(\.self).map { line in
      Warning(
        cause: "\(file):\(line): The last row is cut off and was dropped.",
        nextStep: "Nothing needs to be done: the run was stopped while it wrote.")
    }
  }
}

extension SampleFile {
  /// The columns of figures that every version has written. If one were missing, the run would look as if
  /// nothing had been measured.
  private static let figures = ["wall_ns", "cpu_ns", "alloc_count", "alloc_bytes"]

  /// The arm whose samples belong to the revision in `run.json`: in a comparison, the candidate's arm. O(n).
  package var arm: ComparisonArm { samples.contains { $0.arm == .cand } ? .cand : .base }

  /// The units with a sample that counts.
  var completedUnits: Set<RunPlan.Unit> {
    Set(
      samples.lazy.filter { $0.counts && $0.arm == .base }
        .map { RunPlan.Unit(cell: $0.cell, round: $0.round, pass: $0.pass) })
  }

  /// The state of cells that a resumed run keeps. O(n).
  var earlierCells: [CellID: EarlierCell] {
    var cells: [CellID: EarlierCell] = [:]
    for (index, sample) in samples.enumerated() where sample.pass == .time && sample.arm == .base {
      var cell = cells[sample.cell] ?? EarlierCell(iterations: sample.iterations, batchNanoseconds: 0)
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
  var nextSequence: Int { (samples.lazy.map(\.sequence).max() ?? -1) + 1 }
}

/// The places of samples in files, for finding duplicates: a copy would count as another measurement.
struct SamplePlaces {
  private struct Unit: Hashable {
    var runID: String?
    var work: RunPlan.Unit
    var arm: ComparisonArm
    var pair: Int?
  }

  /// True if samples of different runs are never duplicates.
  private let tellsRunsApart: Bool
  private var places: [Unit: (file: String, line: Int)] = [:]

  init(tellsRunsApart: Bool = true) {
    self.tellsRunsApart = tellsRunsApart
  }

  /// Records the place of a sample. Samples that do not count may be taken again.
  ///
  /// - Throws: `FileError` with both places of a duplicate.
  mutating func insert(_ sample: SampleRecord, file: String, line: Int) throws(FileError) {
    guard sample.counts else { return }
    let work = RunPlan.Unit(cell: sample.cell, round: sample.round, pass: sample.pass)
    let unit = Unit(
      runID: tellsRunsApart ? sample.runID : nil, work: work, arm: sample.arm, pair: sample.pair)
    guard let first = places.updateValue((file, line), forKey: unit) else { return }
    throw FileError(
      file: file, line: line,
      message:
        "has \(sample.cell.description.onOneLine), round \(sample.round), a second time; "
        + "the first is \(first.file):\(first.line)")
  }
}
