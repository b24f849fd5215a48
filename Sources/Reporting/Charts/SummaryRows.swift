import Measurement

extension Summary {
  /// Reads `summary.csv`, for runs whose samples were not kept. Metrics that are not known are passed over.
  ///
  /// - Parameter unusable: gets a line for each row whose figures are not finite, which are left out.
  init(contentsOf path: String, unusable: (String) -> Void) throws(FileError) {
    let needed =
      CellDescription.columns + [
        "run_id", "metric", "sample_count", "median", "ci_low", "ci_high", "p25", "p75",
      ]
    let table = try NamedRows(CSVTable(contentsOf: path), file: path, required: needed)
    self.init(of: [])
    for row in table.rows {
      try row.checkSchema()
      guard let metric = Metric(rawValue: row.text("metric")) else { continue }
      let cell = try CellDescription(row)
      let figures = try ["median", "ci_low", "ci_high", "p25", "p75"].map {
        column throws(FileError) -> Double in
        try row.required(column)
      }
      guard figures.allSatisfy(\.isFinite) else {
        unusable("\(path):\(row.line): A figure of \(metric.rawValue) is not finite; the row is left out.")
        continue
      }
      // What the file has no exact counterpart of is not drawn.
      guard let sample = try? SortedSample(figures) else { continue }
      var summary = SummaryRow(runID: row.text("run_id"), cell: cell, metric: metric, sample: sample)
      summary.sampleCount = try row.required("sample_count")
      summary.median = figures[0]
      summary.interval = MedianInterval(
        low: figures[1], high: figures[2], level: try row.optional("ci_level") ?? 0.95)
      summary.p25 = figures[3]
      summary.p75 = figures[4]
      rows.append(summary)
    }
  }
}
