/// A bucket of a cell's histogram. One row of `latency.csv`.
package struct LatencyBucket: Sendable {
  var runID: String
  var shard: Int?
  var cell: CellDescription
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
    let cell = CellDescription.columns.map { $0.lifted(to: \LatencyBucket.cell) }
    return [place, cell, bucket].flatMap { $0 }
  }()

  package static let blank = LatencyBucket(runID: "", cell: .blank, upperNanoseconds: 0, count: 0)

  /// Reads a file for its histograms alone: it needs the columns of a cell, `upper_ns` and `count`.
  static func read(_ path: String) throws(FileError) -> [LatencyBucket] {
    let table = try CSVTable(contentsOf: path)
    let reader = try CSVReader<LatencyBucket>(
      table, file: path, required: CellDescription.columnNames + ["upper_ns", "count"])
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
  package var runID: String
  package var cell: CellDescription

  package init(runID: String, cell: CellDescription) {
    self.runID = runID
    self.cell = cell
  }
}

/// The contents of a `latency.csv`: the durations of the jobs of each cell.
package struct LatencyFile: Sendable {
  /// A histogram for each cell of each run, the sum of all shards, pairs and passes.
  package var histograms: [RunCell: LatencyHistogram] = [:]

  /// Reads a file as `CSVReader` does, also one that holds less than its header because its writer was killed
  /// at the start. Unlike a cut-off sample, a missing bucket would make every percentile wrong, so a last row
  /// without its end is an error.
  ///
  /// - Throws: `FileError` with the file and the line.
  package init(contentsOf path: String) throws(FileError) {
    try self.init(
      table: CSVTable(contentsOf: path, header: LatencyBucket.columnNames), file: path)
  }

  /// Reads the same from a table that was read from `file`.
  init(table: CSVTable, file: String) throws(FileError) {
    let reader = try CSVReader<LatencyBucket>(table, file: file)
    if let line = table.droppedLine {
      throw FileError(
        file: file, line: line,
        message:
          "The last row is cut off, and percentiles without it would be wrong. Copy the file again, or measure again."
      )
    }
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
  }
}
