import Foundation

/// A comparison's forest plot: a picture a metric, a line a cell with the ratio and its interval, and the
/// null arm in grey below. Counts of which the base has none are drawn by difference, since they have no
/// ratio.
enum ForestChart {
  private static let cellsOnAPage = 40

  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    let metrics = ComparedMetric.allCases.filter { options.metric == nil || options.metric == $0.rawValue }
    return metrics.flatMap { metric in charts(of: run, metric: metric) }
  }

  private static func charts(of run: ChartRun, metric: ComparedMetric) -> [Chart] {
    guard let comparison = run.comparison else { return [] }
    let rows = comparison.rows.filter { $0.metric == metric }
    guard !rows.isEmpty else { return [] }
    let names = CellNames(rows.map(\.cell))
    let pages = ChartPages(rows.map { names.cell($0.cell) }.firstAppearances(), size: cellsOnAPage)
    let isDifference = rows.contains { $0.candidate.ratio == .infinity || $0.null?.ratio == .infinity }
    let layers = ForestLayers(rows, metric: metric, isDifference: isDifference)
    return pages.pages.enumerated().map { page, cells in
      let shown = rows.filter { cells.contains(names.cell($0.cell)) }
      return Chart(
        name: pages.name("forest-\(metric.rawValue)", page: page), kind: "forest",
        title: "\(metric.title.capitalizedFirst): candidate against base",
        notes: pages.notes + notes(rows, of: comparison, isDifference: isDifference)
          + run.caption(of: "compare.csv"),
        body: layers.body(
          shown.map { fields($0, name: names.cell($0.cell), isDifference: isDifference) }, cells: cells))
    }
  }

  private static func notes(
    _ rows: [MetricComparison], of comparison: Comparison, isDifference: Bool
  ) -> [String] {
    // What is counted has no interval, and the level 1.
    let levels = Set(rows.filter(\.hasInterval).map(\.level).filter { $0 > 0 && $0 < 1 }).sorted()
      .map(ChangeText.level)
    let interval = levels.isEmpty ? "" : " with its \(levels.joined(separator: " or ")) interval"
    let null =
      rows.contains { $0.null != nil }
      ? " Grey: a second copy of the base, which should lie on \(isDifference ? 0 : 1)." : ""
    let what = isDifference ? "The difference" : "The ratio"
    let why = isDifference ? " There is no ratio where the base has none." : ""
    return [
      "\(what) of each cell\(interval).\(why)\(null)",
      "Base: \(name(comparison.base)). Candidate: \(name(comparison.candidate)).",
    ]
  }

  private static func name(_ side: Comparison.Side) -> String {
    side.revision.map { GitState(revision: $0, isDirty: side.isDirty).description } ?? side.name
  }

  private static func fields(
    _ row: MetricComparison, name: String, isDifference: Bool
  ) -> [String: JSONValue] {
    // What is counted has its value for an interval.
    let hasInterval = row.hasInterval || row.metric.kind != .timed
    let (own, null) = hasInterval ? (row.candidate, row.null) : (nil, nil)
    let verdict = row.verdict ?? .unresolved
    return [
      "cell": .string(name), "ratio": .figure(row.candidate.ratio), "low": .figure(own?.low),
      "high": .figure(own?.high), "null_ratio": .figure(row.null?.ratio),
      "null_low": .figure(null?.low), "null_high": .figure(null?.high),
      "difference": .figure(row.difference), "null_difference": .figure(row.nullDifference),
      "verdict": .string((verdict.isOpen ? .unresolved : verdict).rawValue),
      "words": .string(isDifference ? words(ofDifference: row) : words(row)),
    ]
  }

  /// As `+3 more`, `same` or `unresolved, +1`.
  private static func words(ofDifference row: MetricComparison) -> String {
    let amount = (row.difference > 0 ? "+" : "") + ChangeText.count(row.difference)
    let verdict = row.verdict ?? .unresolved
    switch verdict {
    case .slower, .faster, .slowerUnconfirmed, .fasterUnconfirmed:
      return "\(amount) \(row.metric.word(isMore: row.difference > 0))"
    case .same, .unresolved:
      return row.difference == 0 ? verdict.rawValue : "\(verdict.rawValue), \(amount)"
    case .unfit, .different: return verdict.rawValue
    }
  }

  /// As `+4.2% slower` or `same, +0.1%, would have seen 1.1%`.
  private static func words(_ row: MetricComparison) -> String {
    let (change, verdict) = (ChangeText.change(of: row), row.verdict ?? .unresolved)
    switch verdict {
    case .slower, .faster: return change
    case .slowerUnconfirmed: return "slower, not confirmed, \(change)"
    case .fasterUnconfirmed: return "faster, not confirmed, \(change)"
    case .same, .unresolved:
      let words = "\(verdict.rawValue), \(change)"
      return row.detectableRatio.map { "\(words), would have seen \(ChangeText.percentage($0 - 1))" } ?? words
    case .unfit, .different: return verdict.rawValue
    }
  }
}

extension MetricComparison {
  /// What the candidate has more than the base.
  var difference: Double { candidateValue - baseValue }

  /// What the base's copy has more; nil where there is no copy, and where only a ratio to nothing is known of
  /// it.
  var nullDifference: Double? {
    null.flatMap { $0.ratio == 1 ? 0 : $0.ratio.isFinite ? baseValue * ($0.ratio - 1) : nil }
  }
}
