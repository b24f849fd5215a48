/// The columns of `latency.csv`.
package enum LatencyColumns {
  /// In their order. New ones are added at the end and nowhere else.
  package static let names = [
    "schema", "run_id", "shard", "subject", "workload", "node_count", "depth", "seed", "params", "threads",
    "pool", "pair", "upper_ns", "count",
  ]

  /// Those that no row can do without.
  static let required = names.filter { $0 != "shard" && $0 != "pair" }

  /// A row for each bucket that is not empty, in ascending order.
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

/// Writes `latency.csv`, a cell's pass at a time.
package final class LatencyWriter {
  private let writer: CSVWriter

  /// Creates the file; it must not exist.
  package init(creating path: String) throws(FileError) {
    writer = try CSVWriter(creating: path, columns: LatencyColumns.names)
  }

  /// Goes on with the file of a run that was cut short.
  package init(appendingTo path: String) throws(FileError) {
    writer = try CSVWriter(appendingTo: path, columns: LatencyColumns.names)
  }

  /// The rows are in the file when this returns, all of them or, where it throws, perhaps some.
  package func append(_ record: LatencyRecord) throws(FileError) {
    try writer.append(rows: LatencyColumns.rows(of: record))
  }
}
