/// The figures of one cell, over all its samples of a run.
struct CellFigures: Hashable {
  /// Wall time per element of one tree.
  var wall: SummaryRow
  var medians: [Metric: Double]
  /// The speed-up over the same cell in the same mode with 1 thread; nil if that was not measured.
  var speedUp: CellRatio?
  /// The time per element divided by that of the reference with as many threads; above 1 = slower. nil for
  /// the reference itself, and if it was not measured.
  var ratioToReference: CellRatio?
  /// True if this is the reference itself.
  var isReference = false

  var cell: CellID { wall.cell }
  /// Half the width of the median's confidence interval, as a share of the median; nil if there are too few
  /// samples for one.
  var spread: Double? { wall.interval.halfWidth(relativeTo: wall.median) }
  /// The spread as text; from 100% on, both ends of the interval.
  var spreadText: String? { wall.interval.text(around: wall.median) }
  /// The elements or bytes that a job of code goes through in a second; nil if it does not say.
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
      // N workers do no more than N times as much: one of both was disturbed.
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

/// The figure by which the rows of a run's results are sorted, the least first. Rows without such a figure come last; equal
/// ones keep their order.
package enum CellOrder: String, CaseIterable, Sendable {
  /// The time of an element.
  case time
  /// The time of an element as a multiple of the reference's.
  case ratio
  /// The gain from threads, the most first.
  case speedUp = "speed-up"
  /// The spread, the least certain first.
  case spread
  /// The number of elements.
  case elements
  /// The subject's name.
  case subject

  func sorted(_ rows: [CellFigures]) -> [CellFigures] {
    let keys = rows.enumerated().map { place, row in
      (key(row), self == .subject ? row.cell.subject : "", place)
    }
    return keys.sorted { $0 < $1 }.map { rows[$0.2] }
  }

  private func key(_ row: CellFigures) -> Double {
    switch self {
    case .time: row.wall.median
    // The reference is once itself.
    case .ratio: row.ratioToReference?.value ?? (row.isReference ? 1 : .infinity)
    case .speedUp: -(row.speedUp?.value ?? -.infinity)
    case .spread: -(row.spread ?? -.infinity)
    case .elements: Double(row.cell.nodeCount)
    case .subject: 0
    }
  }
}

// MARK: - Ratios

/// The ratio of a metric of one cell to that of another.
struct CellRatio: Hashable, Sendable {
  /// The median of the ratios of samples of one round, between which the machine had little time to change.
  /// If the cells have no common round, the ratio of their medians.
  var value: Double
  /// The interval of the median over rounds; nil if there is no common round.
  var interval: MedianInterval?
  /// True if either cell has a flag, other than that of a wide interval: the ratio has one of its own.
  var isFlagged: Bool
  /// True if the cells have one common round, which may have been a disturbed one, if the interval is wide, or if a speed-up
  /// is above the number of workers.
  var isUncertain = false

  /// The interval if it is worth showing in a chart.
  var shownInterval: MedianInterval? { interval.flatMap { $0.isTelling ? $0 : nil } }
  /// Half of the interval as a share of the ratio; nil if there is none, or too few rounds for one.
  var spread: Double? { interval?.halfWidth(relativeTo: value) }
  /// The spread as text; from 100% on, both ends of the interval.
  var spreadText: String? { interval?.text(around: value) }

  /// The ratio such as `12.3×`, with an exclamation mark if either cell has a flag, or if it is uncertain.
  var text: String {
    NumberText.figure(value) + "×" + (isMarked ? CellRatio.mark : "")
  }

  var isMarked: Bool { isFlagged || isUncertain }

  /// The mark after figures that are unfit as a reference.
  static let mark = "!"
  /// The ratios that are uncertain, for a note.
  static let uncertainText = "ratios of a single round, with ± above 20%, or above the number of workers"
  /// The explanation of the mark, below a chart.
  static let flagNote =
    "\(mark) marks what is made from cells that are no reference; the run's table says why."
}

extension MedianInterval {
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

// MARK: - Names

/// Names for cells in a chart or table: as short as they can be without two of its cells sharing one.
struct CellNames {
  private var seeds: [String: Set<UInt64>] = [:]
  private var sizes: [String: Set<[Int]>] = [:]
  private let hasSeveralPools: Bool
  private let hasSeveralThreads: Bool

  init(_ cells: some Sequence<CellID>) {
    hasSeveralPools = Set(cells.map(\.pool)).count > 1
    hasSeveralThreads = Set(cells.map(\.threads)).count > 1
    for cell in cells {
      seeds[cell.workloadText, default: []].insert(cell.seed)
      sizes[cell.workloadText, default: []].insert([cell.nodeCount, cell.depth])
    }
  }

  /// The workload and its parameters; also its seed and size if there are several of them.
  func workload(_ cell: CellID) -> String {
    let bare = cell.workloadText
    var name = bare
    if let seeds = seeds[bare], seeds.count > 1 { name += " seed \(cell.seed)" }
    if let sizes = sizes[bare], sizes.count > 1 {
      name += " \(NumberText.grouped(cell.nodeCount)) elements, depth \(cell.depth)"
    }
    return name
  }

  /// The subject, without its number of threads.
  func subject(_ cell: CellID) -> String {
    hasSeveralPools ? "\(cell.subject) \(cell.pool.rawValue)" : cell.subject
  }

  /// The subject, with its number of threads if there are several.
  func series(_ cell: CellID) -> String {
    hasSeveralThreads ? "\(subject(cell)) × \(cell.threads)" : subject(cell)
  }

  /// A legend's title for series.
  var seriesTitle: String { hasSeveralThreads ? "subject × threads" : "subject" }

  /// The workload and the series.
  func cell(_ cell: CellID) -> String {
    "\(workload(cell)) \(series(cell))"
  }
}

extension Sequence where Element: Hashable {
  /// Each element once, in the order of their first appearance.
  package func firstAppearances() -> [Element] {
    var seen: Set<Element> = []
    return filter { seen.insert($0).inserted }
  }
}

extension TableColumn {
  /// Returns the columns that name cells: the workload, the subject and, if there are several, the dispatch
  /// mode.
  static func cells(_ cells: [CellID], _ cell: @escaping (Row) -> CellID) -> [TableColumn] {
    let names = CellNames(cells)
    var workload = Self.left("workload") { names.workload(cell($0)) }
    (workload.isCut, workload.isName) = (true, true)
    return [workload, .left("subject") { cell($0).subject }] + dispatch(cells, cell)
  }

  /// Returns the column of the dispatch mode; none if all cells have the same.
  static func dispatch(
    _ cells: [CellID], _ cell: @escaping (Row) -> CellID
  ) -> [TableColumn] {
    Set(cells.map(\.pool)).count > 1 ? [.left("dispatch") { cell($0).pool.rawValue }] : []
  }
}
