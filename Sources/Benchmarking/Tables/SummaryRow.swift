/// One cell and one metric over all samples, or over all jobs of a latency pass. One row of `summary.csv`.
package struct SummaryRow: Hashable, Sendable {
  package var runID: String
  package var cell: CellDescription
  package var metric: Metric
  /// The number of samples, at least 1.
  package var sampleCount: Int
  package var median: Double
  /// The interval of the median, with the level that the sample's size allows.
  package var interval: MedianInterval
  /// The median absolute deviation.
  package var medianAbsoluteDeviation: Double
  package var p25: Double
  package var p75: Double
  /// nil, like those that follow, if there are too few samples for one to lie beyond it.
  package var p90: Double?
  package var p99: Double?
  package var p999: Double?
  package var minimum: Double
  package var maximum: Double
  /// The cell's flags in rows about timed batches; empty in others.
  package var flags: [CellFlag]

  /// - Parameter level: the requested level of the median's interval.
  package init(
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

  /// Makes the row of `latency_ns`; nil if there are no jobs.
  ///
  /// The jobs of a batch are not independent samples, so the interval is just the median, at level 0.
  package init?(runID: String, cell: CellDescription, latencies: LatencyHistogram) {
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
  /// The columns of `summary.csv` in order.
  package static let columns = [
    "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool", "metric",
    "unit", "better", "sample_count", "median", "ci_low", "ci_high", "ci_level", "mad", "p25", "p75", "p90",
    "p99", "p999", "min", "max", "flags",
  ]

  /// The row's fields in the columns' order.
  package var fields: [String] {
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
