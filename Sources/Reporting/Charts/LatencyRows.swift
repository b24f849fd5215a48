import Measurement

/// A bucket of a latency histogram: one row of `latency.csv`.
struct LatencyBucket: Hashable {
  var cell: CellDescription
  /// The longest latency that the bucket counts.
  var upperNanoseconds: UInt64
  var count: UInt64
}

extension LatencyBucket {
  /// Reads `latency.csv`: the columns of a cell, `upper_ns` and `count`, in any order, among others that are passed over.
  static func read(_ path: String) throws(FileError) -> [LatencyBucket] {
    let rows = try NamedRows(
      CSVTable(contentsOf: path), file: path, required: CellDescription.columns + ["upper_ns", "count"])
    var buckets: [LatencyBucket] = []
    for row in rows.rows {
      try row.checkSchema()
      buckets.append(
        LatencyBucket(
          cell: try CellDescription(row), upperNanoseconds: try row.required("upper_ns"),
          count: try row.required("count")))
    }
    return buckets
  }
}

extension CellDescription {
  /// The columns of a cell, as in every file of a run.
  static let columns = ["subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool"]

  init(_ row: NamedRow) throws(FileError) {
    self.init(
      subject: row.text("subject"), workload: row.text("workload"), nodeCount: try row.required("node_count"),
      depth: try row.required("depth"), seed: try row.required("seed"), params: row.text("params"),
      threads: try row.required("threads"), pool: row.text("pool"))
  }
}

extension NamedRow {
  /// - Throws: `FileError` where the row is of a newer schema; a file without the column is of the first.
  func checkSchema() throws(FileError) {
    guard let schema: Int = try optional("schema"), schema > SampleRecord.schema else { return }
    throw error(
      "schema", "\(schema) is newer than \(SampleRecord.schema), the newest that this program reads")
  }
}
