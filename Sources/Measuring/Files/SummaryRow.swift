/// One cell and one metric over all samples. One row of `summary.csv`.
package struct SummaryRow: Hashable, Sendable {
  package var runID: String
  package var cell: CellID
  package var metric: Metric
  /// The number of samples, at least 1.
  package var sampleCount: Int
  package var median: Double
  /// The interval of the median, with the level that the sample's size allows.
  package var interval: MedianInterval
  var medianAbsoluteDeviation: Double
  package var p25: Double
  package var p75: Double
  /// nil if there are too few samples for one to lie beyond the quantile, like the properties that follow.
  var p90: Double?
  var p99: Double?
  var p999: Double?
  var minimum: Double
  var maximum: Double
  /// The cell's flags in rows about timed batches; empty in other rows.
  package var flags: [CellFlag]
}

extension SummaryRow {
  init(_ cell: Summary.RunCell, metric: Metric, sample: SortedSample, flags: [CellFlag]) {
    self.init(
      runID: cell.runID, cell: cell.cell, metric: metric, sampleCount: sample.values.count,
      median: sample.median,
      interval: sample.medianInterval(), medianAbsoluteDeviation: sample.medianAbsoluteDeviation,
      p25: sample.quantile(0.25), p75: sample.quantile(0.75), p90: sample.quantileIfSupported(0.9),
      p99: sample.quantileIfSupported(0.99), p999: sample.quantileIfSupported(0.999),
      minimum: sample.minimum, maximum: sample.maximum, flags: flags)
  }

  /// The columns that hold words.
  package static let textColumns: Set = [
    "run_id", "subject", "workload", "params", "pool", "metric", "unit", "better", "flags",
  ]

  /// The columns in the file's order. New ones are added only at the end.
  package static let columns: [CSVColumn<SummaryRow>] = {
    let figures: [CSVColumn<SummaryRow>] = [
      .init("metric") { $0.metric.rawValue }, .init("unit") { $0.metric.unit },
      .init("better") { $0.metric.better.rawValue }, .init("sample_count", \.sampleCount),
      .init("median", \.median), .init("ci_low", \.interval.low), .init("ci_high", \.interval.high),
      .init("ci_level", \.interval.level), .init("mad", \.medianAbsoluteDeviation), .init("p25", \.p25),
      .init("p75", \.p75), .init("p90", \.p90), .init("p99", \.p99), .init("p999", \.p999),
      .init("min", \.minimum), .init("max", \.maximum),
      .init("flags") { $0.flags.map(\.rawValue).joined(separator: " ") },
    ]
    let run: [CSVColumn<SummaryRow>] = [CSVColumn("run_id", \.runID)]
    let cell = CellID.columns.map { $0.lifted(to: \SummaryRow.cell) }
    return [run, cell, figures].flatMap { $0 }
  }()
}
