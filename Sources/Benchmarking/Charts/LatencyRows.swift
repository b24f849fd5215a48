/// A bucket of a latency histogram: one row of `latency.csv`.
struct LatencyBucket: Hashable {
  var cell: CellDescription
  /// The longest latency that the bucket counts.
  var upperNanoseconds: UInt64
  var count: UInt64

  /// The columns of a cell, as in every file of a run.
  static let cellColumns = [
    "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
  ]

  /// Reads `latency.csv`: the columns of a cell, `upper_ns` and `count`, in any order, among others that are passed over.
  static func read(_ path: String) throws(FileError) -> [LatencyBucket] {
    let table = try CSVTable(contentsOf: path)
    let columns = try CSVColumns(of: table, file: path, required: cellColumns + ["upper_ns", "count"])
    var buckets: [LatencyBucket] = []
    for row in table.rows where row.fields != table.header {
      let record = columns.record(row)
      if record.filled("schema") != nil { try record.checkSchema(upTo: SampleRecord.schema) }
      buckets.append(
        LatencyBucket(
          cell: try record.cell(), upperNanoseconds: try record.required("upper_ns"),
          count: try record.required("count")))
    }
    return buckets
  }
}
