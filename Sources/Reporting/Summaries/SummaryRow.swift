import Measurement

/// One cell and one metric over all samples, or over all jobs of a pass for latencies. One row of `summary.csv`.
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
  /// The cell's, of rows about its timed batches; none for others.
  public var flags: [CellFlag]

  /// - Parameter level: asked of the median's interval.
  public init(
    runID: String, cell: CellDescription, metric: Metric, sample: SortedSample, level: Double = 0.95,
    flags: [CellFlag] = []
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
    self.flags = flags
  }

  /// The row of `latency_ns`; nil where there are no jobs.
  ///
  /// The jobs of a batch are no independent samples, so there is no interval: it is the median alone, at level 0.
  public init?(runID: String, cell: CellDescription, latencies: LatencyHistogram) {
    func percentile(_ percentage: Double) -> Double? { latencies.percentile(percentage).map { Double($0) } }
    func supported(_ percentage: Double) -> Double? {
      latencies.percentileIfSupported(percentage).map { Double($0) }
    }
    guard let median = percentile(50), let low = percentile(0), let high = percentile(100),
      let p25 = percentile(25), let p75 = percentile(75),
      let deviation = latencies.medianAbsoluteDeviation
    else { return nil }
    self.runID = runID
    self.cell = cell
    metric = .latencyNanoseconds
    sampleCount = Int(clamping: latencies.count)
    self.median = median
    interval = MedianInterval(low: median, high: median, level: 0)
    medianAbsoluteDeviation = Double(deviation)
    self.p25 = p25
    self.p75 = p75
    p90 = supported(90)
    p99 = supported(99)
    p999 = supported(99.9)
    minimum = low
    maximum = high
    flags = []
  }
}

extension SummaryRow {
  /// The columns of `summary.csv` in their order.
  public static let columns = [
    "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool", "metric",
    "unit", "better", "sample_count", "median", "ci_low", "ci_high", "ci_level", "mad", "p25", "p75", "p90",
    "p99", "p999", "min", "max", "flags",
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
      CSVText.number(maximum), flags.map(\.rawValue).joined(separator: " "),
    ]
  }
}
