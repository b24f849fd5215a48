/// The ratio of a metric of one cell to that of another.
struct CellRatio: Hashable, Sendable {
  /// The median of the ratios of samples of one round, between which the machine had little time to change.
  /// If the cells have no common round, the ratio of their medians.
  var value: Double
  /// The interval of the median over rounds; nil if there is no common round.
  var interval: MedianInterval?
  /// True if either cell has a flag, other than that of a wide interval: the ratio has one of its own.
  var isFlagged: Bool
  /// True if the cells have one common round, which may have been a disturbed one, or if the interval is wide.
  var isUncertain = false

  /// Half of the interval as a share of the ratio; nil if there is none, or too few rounds for one.
  var spread: Double? { interval?.halfWidth(relativeTo: value) }
  /// The same as text, from 100% on both ends of the interval.
  var spreadText: String? { interval?.text(around: value) }

  /// The ratio such as `12.3×`, with an exclamation mark if either cell has a flag, or if it is uncertain.
  var text: String {
    NumberText.figure(value) + "×" + (isFlagged || isUncertain ? CellRatio.mark : "")
  }

  /// The mark after figures that are unfit as a reference.
  static let mark = "!"
  /// The ratios that are uncertain, for a note.
  static let uncertainText = "ratios of a single round, or with ± above 20%"
  /// The explanation of the mark, below a chart.
  static let flagNote =
    "\(mark) marks what is made from cells that are no reference; the run's table says why."
}

extension MedianInterval {
  /// Returns the widest interval of the quotient of two medians, for unknown samples; nil if it has no finite
  /// ends above 0.
  func quotient(by other: MedianInterval) -> MedianInterval? {
    let (low, high) = (low / other.high, high / other.low)
    guard low > 0, low <= high, high.isFinite else { return nil }
    return MedianInterval(low: low, high: high, level: min(level, other.level))
  }

  /// Returns a sentence about intervals of these levels in a chart, with a space before it, such as " Lines:
  /// intervals at 95%."; empty without any.
  static func note(_ start: String, _ levels: [Double]) -> String {
    guard let lowest = levels.min() else { return "" }
    let less = lowest < 0.95 ? ", or at what few samples allow: \(NumberText.percentage(lowest)) here" : ""
    return " \(start): intervals at 95%\(less)."
  }
}

/// The ratios of a run's cells.
struct CellRatios {
  private let rows: [CellID: SummaryRow]
  private let rounds: [RunCell: [Int: Double]]

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
    let own = rounds[RunCell(runID: row.runID, cell: cell)] ?? [:]
    let others = rounds[RunCell(runID: row.runID, cell: other)] ?? [:]
    let pairs = own.compactMap { round, value in others[round].map { value / $0 } }
    if let sample = try? SortedSample(pairs) {
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
