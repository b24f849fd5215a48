/// The rows of a comparison as fields, for tables of every format.
struct ComparisonTable {
  struct Row {
    var fields: [String]
    var verdict: Verdict?
  }

  let headings: [TextGrid.Heading]
  let rows: [Row]
  /// The meaning of the headings, one line each, for columns that are not empty.
  let legend: [String]

  /// Columns that hold names.
  static let nameColumns = 0..<2

  /// - Parameter isIncluded: selects rows; by default all times, and counts that are not equal.
  init(
    _ comparison: Comparison,
    isIncluded: (MetricComparison) -> Bool = { $0.metric.kind == .timed || $0.verdict != .same }
  ) {
    let included = comparison.rows.filter(isIncluded)
    let levels = included.filter(\.hasInterval).map(\.level)
    let (lowest, highest) = (ChangeText.level(levels.min() ?? 0), ChangeText.level(levels.max() ?? 0))
    let hasOneLevel = lowest == highest && !levels.isEmpty
    let level = hasOneLevel ? "\(lowest) interval" : "interval"
    headings =
      [("workload", true), ("subject", true)].map { .init(title: $0.0, alignment: .left) } + [
        .init(title: "threads", alignment: .right), .init(title: "metric", alignment: .left),
        .init(title: "base", alignment: .right), .init(title: "candidate", alignment: .right),
        .init(title: "change", alignment: .left), .init(title: level, alignment: .left),
        .init(title: "would see", alignment: .right), .init(title: "null", alignment: .right),
        .init(title: "verdict", alignment: .left),
      ]
    rows = included.map { Row(fields: Self.fields(of: $0), verdict: $0.verdict) }
    let rows = rows.map(\.fields)
    legend = Self.legend(level: hasOneLevel ? "" : ", at \(lowest) to \(highest)").filter { entry in
      rows.contains { !$0[entry.column].isEmpty }
    }.map(\.text)
  }

  private static func fields(of row: MetricComparison) -> [String] {
    let hasNull = row.metric.kind == .timed && row.verdict != nil && row.verdict != .different
    return [
      row.cell.params.isEmpty ? row.cell.workload : "\(row.cell.workload) \(row.cell.params)",
      row.cell.subject, String(row.cell.threads),
      row.metric.columnTitle(hasElements: row.cell.nodeCount > 0),
      row.shown(row.baseValue), row.shown(row.candidateValue),
      row.verdict == .different ? "" : ChangeText.change(of: row),
      row.hasInterval ? ChangeText.interval(row.candidate) : "",
      row.hasInterval ? row.detectableRatio.map { ChangeText.percentage($0 - 1) } ?? "" : "",
      hasNull ? row.null.map { ChangeText.signed($0.ratio) } ?? "" : "",
      text(of: row),
    ]
  }

  private static func text(of row: MetricComparison) -> String {
    let confirmation = row.isConfirmed == true ? ", confirmed" : ""
    switch row.verdict {
    case nil: return "none"
    case .different: return "layouts differ"
    case .slower: return row.metric.word(isMore: true) + confirmation
    case .faster: return row.metric.word(isMore: false) + confirmation
    case .slowerUnconfirmed: return row.metric.word(isMore: true) + ", not confirmed"
    case .fasterUnconfirmed: return row.metric.word(isMore: false) + ", not confirmed"
    case .same, .unresolved, .unfit: return row.verdict?.rawValue ?? ""
    }
  }

  private static func legend(level: String) -> [(column: Int, text: String)] {
    [
      (6, "change: from the base to the candidate"), (7, "interval: where the change lies\(level)"),
      (8, "would see: the smallest slowdown that would be seen in 95 of 100 such comparisons"),
      (9, "null: what a second copy of the base came to"),
    ]
  }
}
