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
      .init("instruction_count", \.instructionCount),
      .init("ctx_switch_invol", \.involuntaryContextSwitches),
      .init("steal_ticks", \.stealTicks), .init("checksum", \.checksum), .init("status", \.status),
      .init("busy_ns", \.busyNanoseconds), .init("cycle_count", \.cycleCount),
      .init("branch_miss_count", \.branchMissCount), .init("cache_miss_count", \.cacheMissCount),
      .init("page_fault_count", \.pageFaults), .init("ctx_switch_vol", \.voluntaryContextSwitches),
      .init("byte_count", \.byteCount),
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
  /// The line on which each of them begins, from 1.
  var lines: [Int]
  /// The problems that were not fatal.
  package var warnings: [Warning]

  /// Reads a table as `CSVReader` does. A cut-off last row was dropped, of which there is a warning.
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
      // NaN cannot be compared, so only a batch that is not trusted may have it.
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
  /// The columns of figures that every version has written. Without one, a run would look as if nothing had been
  /// measured.
  private static let figures = ["wall_ns", "cpu_ns", "alloc_count", "alloc_bytes"]

  /// The arm whose samples belong to the revision in `run.json`: the candidate's in a comparison. O(n).
  package var arm: ComparisonArm { samples.contains { $0.arm == .cand } ? .cand : .base }

  /// The number of jobs whose latencies were recorded, for each cell of each run whose latencies were measured.
  /// Of a cell that was measured again, the last. O(n).
  var latencyCounts: [RunCell: UInt64] {
    samples.reduce(into: [:]) { counts, sample in
      guard sample.pass == .latency, sample.counts else { return }
      counts[RunCell(runID: sample.runID, cell: sample.cell)] = UInt64(sample.iterations)
    }
  }

  /// The units with a sample that counts.
  var completedUnits: Set<WorkUnit> {
    Set(
      samples.lazy.filter { $0.counts && $0.arm == .base }
        .map { WorkUnit(cell: $0.cell, round: $0.round, pass: $0.pass) })
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
  package var nextSequence: Int { (samples.lazy.map(\.sequence).max() ?? -1) + 1 }
}

/// The places of samples in files, for finding duplicates: a copy would count as another measurement.
struct SamplePlaces {
  private struct Unit: Hashable {
    var runID: String?
    var work: WorkUnit
    var arm: ComparisonArm
    var pair: Int?
  }

  /// True if samples of different runs are never duplicates.
  private let tellsRunsApart: Bool
  private var places: [Unit: (sample: SampleRecord, file: String, line: Int)] = [:]
  /// Those of samples that do not count, each of which has a number of its own all the same.
  private var otherPlaces: [SampleRecord: (file: String, line: Int)] = [:]

  init(tellsRunsApart: Bool = true) {
    self.tellsRunsApart = tellsRunsApart
  }

  /// Records the place of a sample. Samples that do not count may be taken again, and so may a later pass over
  /// the latencies of a cell of the same run, which replaces one whose rows were lost.
  ///
  /// - Throws: `FileError` with both places of a duplicate.
  mutating func insert(_ sample: SampleRecord, file: String, line: Int) throws(FileError) {
    guard sample.counts else {
      guard tellsRunsApart, let first = otherPlaces.updateValue((file, line), forKey: sample) else { return }
      throw FileError(
        file: file, line: line,
        message: "Has sample \(sample.sequence) a second time; the first is \(first.file):\(first.line).")
    }
    let work = WorkUnit(cell: sample.cell, round: sample.round, pass: sample.pass)
    let unit = Unit(
      runID: tellsRunsApart ? sample.runID : nil, work: work, arm: sample.arm, pair: sample.pair)
    guard let first = places.updateValue((sample, file, line), forKey: unit) else { return }
    let isRepeated = sample.pass == .latency && sample.sequence > first.sample.sequence
    if isRepeated && sample.runID == first.sample.runID && sample.shard == first.sample.shard { return }
    throw FileError(
      file: file, line: line,
      message:
        "Has \(sample.cell.description.onOneLine), round \(sample.round), a second time; "
        + "the first is \(first.file):\(first.line).")
  }
}

// MARK: - Latencies

/// A bucket of a cell's histogram. One row of `latency.csv`.
package struct LatencyBucket: Sendable {
  var runID: String
  var shard: Int?
  var cell: CellID
  /// The longest latency that the bucket counts.
  var upperNanoseconds: UInt64
  /// The number of jobs.
  var count: UInt64
}

