import Measuring

/// The ratios of a run's cells.
struct CellRatios {
  private let rows: [CellID: SummaryRow]
  private let rounds: [Summary.RunCell: [Int: Double]]

  init(_ summary: Summary, metric: Metric = .wallNanosecondsPerElement) {
    rows = Dictionary(summary.rows.filter { $0.metric == metric }.map { ($0.cell, $0) }) { $1 }
    rounds = summary.rounds[metric] ?? [:]
  }

  /// Returns the ratio; nil if either cell was not measured, or if the ratio is NaN.
  func ratio(of cell: CellID, to other: CellID) -> CellRatio? {
    guard let row = rows[cell], let base = rows[other] else { return nil }
    // A cell takes as long as itself, whatever its flags.
    if cell == other { return CellRatio(value: 1, interval: nil, isFlagged: false) }
    let isFlagged = (row.flags + base.flags).contains { $0 != .uncertain }
    // Rounds of two runs do not coincide in time.
    let own = rounds[Summary.RunCell(runID: row.runID, cell: cell)] ?? [:]
    let others = rounds[Summary.RunCell(runID: row.runID, cell: other)] ?? [:]
    let pairs = own.compactMap { round, value in others[round].map { value / $0 } }
    if let sample = SortedSample(pairs) {
      let interval = sample.medianInterval()
      let isWide = interval.halfWidth(relativeTo: sample.median).map { $0 > CellFlag.widestInterval } ?? false
      return CellRatio(
        value: sample.median, interval: interval, isFlagged: isFlagged,
        isUncertain: isWide || pairs.count == 1)
    }
    let value = row.median / base.median
    return value.isNaN ? nil : CellRatio(value: value, interval: nil, isFlagged: isFlagged)
  }
}
