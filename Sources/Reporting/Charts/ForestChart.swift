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
    let cells = rows.map { names.cell($0.cell) }.firstAppearances()
    let pages = ChartPages(cells, size: cellsOnAPage)
    let (scale, axis) = axis(rows)
    return pages.pages.enumerated().map { page, cells in
      let shown = rows.filter { cells.contains(names.cell($0.cell)) }
      let title = "\(metric.title), candidate / base (ratio)"
      return Chart(
        name: pages.name("forest-\(metric.rawValue)", page: page), kind: "forest",
        title: "\(metric.title.capitalizedFirst): candidate against base",
        notes: pages.notes + [note(rows)] + run.caption(of: "compare.csv"),
        body: body(
          shown.map { fields($0, name: names.cell($0.cell)) }, cells: cells, title: title, scale: scale,
          axis: axis))
    }
  }

  private static func note(_ rows: [ComparedRow]) -> String {
    let levels = Set(rows.compactMap(\.level)).sorted().map {
      NumberText.percentage($0).replacing(".0%", with: "%")
    }
    let interval = levels.isEmpty ? "its interval" : "its \(levels.joined(separator: " or ")) interval"
    let sides = [rows.first?.baseRevision, rows.first?.candidateRevision].map {
      $0.map { String($0.prefix(10)) } ?? ""
    }
    let names = sides.contains("") ? "" : " Base \(sides[0]), candidate \(sides[1])."
    let null =
      rows.contains { $0.null != nil } ? " Grey: a second copy of the base, which should lie on 1." : ""
    return "The ratio of each cell with \(interval).\(null)\(names)"
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

  /// As `slower, +4.2%` or `same, would have seen 1.1%`.
  private static func words(_ row: ComparedRow) -> String {
    let change = row.candidate.map { estimate -> String in
      if estimate.ratio >= 2 { return NumberText.figure(estimate.ratio) + "×" }
      let percent = abs(estimate.ratio - 1) * 100
      return (estimate.ratio < 1 ? "−" : "+") + NumberText.fixed(percent, decimals: percent < 9.995 ? 2 : 1)
        + "%"
    }
    let figure = change ?? "not a number to draw"
    switch row.verdict {
    case .slower, .faster:
      let confirmation = row.isConfirmed == "false" ? ", not confirmed" : ""
      return "\(row.verdict?.rawValue ?? "") \(figure)\(confirmation)"
    case .same, .unresolved:
      let seen = row.detectableRatio.map { ", would have seen \(NumberText.percentage(abs($0 - 1)))" } ?? ""
      return "\(row.verdict?.rawValue ?? "") \(figure)\(seen)"
    case .unfit, .different: return row.verdict?.rawValue ?? ""
    case nil: return figure
    }
  }

  /// Linear and as far to the left of 1 as to the right; logarithmic where something is more than twice or less than half.
  private static func axis(_ rows: [ComparedRow]) -> (scale: JSONValue, axis: JSONValue) {
    let ends = rows.flatMap { row in
      [row.candidate, row.null].compactMap { $0 }.flatMap {
        [$0.ratio, $0.low ?? $0.ratio, $0.high ?? $0.ratio]
      }
    }.filter { $0 > 0 }
    let (low, high) = (ends.min() ?? 1, ends.max() ?? 1)
    guard low > 0.5 && high < 2 else {
      let axis = LogAxis([min(low, 0.9), max(high, 1.1)])
      return (axis.scale, axis.axis())
    }
    let half = max(1 - low, high - 1, 0.01) * 1.05
    return (
      ["domain": [.figure(1 - half), .figure(1 + half)], "nice": false, "zero": false],
      ["format": ".4~f", "tickCount": 7]
    )
  }

  private static func body(
    _ rows: [[String: JSONValue]], cells: [String], title: String, scale: JSONValue, axis: JSONValue
  ) -> JSONValue {
    func across(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: scale, axis: axis)
    }
    // In this order the theme's colours are blue for faster, vermilion for slower and green for same.
    let verdicts = ["faster", "slower", "same", "unresolved", "unfit", "different", "none"]
    func verdict(_ encoding: JSONValue) -> JSONValue {
      var encoding = encoding
      encoding["legend"] = JSONValue.null
      return encoding
    }
    let color = verdict(SeriesStyle.color("verdict", verdicts, title: "verdict"))
    let one: JSONValue = [
      "data": VegaLite.data([["ratio": 1]]),
      "mark": ["type": "rule", "style": "reference", "strokeWidth": 1.5],
      "encoding": ["x": across("ratio")],
    ]
    func side(_ text: String, _ align: String, _ offset: Int) -> JSONValue {
      [
        "data": VegaLite.data([["ratio": 1]]),
        "mark": [
          "type": "text", "style": "referenceLabel", "align": .string(align), "dx": .number(Double(offset)),
          "text": .string(text),
        ],
        "encoding": ["x": across("ratio"), "y": ["value": -8]],
      ]
    }
    let y = VegaLite.names("cell", cells)
    let null: [JSONValue] = [
      [
        "mark": ["type": "rule", "style": "null", "strokeWidth": 1.5, "yOffset": 6],
        "encoding": ["y": y, "x": across("null_low"), "x2": ["field": "null_high"]],
      ],
      [
        "mark": ["type": "point", "style": "null", "filled": true, "size": 18, "yOffset": 6],
        "encoding": ["y": y, "x": across("null_ratio")],
      ],
    ]
    let candidate: [JSONValue] = [
      [
        "mark": ["type": "rule", "strokeWidth": 2.5, "yOffset": -2],
        "encoding": ["y": y, "x": across("low"), "x2": ["field": "high"], "color": color],
      ],
      [
        "mark": [
          "type": "point", "filled": true, "size": 70, "opacity": 1, "yOffset": -2,
          "tooltip": ["content": "data"],
        ],
        "encoding": [
          "y": y, "x": across("ratio"), "color": color,
          "shape": verdict(SeriesStyle.shape("verdict", verdicts, title: "verdict")),
        ],
      ],
    ]
    let words: JSONValue = [
      "mark": ["type": "text", "style": "label", "align": "left"],
      "encoding": ["y": y, "x": ["value": 432], "text": ["field": "words", "type": "nominal"]],
    ]
    let sides = [side("← faster or less", "right", -8), side("slower or more →", "left", 8)]
    return [
      "data": VegaLite.data(rows), "width": 420, "height": ["step": 24],
      "layer": .array([one] + sides + null + candidate + [words]),
    ]
  }
}
