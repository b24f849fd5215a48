/// The summary of samples, one row per cell and metric. It can be made from `samples.csv` at any time.
package struct Summary: Hashable, Sendable {
  package struct RunCell: Hashable, Sendable {
    var runID: String
    var cell: CellID

    package init(runID: String, cell: CellID) { (self.runID, self.cell) = (runID, cell) }
  }

  /// The rows, with cells in order of first appearance among the samples and metrics in their own order.
  package var rows: [SummaryRow]
  /// Wall and CPU time by round, for ratios; empty if the samples are unknown.
  package private(set) var rounds: [Metric: [RunCell: [Int: Double]]] = [:]

  /// Summarises samples. Only trusted samples of the measuring phase count, and only one arm of a comparison,
  /// since other arms are other programs or processes. Metrics without a value have no row. O(n log n).
  ///
  /// - Parameters:
  ///   - samples: the samples of any number of runs.
  ///   - arm: default `base`, the arm of all samples of a run.
  package init(of samples: some Sequence<SampleRecord>, arm: ComparisonArm = .base) {
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
        guard let sample = SortedSample(samples.compactMap(metric.value(of:))) else { return nil }
        return SummaryRow(key, metric: metric, sample: sample, flags: metric.pass == .time ? flags : [])
      }
    }
  }

  package var csv: String { CSVText.file(SummaryRow.columns, of: rows) }

  /// The flags of each cell that has any.
  var flags: [CellID: [CellFlag]] {
    rows.reduce(into: [:]) { flags, row in if !row.flags.isEmpty { flags[row.cell] = row.flags } }
  }
}
