import Measuring

/// The figures of one cell, over all its samples of a run.
struct CellFigures: Hashable {
  /// Wall time per element of one tree.
  var wall: SummaryRow
  var medians: [Metric: Double]
  /// The speed-up over the same cell in the same mode with 1 thread; nil if that was not measured.
  var speedUp: CellRatio?
  /// The time per element divided by the reference's time with as many threads; above 1 = slower. nil for the
  /// reference itself, and if the reference was not measured.
  var ratioToReference: CellRatio?
  /// True if this is the reference itself.
  var isReference = false

  var cell: CellID { wall.cell }
  /// Half the width of the median's confidence interval, as a share of the median; nil with too few samples
  /// for an interval.
  var spread: Double? { wall.interval.halfWidth(relativeTo: wall.median) }
  /// The spread as text; from 100% on, both ends of the interval.
  var spreadText: String? { wall.interval.text(around: wall.median) }
  /// The elements or bytes that a job of code processes in a second; nil if the code gives no number.
  var rateText: String? {
    medians[.bytesPerSecond].map { NumberText.figure($0 / 1e6) + " MB/s" }
      ?? medians[.elementsPerSecond].map { NumberText.figure($0) + " elements/s" }
  }
  /// The speed-up per thread: 1 = every thread does as much as one alone.
  var efficiency: Double? { speedUp.map { $0.value / Double(cell.threads) } }

  /// Returns the figures of each cell with a wall time, grouped by workload, subject and dispatch mode, each
  /// in order of first appearance, and then by thread count in ascending order.
  static func all(in summary: Summary, reference: String? = nil) -> [CellFigures] {
    let ratios = CellRatios(summary)
    var medians: [CellID: [Metric: Double]] = [:]
    for row in summary.rows { medians[row.cell, default: [:]][row.metric] = row.median }
    return grouped(summary.rows.filter { $0.metric == .wallNanosecondsPerElement }).map { row in
      let other = row.cell.subject == reference ? nil : reference.map { row.cell.with(\.subject, $0) }
      var speedUp = ratios.ratio(of: row.cell.with(\.threads, 1), to: row.cell)
      // N workers do at most N times the work of one: otherwise one of both samples was disturbed.
      if let value = speedUp?.value, value > 1.05 * Double(row.cell.threads) { speedUp?.isUncertain = true }
      return CellFigures(
        wall: row, medians: medians[row.cell] ?? [:], speedUp: speedUp,
        ratioToReference: other.flatMap { ratios.ratio(of: row.cell, to: $0) },
        isReference: row.cell.subject == reference)
    }
  }

  private static func grouped(_ rows: [SummaryRow]) -> [SummaryRow] {
    var ranks: [CellID: Int] = [:]
    func rank(_ key: CellID) -> Int {
      let rank = ranks[key] ?? ranks.count
      ranks[key] = rank
      return rank
    }
    let ranked = rows.map { row in
      let mode = row.cell.with(\.threads, 0)
      let subject = mode.with(\.pool, .serialQueues)
      let workload = subject.with(\.subject, "")
      return (row: row, rank: (rank(workload), rank(subject), rank(mode), row.cell.threads))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.row)
  }
}

// MARK: - Ratios

extension MedianInterval {
  /// Returns a sentence about intervals of these levels in a chart, with a space before it, such as " Lines:
  /// intervals at 95%."; empty without any.
  static func note(_ start: String, _ levels: [Double]) -> String {
    guard let lowest = levels.min() else { return "" }
    let less = lowest < 0.95 ? ", or at what few samples allow: \(NumberText.percentage(lowest)) here" : ""
    return " \(start): intervals at 95%\(less)."
  }
}

extension TableColumn {
  /// Returns the columns that name cells: the workload, the subject and, if there are several, the dispatch
  /// mode.
  static func cells(_ cells: [CellID], _ cell: @escaping (Row) -> CellID) -> [TableColumn] {
    let names = CellNames(cells)
    var workload = Self.left("workload") { names.workload(cell($0)) }
    (workload.isCut, workload.isName) = (true, true)
    return [workload, .left("subject", isName: true) { cell($0).subject }] + dispatch(cells, cell)
  }

  /// Returns the column of the dispatch mode; none if all cells have the same.
  static func dispatch(
    _ cells: [CellID], _ cell: @escaping (Row) -> CellID
  ) -> [TableColumn] {
    Set(cells.map(\.pool)).count > 1 ? [.left("dispatch") { cell($0).pool.rawValue }] : []
  }
}
