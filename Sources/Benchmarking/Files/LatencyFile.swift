/// A bucket of a cell's histogram. One row of `latency.csv`.
package struct LatencyBucket: Sendable {
  var runID: String
  var shard: Int?
  var cell: CellID
  var pair: Int?
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
      .init("pair", \.pair), .init("upper_ns", \.upperNanoseconds), .init("count", \.count),
    ]
    let cell = CellID.columns.map { $0.lifted(to: \LatencyBucket.cell) }
    return [place, cell, bucket].flatMap { $0 }
  }()

  package static let blank = LatencyBucket(runID: "", cell: .blank, upperNanoseconds: 0, count: 0)

  /// Reads a file for its histograms alone: it needs the columns of a cell, `upper_ns` and `count`.
  static func read(_ path: String) throws(FileError) -> [LatencyBucket] {
    let table = try CSVTable(contentsOf: path)
    let reader = try CSVReader<LatencyBucket>(
      table, file: path, required: CellID.columnNames + ["upper_ns", "count"])
    return try table.records.map { row throws(FileError) in try reader.record(row) }
  }
}

extension LatencyRecord {
  /// A row for each bucket that is not empty, in ascending order.
  var rows: [LatencyBucket] {
    histogram.buckets.map {
      LatencyBucket(
        runID: runID, shard: shard, cell: cell, pair: pair, upperNanoseconds: $0.upperNanoseconds,
        count: $0.count)
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

  package init(runID: String, cell: CellID) {
    self.runID = runID
    self.cell = cell
  }
}

/// The contents of a `latency.csv`: the durations of the jobs of each cell.
package struct LatencyFile: Sendable {
  /// A histogram for each cell of each run, the sum of all shards and pairs.
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
