/// The summary of samples, one row per cell and metric. It can be made from `samples.csv` and `latency.csv`
/// at any time.
package struct Summary: Hashable, Sendable {
  /// The rows, with cells in order of first appearance among the samples and metrics in their own order.
  package var rows: [SummaryRow]
  /// Wall and CPU time by round, for ratios; empty if the samples are unknown.
  private(set) var rounds: [Metric: [RunCell: [Int: Double]]] = [:]

  /// Summarises samples. Only trusted samples of the measuring phase count, and only one arm of a comparison,
  /// since the others are other programs or processes. Metrics without a value have no row. O(n log n).
  ///
  /// - Parameters:
  ///   - samples: the samples of any number of runs.
  ///   - latencies: the latencies of the same runs, default none. Cells without samples are ignored.
  ///   - arm: default `base`, the arm of all samples of a run.
  package init(
    of samples: some Sequence<SampleRecord>, latencies: [RunCell: LatencyHistogram] = [:],
    arm: ComparisonArm = .base
  ) {
    var groups: [RunCell: [SampleRecord]] = [:]
    var order: [RunCell] = []
    for sample in samples {
      let key = RunCell(runID: sample.runID, cell: sample.cell)
      // Samples that do not count still determine the order: rounds are shuffled, warm-up is not.
      if groups[key] == nil {
        order.append(key)
        groups[key] = []
      }
      guard sample.counts && sample.arm == arm else { continue }
      groups[key]?.append(sample)
    }
    rows = []
    for key in order {
      let samples = groups[key] ?? []
      let flags = CellFlag.flags(of: samples.filter { $0.pass == .time })
      for metric in [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement] {
        let values = samples.compactMap { sample in metric.value(of: sample).map { (sample.round, $0) } }
        rounds[metric, default: [:]][key] = Dictionary(values) { $1 }
      }
      rows += Metric.allCases.compactMap { metric -> SummaryRow? in
        if metric == .latencyNanoseconds { return latencies[key].flatMap { SummaryRow(key, latencies: $0) } }
        guard let sample = SortedSample(samples.compactMap(metric.value(of:))) else { return nil }
        return SummaryRow(key, metric: metric, sample: sample, flags: metric.pass == .time ? flags : [])
      }
    }
  }

  /// The text of `summary.csv`.
  package var csv: String { CSVText.file(SummaryRow.columns, of: rows) }

  /// Reads `summary.csv`, for runs whose samples were not kept. Unknown metrics are ignored.
  ///
  /// - Parameter warn: gets a line for each row whose figures are not finite. Such rows are left out.
  init(contentsOf path: String, warn: (String) -> Void) throws(FileError) {
    let table = try CSVTable(contentsOf: path)
    let optional = ["ci_level", "mad", "min", "max", "flags"]
    let reader = try CSVReader<SummaryRow>(
      table, file: path, required: SummaryRow.requiredColumns.filter { !optional.contains($0) })
    self.init(of: [])
    for line in table.records where Metric(rawValue: reader.text("metric", of: line)) != nil {
      let row = try reader.record(line)
      let figures = [row.median, row.interval.low, row.interval.high, row.p25, row.p75]
      guard figures.allSatisfy(\.isFinite) else {
        warn("\(path):\(line.line): A figure of \(row.metric.rawValue) is not finite; the row is left out.")
        continue
      }
      rows.append(row)
    }
  }

  /// The flags of each cell that has any.
  package var flags: [CellID: [CellFlag]] {
    rows.reduce(into: [:]) { flags, row in if !row.flags.isEmpty { flags[row.cell] = row.flags } }
  }

  /// Returns a warning about the number of cells unfit as a reference, by flag; nil if there are none.
  ///
  /// - Parameter run: the name of the run.
  package func flagWarning(of run: String) -> Warning? {
    let flags = flags
    guard !flags.isEmpty else { return nil }
    let counts = CellFlag.allCases.compactMap { flag -> String? in
      let count = flags.values.count { $0.contains(flag) }
      return count == 0 ? nil : "\(flag.title) in \(count)"
    }
    let all = Set(rows.map(\.cell)).count
    return Warning(
      cause:
        "The times of \(flags.count) of \(all) cells are no reference: \(counts.joined(separator: ", ")).",
      nextStep: "layoutbench table \(run) says which, and what to do.")
  }
}

/// One cell and one metric over all samples, or over all jobs of a latency pass. One row of `summary.csv`.
package struct SummaryRow: Hashable, Sendable {
  var runID: String
  package var cell: CellID
  var metric: Metric
  /// The number of samples, at least 1.
  var sampleCount: Int
  var median: Double
  /// The interval of the median, with the level that the sample's size allows.
  var interval: MedianInterval
  /// The median absolute deviation.
  var medianAbsoluteDeviation: Double
  var p25: Double
  var p75: Double
  /// nil, like those that follow, if there are too few samples for one to lie beyond it.
  var p90: Double?
  var p99: Double?
  var p999: Double?
  var minimum: Double
  var maximum: Double
  /// The cell's flags in rows about timed batches; empty in others.
  var flags: [CellFlag]
}

extension SummaryRow {
  fileprivate init(_ cell: RunCell, metric: Metric, sample: SortedSample, flags: [CellFlag]) {
    self.init(
      runID: cell.runID, cell: cell.cell, metric: metric, sampleCount: sample.values.count,
      median: sample.median,
      interval: sample.medianInterval(), medianAbsoluteDeviation: sample.medianAbsoluteDeviation,
      p25: sample.quantile(0.25), p75: sample.quantile(0.75), p90: sample.quantileIfSupported(0.9),
      p99: sample.quantileIfSupported(0.99), p999: sample.quantileIfSupported(0.999),
      minimum: sample.minimum, maximum: sample.maximum, flags: flags)
  }

  /// Makes the row of `latency_ns`; nil if there are no jobs.
  ///
  /// The jobs of a batch are not independent samples, so the interval is just the median, at level 0.
  fileprivate init?(_ cell: RunCell, latencies: LatencyHistogram) {
    guard latencies.count > 0, let deviation = latencies.medianAbsoluteDeviation else { return nil }
    func percentile(_ percentage: Double) -> Double { Double(latencies.percentile(percentage) ?? 0) }
    func supported(_ percentage: Double) -> Double? {
      latencies.percentileIfSupported(percentage).map { Double($0) }
    }
    let median = percentile(50)
    self.init(
      runID: cell.runID, cell: cell.cell, metric: .latencyNanoseconds,
      sampleCount: Int(clamping: latencies.count), median: median,
      interval: MedianInterval(low: median, high: median, level: 0),
      medianAbsoluteDeviation: Double(deviation), p25: percentile(25), p75: percentile(75),
      p90: supported(90), p99: supported(99), p999: supported(99.9), minimum: percentile(0),
      maximum: percentile(100), flags: [])
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
    let cell = CellID.columns.map { $0.lifted(to: \SummaryRow.cell) }
    return [run, cell, figures].flatMap { $0 }
  }()

  /// The columns that hold words.
  static let textColumns: Set<String> = [
    "run_id", "subject", "workload", "params", "pool", "metric", "unit", "better", "flags",
  ]

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
