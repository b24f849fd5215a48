import Foundation
import Measurement

/// A comparison's forest plot: a picture a metric, a line a cell with the ratio and its interval, and the null arm in grey below.
enum ForestChart {
  private static let cellsOnAPage = 40

  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    let metrics = ComparedMetric.allCases.filter { options.metric == nil || options.metric == $0.rawValue }
    return metrics.flatMap { metric in charts(of: run, metric: metric) }
  }

  private static func charts(of run: ChartRun, metric: ComparedMetric) -> [Chart] {
    let rows = run.comparison.filter { $0.metric == metric && ($0.candidate != nil || $0.verdict != nil) }
    guard rows.contains(where: { $0.candidate != nil }) else { return [] }
    let names = CellNames(rows.map(\.cell))
    let pages = ChartPages(rows.map { names.cell($0.cell) }.firstAppearances(), size: cellsOnAPage)
    let layers = ForestLayers(rows, metric: metric)
    return pages.pages.enumerated().map { page, cells in
      let shown = rows.filter { cells.contains(names.cell($0.cell)) }
      return Chart(
        name: pages.name("forest-\(metric.rawValue)", page: page), kind: "forest",
        title: "\(metric.title.capitalizedFirst): candidate against base",
        notes: pages.notes + notes(rows) + run.caption(of: "compare.csv"),
        body: layers.body(shown.map { fields($0, name: names.cell($0.cell)) }, cells: cells))
    }
  }

  private static func notes(_ rows: [ComparedRow]) -> [String] {
    let levels = Set(rows.compactMap(\.level).filter { $0 < 1 }).sorted()
      .map { NumberText.percentage($0).replacing(".0%", with: "%") }
    let interval = levels.isEmpty ? "" : " with its \(levels.joined(separator: " or ")) interval"
    let null =
      rows.contains { $0.null != nil } ? " Grey: a second copy of the base, which should lie on 1." : ""
    var notes = ["The ratio of each cell\(interval).\(null)"]
    if let row = rows.first, !row.baseRevision.isEmpty, !row.candidateRevision.isEmpty {
      notes.append("Base \(row.baseRevision.prefix(10)), candidate \(row.candidateRevision.prefix(10)).")
    }
    return notes
  }

  private static func fields(_ row: ComparedRow, name: String) -> [String: JSONValue] {
    [
      "cell": .string(name), "ratio": .figure(row.candidate?.ratio),
      "low": .figure(row.candidate?.low ?? row.candidate?.ratio),
      "high": .figure(row.candidate?.high ?? row.candidate?.ratio), "null_ratio": .figure(row.null?.ratio),
      "null_low": .figure(row.null?.low ?? row.null?.ratio),
      "null_high": .figure(row.null?.high ?? row.null?.ratio),
      "verdict": .string(row.verdict?.rawValue ?? "none"), "words": .string(words(row)),
    ]
  }

  /// As `slower +4.20%` or `same +0.10%, would have seen 1.1%`.
  private static func words(_ row: ComparedRow) -> String {
    let verdict = row.verdict?.rawValue
    if row.isFromZero { return [verdict, "from 0"].compactMap { $0 }.joined(separator: " ") }
    let change = row.candidate.map { estimate -> String in
      guard (0..<2).contains(estimate.ratio) else { return NumberText.figure(estimate.ratio) + "×" }
      let percent = abs(estimate.ratio - 1) * 100
      return (estimate.ratio < 1 ? "−" : "+") + NumberText.fixed(percent, decimals: percent < 9.995 ? 2 : 1)
        + "%"
    }
    let figures = [verdict, change].compactMap { $0 }.joined(separator: " ")
    switch row.verdict {
    case .slower, .faster: return row.isConfirmed == "false" ? "\(figures), not confirmed" : figures
    case .same, .unresolved:
      return row.detectableRatio.map { "\(figures), would have seen \(NumberText.percentage(abs($0 - 1)))" }
        ?? figures
    case .unfit, .different: return verdict ?? ""
    case nil: return figures
    }
  }
}
