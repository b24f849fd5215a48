/// The columns of `latency.csv`.
package enum LatencyColumns {
  /// The names in order. New ones are added only at the end.
  package static let names = [
    "schema", "run_id", "shard", "subject", "workload", "node_count", "depth", "seed", "params", "threads",
    "pool", "pair", "upper_ns", "count",
  ]

  /// The names that every row must have.
  static let required = names.filter { $0 != "shard" && $0 != "pair" }

  /// Returns a row for each bucket that is not empty, in ascending order.
  package static func rows(of record: LatencyRecord) -> [[String]] {
    let cell = record.cell
    let place = [
      String(SampleRecord.schema), record.runID, CSVText.number(record.shard), cell.subject, cell.workload,
      String(cell.nodeCount), String(cell.depth), String(cell.seed), cell.params, String(cell.threads),
      cell.pool, CSVText.number(record.pair),
    ]
    return record.histogram.buckets.map { place + [String($0.upperNanoseconds), String($0.count)] }
  }
}

/// Writes `latency.csv`, the pass of one cell at a time.
package final class LatencyWriter {
  private let writer: CSVWriter

  /// Creates the file; it must not exist.
  package init(creating path: String) throws(FileError) {
    writer = try CSVWriter(creating: path, columns: LatencyColumns.names)
  }

  /// Continues the file of an interrupted run.
  package init(appendingTo path: String) throws(FileError) {
    writer = try CSVWriter(appendingTo: path, columns: LatencyColumns.names)
  }

  /// Appends the rows, which are in the file when this returns. If it throws, some of them may be.
  package func append(_ record: LatencyRecord) throws(FileError) {
    try writer.append(rows: LatencyColumns.rows(of: record))
  }
}
