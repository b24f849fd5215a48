/// A bucket of a latency histogram: one row of `latency.csv`.
struct LatencyBucket {
  var cell: CellDescription
  /// The longest latency that the bucket counts.
  var upperNanoseconds: UInt64
  var count: UInt64

  /// The columns of a cell, in every file of a run.
  static let cellColumns = [
    "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
  ]

  /// Reads `latency.csv`: the columns of a cell, `upper_ns` and `count`, in any order. Others are ignored.
  static func read(_ path: String) throws(FileError) -> [LatencyBucket] {
    let table = try CSVTable(contentsOf: path)
    let columns = try CSVColumns(of: table, file: path, required: cellColumns + ["upper_ns", "count"])
    return try table.rows.filter { $0.fields != table.header }.map { row throws(FileError) -> LatencyBucket in
      let record = columns.record(row)
      if record.filled("schema") != nil { try record.checkSchema(upTo: SampleRecord.schema) }
      return LatencyBucket(
        cell: try record.cell(), upperNanoseconds: try record.required("upper_ns"),
        count: try record.required("count"))
    }
  }
}

extension Summary {
  /// Reads `summary.csv`, for runs whose samples were not kept. Unknown metrics are ignored.
  ///
  /// - Parameter warn: gets a line for each row whose figures are not finite. Such rows are left out.
  init(contentsOf path: String, warn: (String) -> Void) throws(FileError) {
    let table = try CSVTable(contentsOf: path)
    let figures = ["median", "ci_low", "ci_high", "p25", "p75"]
    let columns = try CSVColumns(
      of: table, file: path,
      required: LatencyBucket.cellColumns + ["run_id", "metric", "sample_count"] + figures)
    self.init(of: [])
    for row in table.rows where row.fields != table.header {
      let record = columns.record(row)
      guard let metric = Metric(rawValue: record.text("metric")) else { continue }
      let cell = try record.cell()
      let values = try figures.map { column throws(FileError) -> Double in try record.required(column) }
      guard values.allSatisfy(\.isFinite), let sample = try? SortedSample(values) else {
        warn("\(path):\(row.line): A figure of \(metric.rawValue) is not finite; the row is left out.")
        continue
      }
      // A row is made from samples, which the file does not have. These stand in for them, and what charts
      // show of the row is replaced.
      var summary = SummaryRow(runID: record.text("run_id"), cell: cell, metric: metric, sample: sample)
      let level: Double? = try record.optional("ci_level")
      summary.interval = MedianInterval(low: values[1], high: values[2], level: level ?? 0.95)
      (summary.median, summary.p25, summary.p75) = (values[0], values[3], values[4])
      summary.sampleCount = try record.required("sample_count")
      summary.flags = record.text("flags").split(separator: " ").compactMap { CellFlag(rawValue: String($0)) }
      rows.append(summary)
    }
  }
}
