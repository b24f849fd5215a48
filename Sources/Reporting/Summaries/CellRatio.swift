import Measurement

/// How many times as much of a metric one cell takes as another.
public struct CellRatio: Hashable, Sendable {
  /// The median of the ratios of samples of one round, between which the machine had little time to change; where the cells have no
  /// round in common, the ratio of their medians.
  public var value: Double
  /// Of the median over rounds; nil where there is no round in common.
  public var interval: MedianInterval?
  /// Whether either cell has a flag.
  public var isFlagged: Bool

  /// Half of the interval as a share of the ratio; nil where there is none, or too few rounds for one.
  public var spread: Double? { interval?.halfWidth(relativeTo: value) }

  /// As `12.3×`, with an exclamation mark where either cell has a flag.
  public var text: String { NumberText.figure(value) + "×" + (isFlagged ? CellRatio.mark : "") }

  /// What stands behind figures that are no reference.
  static let mark = "!"
}

/// The ratios of a run's cells.
struct CellRatios {
  private let metric: Metric
  private let rows: [CellDescription: SummaryRow]
  private let rounds: [RunCell: [Int: Double]]

  init(_ summary: Summary, metric: Metric = .wallNanosecondsPerElement) {
    self.metric = metric
    rows = Dictionary(summary.rows.filter { $0.metric == metric }.map { ($0.cell, $0) }) { $1 }
    rounds = summary.rounds[metric] ?? [:]
  }

  /// nil where either cell was not measured, or where the ratio is no number.
  func ratio(of cell: CellDescription, to other: CellDescription) -> CellRatio? {
    guard let row = rows[cell], let base = rows[other] else { return nil }
    // Whatever is wrong with a cell, it takes as long as itself.
    if cell == other { return CellRatio(value: 1, interval: nil, isFlagged: false) }
    let isFlagged = !row.flags.isEmpty || !base.flags.isEmpty
    // Rounds of two runs are not at the same time.
    let own = rounds[RunCell(runID: row.runID, cell: cell)] ?? [:]
    let others = rounds[RunCell(runID: row.runID, cell: other)] ?? [:]
    let pairs = own.compactMap { round, value in others[round].map { value / $0 } }
    if let sample = try? SortedSample(pairs) {
      return CellRatio(value: sample.median, interval: sample.medianInterval(), isFlagged: isFlagged)
    }
    let value = row.median / base.median
    return value.isNaN ? nil : CellRatio(value: value, interval: nil, isFlagged: isFlagged)
  }
}
