import Foundation

/// Medians over several runs, by date and revision: a panel a workload and subject, a line a number of
/// threads. Subjects may be a thousand times apart, so that on an axis together none would be seen to change.
/// Where a line's level changed, by its change points, there is a ring with the change in percent.
package enum TrendChart {
  private static let panelsOnAPage = 12
  /// The longest line of runs that has room below an axis.
  private static let widthOfARun = 64.0

  /// The charts of several runs; none for fewer than two, or where no cell was measured in two of them.
  package static func charts(of runs: [ChartRun], options: ChartOptions = ChartOptions()) -> [Chart] {
    let metric = options.metric(of: .trend)
    let runs = runs.sorted { $0.start < $1.start }
    guard runs.count > 1 else { return [] }
    let labels = labels(runs)
    let points = zip(runs, labels).flatMap { run, label in
      run.summary.rows.filter { $0.metric == metric }.map { (row: $0, run: label) }
    }
    let names = CellNames(points.map(\.row.cell))
    let often = Dictionary(grouping: points, by: \.row.cell).filter { Set($0.value.map(\.run)).count > 1 }
    let drawn = points.filter { often[$0.row.cell] != nil }
    guard !drawn.isEmpty else { return [] }
    let series = Set(drawn.map(\.row.cell.threads)).sorted().map(threadText)
    let changes = often.mapValues { Self.changes(in: $0) }
    func panel(_ cell: CellDescription) -> String { "\(names.workload(cell)) \(names.subject(cell))" }
    let order = Dictionary(grouping: drawn, by: { names.workload($0.row.cell) })
    // A workload's subjects together.
    let panels = drawn.map { names.workload($0.row.cell) }.firstAppearances()
      .flatMap { (order[$0] ?? []).map { panel($0.row.cell) }.firstAppearances() }
    let pages = ChartPages(panels, size: panelsOnAPage)
    return pages.pages.enumerated().map { page, panels in
      let shown = drawn.filter { panels.contains(panel($0.row.cell)) }
      let rows = shown.map { point -> [String: JSONValue] in
        let median = point.row.median
        var fields: [String: JSONValue] = [
          "run": .string(point.run), "run_id": .string(point.row.runID),
          "panel": .string(panel(point.row.cell)), "series": .string(threadText(point.row.cell.threads)),
          "median": .figure(median),
          "low": .figure(point.row.interval.isTelling ? point.row.interval.low : median),
          "high": .figure(point.row.interval.isTelling ? point.row.interval.high : median),
          // Less than this is no change that one should see.
          "least": .figure(median * 0.97), "most": .figure(median * 1.03),
        ]
        fields["change"] = changes[point.row.cell]?[point.run].map { .string($0) }
        return fields
      }
      return Chart(
        name: pages.name("trend" + options.suffix(of: .trend), page: page), kind: "trend",
        title: "\(metric.title.capitalizedFirst) over \(runs.count) runs",
        notes: pages.notes
          + notes(
            shown.map(\.row.interval).filter(\.isTelling).map(\.level),
            hasChanges: rows.contains { $0["change"] != nil })
          + caption(runs),
        body: body(rows, labels: labels, panels: panels, series: series, metric: metric))
    }
  }

  private static func threadText(_ threads: Int) -> String { "\(threads) thread\(threads == 1 ? "" : "s")" }

  private static func notes(_ levels: [Double], hasChanges: Bool) -> [String] {
    let notes = [
      "Medians over each run's samples. Each panel has an axis of its own, which does not begin at 0."
        + MedianInterval.note("Upright lines", levels),
      "Between runs the machine may have changed too.",
    ]
    return hasChanges ? notes + ["A ring: from here on the level is another one, at 99%."] : notes
  }

  /// The change of level at each run that begins another one, in words. A history of fewer than ten runs has none.
  private static func changes(in history: [(row: SummaryRow, run: String)]) -> [String: String] {
    guard let points = try? ChangePoints(in: history.map(\.row.median)).points else { return [:] }
    return points.reduce(into: [:]) { changes, point in
      let share = point.medianAfter / point.medianBefore - 1
      guard share.isFinite else { return }
      changes[history[point.index].run] = (share > 0 ? "+" : "") + NumberText.percentage(share)
    }
  }

  /// Date, time and revision of each run, no two alike.
  private static func labels(_ runs: [ChartRun]) -> [String] {
    var counts: [String: Int] = [:]
    return runs.map { run in
      let label = run.label
      counts[label, default: 0] += 1
      let count = counts[label] ?? 1
      return count == 1 ? label : "\(label) no.\(count)"
    }
  }

  /// The machine of all runs, or that there are several.
  private static func caption(_ runs: [ChartRun]) -> [String] {
    let names = runs.map(\.name).joined(separator: ", ")
    let machines = runs.map { $0.caption(of: "").last ?? "" }.firstAppearances()
    return [names, machines.count == 1 ? machines[0] : "\(machines.count) different machines or builds"]
  }

  private static func body(
    _ rows: [[String: JSONValue]], labels: [String], panels: [String], series: [String], metric: Metric
  ) -> JSONValue {
    let title = "threads"
    let x: JSONValue = [
      "field": "run", "type": "ordinal", "sort": .array(labels.map { .string($0) }),
      "title": "run (date, time in UTC, revision)", "scale": ["domain": .array(labels.map { .string($0) })],
      "axis": ["labelExpr": "split(datum.label, ' ')", "labelAngle": 0, "labelOverlap": true],
    ]
    func height(_ field: String) -> JSONValue {
      VegaLite.quantitative(
        field, title: metric.axisTitle, scale: ["zero": false, "nice": true],
        axis: ["format": ",~r", "tickCount": 5])
    }
    let bars: JSONValue = [
      "mark": ["type": "rule", "strokeWidth": 1.5],
      "encoding": [
        "x": x, "y": height("low"), "y2": ["field": "high"],
        "color": SeriesStyle.color("series", series, title: title),
      ],
    ]
    let line: JSONValue = [
      "mark": ["type": "line", "strokeWidth": 2],
      "encoding": [
        "x": x, "y": height("median"), "color": SeriesStyle.color("series", series, title: title),
        "strokeDash": SeriesStyle.dash("series", series, title: title),
      ],
    ]
    let points: JSONValue = [
      "mark": ["type": "point", "filled": true, "size": 60, "opacity": 1, "tooltip": ["content": "data"]],
      "encoding": [
        "x": x, "y": height("median"), "color": SeriesStyle.color("series", series, title: title),
        "shape": SeriesStyle.shape("series", series, title: title),
      ],
    ]
    // Unseen, so that noise does not fill the panel.
    let room: JSONValue = [
      "mark": ["type": "rule", "opacity": 0],
      "encoding": ["x": x, "y": height("least"), "y2": ["field": "most"]],
    ]
    let width = min(max(Double(labels.count) * widthOfARun, 220), 380)
    let hasChanges = rows.contains { $0["change"] != nil }
    let rings =
      hasChanges ? changeLayers(x, height("median"), SeriesStyle.color("series", series, title: title)) : []
    let panel: JSONValue = [
      "width": .number(width), "height": 120, "layer": .array([room, bars, line, points] + rings),
    ]
    var body = VegaLite.panels("panel", panels, columns: width > 300 ? 2 : 3, each: panel)
    body["data"] = VegaLite.data(rows)
    body["resolve"] = ["scale": ["y": "independent"]]
    return body
  }

  /// A ring around each median that begins another level, and the change above it.
  private static func changeLayers(_ x: JSONValue, _ y: JSONValue, _ color: JSONValue) -> [JSONValue] {
    let transform: JSONValue = [["filter": "isValid(datum.change)"]]
    return [
      [
        "transform": transform, "mark": ["type": "point", "size": 300, "strokeWidth": 2, "filled": false],
        "encoding": ["x": x, "y": y, "color": color],
      ],
      [
        "transform": transform, "mark": ["type": "text", "dy": -16, "fontWeight": "bold"],
        "encoding": ["x": x, "y": y, "color": color, "text": ["field": "change", "type": "nominal"]],
      ],
    ]
  }
}
