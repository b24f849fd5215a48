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
  ///   - level: the requested level of the medians' intervals, default 95%.
  package init(
    of samples: some Sequence<SampleRecord>, latencies: [RunCell: LatencyHistogram] = [:],
    arm: ComparisonArm = .base, level: Double = 0.95
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
      guard sample.phase == .measure && sample.status == .ok && sample.arm == arm else { continue }
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
      for metric in Metric.allCases {
        if metric == .latencyNanoseconds {
          rows +=
            latencies[key].flatMap {
              SummaryRow(runID: key.runID, cell: key.cell, latencies: $0)
            }.map { [$0] } ?? []
          continue
        }
        guard let sample = try? SortedSample(samples.compactMap(metric.value(of:))) else { continue }
        rows.append(
          SummaryRow(
            runID: key.runID, cell: key.cell, metric: metric, sample: sample, level: level,
            flags: metric.pass == .time ? flags : []))
      }
    }
  }

  /// The text of `summary.csv`.
  package var csv: String { SummaryRow.file(of: rows) }

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
}
