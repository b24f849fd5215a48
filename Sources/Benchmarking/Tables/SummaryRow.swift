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
}

extension SummaryRow {
  /// - Parameter level: the requested level of the median's interval.
  package init(
    runID: String, cell: CellDescription, metric: Metric, sample: SortedSample, level: Double = 0.95,
    flags: [CellFlag] = []
  ) {
    self.init(
      runID: runID, cell: cell, metric: metric, sampleCount: sample.values.count, median: sample.median,
      interval: sample.medianInterval(level: level), medianAbsoluteDeviation: sample.medianAbsoluteDeviation,
      p25: sample.quantile(0.25), p75: sample.quantile(0.75), p90: sample.quantileIfSupported(0.9),
      p99: sample.quantileIfSupported(0.99), p999: sample.quantileIfSupported(0.999),
      minimum: sample.minimum, maximum: sample.maximum, flags: flags)
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
    self.init(
      runID: runID, cell: cell, metric: .latencyNanoseconds, sampleCount: Int(clamping: latencies.count),
      median: median, interval: MedianInterval(low: median, high: median, level: 0),
      medianAbsoluteDeviation: Double(deviation), p25: p25, p75: p75, p90: supported(90),
      p99: supported(99), p999: supported(99.9), minimum: low, maximum: high, flags: [])
  }
}

extension SummaryRow: CSVCodable {
  package static let columns: [CSVColumn<SummaryRow>] = {
    let figures: [CSVColumn<SummaryRow>] = [
      .init("metric", \.metric), .init("unit") { $0.metric.unit },
      .init("better") { $0.metric.better.rawValue }, .init("sample_count", \.sampleCount),
      .init("median", \.median), .init("ci_low", \.interval.low), .init("ci_high", \.interval.high),
      .init("ci_level", \.interval.level), .init("mad", \.medianAbsoluteDeviation), .init("p25", \.p25),
      .init("p75", \.p75), .init("p90", \.p90), .init("p99", \.p99), .init("p999", \.p999),
      .init("min", \.minimum), .init("max", \.maximum), .init("flags", \.flags),
    ]
    let run: [CSVColumn<SummaryRow>] = [CSVColumn("run_id", \.runID)]
    let cell = CellDescription.columns.map { $0.lifted(to: \SummaryRow.cell) }
    return [run, cell, figures].flatMap { $0 }
  }()

  package static let blank = SummaryRow(
    runID: "", cell: .blank, metric: .wallNanosecondsPerElement, sampleCount: 0, median: 0,
    interval: MedianInterval(low: 0, high: 0, level: 0.95), medianAbsoluteDeviation: 0, p25: 0, p75: 0,
    minimum: 0, maximum: 0, flags: [])
}

/// Flags with spaces between them. Unknown ones are ignored.
extension [CellFlag]: CSVValue {
  init(csv text: String, from least: Int) {
    self = text.split(separator: " ").compactMap { CellFlag(rawValue: String($0)) }
  }
  var csv: String { map(\.rawValue).joined(separator: " ") }
}
