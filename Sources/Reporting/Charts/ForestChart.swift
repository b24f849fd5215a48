import Measuring
import StrictJSON

/// A comparison's forest plot: a picture per metric, a line per cell with its ratio and interval. There is no ratio to 0:
/// if the base's count is 0, the cell's difference is given in words alone.
struct ForestChart: ChartDefinition {
  static let summary = "a comparison's ratios with their intervals, from compare.json"
  static let requirement = "a compare.json with ratios"
  static let metrics = ComparedMetric.allCases.map(\.rawValue)

  private let metric: ComparedMetric
  private let comparison: Comparison
  private let rows: [MetricComparison]

  private init(_ comparison: Comparison, metric: ComparedMetric) {
    self.metric = metric
    self.comparison = comparison
    rows = comparison.rows.filter { $0.metric == metric }
  }

  static func charts(_ request: ChartRequest) -> [Chart] {
    guard let comparison = request.run.comparison else { return [] }
    return ComparedMetric.allCases.filter { request.includes($0.rawValue) }
      .map { ForestChart(comparison, metric: $0) }
      .filter { request.metricName != nil || !$0.isAllEqual }
      .flatMap { $0.charts(request) }
  }

  /// True if the metric's counts are all equal, so that a picture would show nothing.
  private var isAllEqual: Bool {
    metric.kind != .timed && rows.allSatisfy { $0.difference == 0 }
  }

  private func charts(_ request: ChartRequest) -> [Chart] {
    let names = CellNames(rows.map(\.cell))
    // All pictures of a metric have the same axis.
    let axis = self.axis
    return Chart.pages(of: rows.map { names.cell($0.cell) }.firstAppearances(), size: 40) { cells in
      let shown = rows.filter { cells.contains(names.cell($0.cell)) }
      return request.chart(
        named: "forest-\(metric.rawValue)",
        title: "\(metric.title.capitalizedFirst): candidate relative to base",
        notes: notes, file: "compare.json",
        body: panel(x: axis, cells: cells).body(shown.map { row($0, name: names.cell($0.cell)) }))
    }
  }

  private var notes: [String] {
    // Counts have no interval, and the level 1.
    let levels = Set(rows.filter(\.hasInterval).map(\.level).filter { $0 > 0 && $0 < 1 }).sorted()
    var note = "The ratio of each cell"
    if !levels.isEmpty {
      let texts = levels.map(NumberText.confidence).firstAppearances()
      note += " with its \(texts.joined(separator: " or ")) interval"
    }
    note += "."
    func revision(_ side: Comparison.Side) -> String {
      side.revision.map { GitState(revision: $0, isDirty: side.isDirty).description } ?? side.name
    }
    return [note, "Base: \(revision(comparison.base)). Candidate: \(revision(comparison.candidate))."]
  }

  private func row(_ row: MetricComparison, name: String) -> ChartRow {
    // The interval of a count is the count.
    let hasInterval = row.hasInterval || row.metric.kind != .timed
    let own = hasInterval ? row.candidate : nil
    return [
      "cell": .string(name), "ratio": .figure(row.candidate.ratio), "low": .figure(own?.low),
      "high": .figure(own?.high), "verdict": .string(row.verdict.rawValue), "words": .string(words(row)),
    ]
  }

  /// The change as `+4.2% slower`, `+3 more` or `+0.1%, not above 1.1%`.
  private func words(_ row: MetricComparison) -> String {
    guard let change = row.changeText else { return row.verdict.rawValue }
    switch row.verdict {
    case .same, .unresolved:
      let excluded = row.excludedRatio.map { ", not above \(NumberText.change(max($0 - 1, 0)))" }
      return "\(change)\(excluded ?? "")"
    case .slower, .faster, .different: return change
    }
  }

  /// Linear, as far to the left of 1 as to the right; logarithmic if a value is halved or doubled.
  private var axis: ChartAxis {
    let title = "\(metric.title), candidate / base (ratio)"
    let ends = rows.flatMap { [$0.candidate.ratio, $0.candidate.low, $0.candidate.high] }.filter {
      $0 > 0 && $0.isFinite
    }
    let (low, high) = (ends.min() ?? 1, ends.max() ?? 1)
    guard low > 0.5 && high < 2 else {
      return .logarithmic("ratio", title: title, scale: LogScale([min(low, 0.9), max(high, 1.1)]))
    }
    let half = max(1 - low, high - 1, 0.01) * 1.05
    return .linear(
      "ratio", title: title,
      scale: ["domain": [.figure(1 - half), .figure(1 + half)], "nice": false, "zero": false],
      axis: ["format": ".4~f", "tickCount": 7])
  }

  private func panel(x: ChartAxis, cells: [String]) -> ChartPanel {
    let width = 420.0
    // Above the first cell.
    func side(_ text: String, _ align: JSONValue, _ offset: JSONValue) -> ChartLayer {
      ChartLayer(
        "text", ["style": "referenceLabel", "align": align, "dx": offset, "text": .string(text)],
        y: .pixels(-8), rows: [[x.field: 1]])
    }
    let words = metric.kind == .timed ? (more: "slower", less: "faster") : (more: "more", less: "less")
    // A logarithmic axis has no place for an end that is missing or 0.
    let interval = ChartLayer(
      "rule", ["strokeWidth": 2.5], x: .span("low", "high"), by: [.color],
      where: "datum.low > 0 && datum.high > 0")
    let layers: [ChartLayer] = [
      .reference(at: 1, of: x.field),
      side("← \(words.less)", "right", -8), side("\(words.more) →", "left", 8), interval, .points(size: 70),
      ChartLayer("text", ["style": "label", "align": "left"], x: .pixels(width + 12), text: "words"),
    ]
    return ChartPanel(
      x: x, y: .names("cell", cells),
      // In this order the themes' colours are blue for faster, vermilion for slower and green for same. The
      // words at the right are the legend.
      series: ChartSeries(
        field: "verdict", names: ["faster", "slower", "same", "unresolved", "different"],
        title: "verdict", legend: .null),
      width: .number(width), height: ["step": 24], layers: layers)
  }
}
