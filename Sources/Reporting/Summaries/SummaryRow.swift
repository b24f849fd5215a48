import Measurement

/// One cell and one metric over all samples. One row of `summary.csv`.
public struct SummaryRow: Hashable, Sendable {
  public var runID: String
  public var cell: CellDescription
  public var metric: Metric
  /// At least 1.
  public var sampleCount: Int
  public var median: Double
  /// Of the median, with the level that the sample's size allows.
  public var interval: MedianInterval
  /// The median absolute deviation.
  public var medianAbsoluteDeviation: Double
  public var p25: Double
  public var p75: Double
  /// nil, like those that follow, where there are too few samples for one to lie beyond it.
  public var p90: Double?
  public var p99: Double?
  public var p999: Double?
  public var minimum: Double
  public var maximum: Double

  /// - Parameter level: asked of the median's interval.
  public init(
    runID: String, cell: CellDescription, metric: Metric, sample: SortedSample, level: Double = 0.95
  ) {
    self.runID = runID
    self.cell = cell
    self.metric = metric
    sampleCount = sample.values.count
    median = sample.median
    interval = sample.medianInterval(level: level)
    medianAbsoluteDeviation = sample.medianAbsoluteDeviation
    p25 = sample.quantile(0.25)
    p75 = sample.quantile(0.75)
    p90 = sample.quantileIfSupported(0.9)
    p99 = sample.quantileIfSupported(0.99)
    p999 = sample.quantileIfSupported(0.999)
    minimum = sample.minimum
    maximum = sample.maximum
  }
}

extension SummaryRow {
  /// The columns of `summary.csv` in their order.
  public static let columns = [
    "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool", "metric",
    "unit", "better", "sample_count", "median", "ci_low", "ci_high", "ci_level", "mad", "p25", "p75", "p90",
    "p99", "p999", "min", "max",
  ]

  /// The row's fields in the columns' order.
  public var fields: [String] {
    [
      runID, cell.subject, cell.workload, String(cell.nodeCount), String(cell.depth), String(cell.seed),
      cell.params, String(cell.threads), cell.pool, metric.rawValue, metric.unit, metric.better.rawValue,
      String(sampleCount), CSVText.number(median), CSVText.number(interval.low),
      CSVText.number(interval.high), CSVText.number(interval.level),
      CSVText.number(medianAbsoluteDeviation), CSVText.number(p25), CSVText.number(p75),
      CSVText.number(p90), CSVText.number(p99), CSVText.number(p999), CSVText.number(minimum),
      CSVText.number(maximum),
    ]
  }
}