extension LatencyBucket: CSVCodable {
  package static let columns: [CSVColumn<LatencyBucket>] = {
    let place: [CSVColumn<LatencyBucket>] = [
      .schema(SampleRecord.schema), .init("run_id", \.runID), .init("shard", \.shard, from: 1),
    ]
    let bucket: [CSVColumn<LatencyBucket>] = [
      .init("upper_ns", \.upperNanoseconds), .init("count", \.count),
    ]
    let cell = CellID.columns.map { $0.lifted(to: \LatencyBucket.cell) }
    return [place, cell, bucket].flatMap { $0 }
  }()

  package static let blank = LatencyBucket(runID: "", cell: .blank, upperNanoseconds: 0, count: 0)
}

/// The latencies of a cell from one pass over it.
package struct LatencyRecord: Equatable, Sendable {
  package var runID: String
  /// The part of a run that was spread over machines, from 1; nil = the run was not spread.
  var shard: Int?
  package var cell: CellID
  package var histogram: LatencyHistogram

  /// A row for each bucket that is not empty, in ascending order.
  var rows: [LatencyBucket] {
    histogram.buckets.map {
      LatencyBucket(
        runID: runID, shard: shard, cell: cell, upperNanoseconds: $0.upperNanoseconds, count: $0.count)
    }
  }
}

/// Writes `latency.csv`, the pass of one cell at a time.
package typealias LatencyWriter = CSVWriter<LatencyBucket>

extension CSVWriter<LatencyBucket> {
  /// Appends the rows, which are in the file when this returns. If it throws, some of them may be.
  package func append(_ record: LatencyRecord) throws(FileError) {
    try append(contentsOf: record.rows)
  }
}

/// A cell of one run.
package struct RunCell: Hashable, Sendable {
  var runID: String
  var cell: CellID
}

/// The contents of a `latency.csv`: the durations of the jobs of each cell.
package struct LatencyFile: Sendable {
  /// A histogram for each cell of each run, the sum of all shards.
  package private(set) var histograms: [RunCell: LatencyHistogram] = [:]
  /// The cells of which rows were cut off or lost. They have no histogram: every percentile would be wrong.
  private(set) var damagedCells: Set<RunCell> = []
  /// A warning about damaged cells; empty without any.
  package private(set) var warnings: [Warning] = []

  /// A file without rows.
  package init() {}

  /// Reads a table as `CSVReader` does, and keeps the histograms that are whole.
  ///
  /// A cell's rows are in the file before its sample, which counts their jobs. With another count, rows were cut
  /// off or lost. Without a sample the program was ended between the two, and the cell is still to be measured.
  ///
  /// - Parameters:
  ///   - file: the table's file, for errors.
  ///   - samples: the samples of the same runs.
  /// - Throws: `FileError` with the file and the line.
  init(table: CSVTable, file: String, of samples: SampleFile) throws(FileError) {
    let counts = samples.latencyCounts
    histograms = try Self.histograms(in: table, file: file).filter { counts[$0.key] == $0.value.count }
    damagedCells = Set(counts.keys).subtracting(histograms.keys)
    guard !damagedCells.isEmpty else { return }
    warnings = [
      Warning(
        cause: "\(file): \(damageText) They are left out.",
        nextStep: "Restore the file, or measure again; run --resume measures them if the run is unfinished.")
    ]
  }

  /// A sentence about the damaged cells.
  var damageText: String {
    damagedCells.count == 1
      ? "The latencies of a cell are not whole."
      : "The latencies of \(damagedCells.count) cells are not whole."
  }

  /// Returns the sums of a table's rows, whole or not.
  static func histograms(in table: CSVTable, file: String) throws(FileError) -> [RunCell: LatencyHistogram] {
    let reader = try CSVReader<LatencyBucket>(table, file: file)
    var histograms: [RunCell: LatencyHistogram] = [:]
    for row in table.records {
      let bucket = try reader.record(row)
      guard LatencyHistogram.isUpperBound(bucket.upperNanoseconds) else {
        throw reader.error(row, "upper_ns", "\(bucket.upperNanoseconds) is the upper bound of no bucket")
      }
      // Sums of many rows must not overflow, and no pass runs as many jobs.
      guard (1...(1 << 48)).contains(bucket.count) else {
        throw reader.error(row, "count", "Expected a number from 1 to 2^48, found \(bucket.count)")
      }
      histograms[RunCell(runID: bucket.runID, cell: bucket.cell), default: LatencyHistogram()]
        .record(bucket.upperNanoseconds, count: bucket.count)
    }
    return histograms
  }
}
