extension Summary {
  /// Reads `summary.csv`, for runs whose samples were not kept. Metrics that are not known are passed over.
  ///
  /// - Parameter unusable: gets a line for each row whose figures are not finite, which are left out.
  init(contentsOf path: String, unusable: (String) -> Void) throws(FileError) {
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
        unusable("\(path):\(row.line): A figure of \(metric.rawValue) is not finite; the row is left out.")
        continue
      }
      // The file does not have the values that a row is made from; what charts show is put in from it.
      var summary = SummaryRow(runID: record.text("run_id"), cell: cell, metric: metric, sample: sample)
      summary.sampleCount = try record.required("sample_count")
      summary.median = values[0]
      summary.interval = MedianInterval(
        low: values[1], high: values[2], level: try record.optional("ci_level") ?? 0.95)
      summary.p25 = values[3]
      summary.p75 = values[4]
      summary.flags = record.text("flags").split(separator: " ").compactMap { CellFlag(rawValue: String($0)) }
      rows.append(summary)
    }
  }
}
