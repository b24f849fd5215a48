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
  package var histograms: [RunCell: LatencyHistogram]
  /// The cells in the order in which they first appear.
  package var cells: [RunCell]

  /// Reads a file from this program, or from a newer one with the same major schema.
  ///
  /// Columns may be in any order, and unknown ones are ignored. Repeated headers are skipped too, so files
  /// can be merged by concatenation. Unlike a cut-off sample, a missing bucket would make every percentile
  /// wrong, so a last row without its end is an error.
  ///
  /// - Throws: `FileError` with the file and the line.
  package init(contentsOf path: String) throws(FileError) {
    try self.init(table: CSVTable(contentsOf: path), file: path)
  }

  /// Reads the same from a table that was read from `file`.
  package init(table: CSVTable, file: String) throws(FileError) {
    let columns = try CSVColumns(of: table, file: file, required: LatencyColumns.required)
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
      let bucket = try columns.record(row).bucket()
      if histograms[bucket.key] == nil { cells.append(bucket.key) }
      histograms[bucket.key, default: LatencyHistogram()]
        .record(bucket.upperNanoseconds, count: bucket.count)
    }
  }

  /// Adds the contents of another file, as another shard of the run.
  package mutating func add(_ other: LatencyFile) {
    for key in other.cells {
      if histograms[key] == nil { cells.append(key) }
      if let histogram = other.histograms[key] { histograms[key, default: LatencyHistogram()].add(histogram) }
    }
  }
}

extension CSVRecord {
  fileprivate func bucket() throws(FileError) -> (key: RunCell, upperNanoseconds: UInt64, count: UInt64) {
    try checkSchema(upTo: SampleRecord.schema)
    let cell = try cell()
    let upper: UInt64 = try required("upper_ns")
    guard LatencyHistogram.isUpperBound(upper) else {
      throw error("upper_ns", "\(upper) is the upper bound of no bucket")
    }
    let count: UInt64 = try required("count")
    // Sums of many rows must not overflow, and no pass runs as many jobs.
    guard (1...(1 << 48)).contains(count) else {
      throw error("count", "Expected a number from 1 to 2^48, found \(count)")
    }
    return (RunCell(runID: text("run_id"), cell: cell), upper, count)
  }
}
