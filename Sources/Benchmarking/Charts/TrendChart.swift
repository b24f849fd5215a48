/// Medians over several runs, by date and revision: a panel per workload and subject, a line per number of
/// threads. Subjects may be a thousand times apart, so that no change would be seen on an axis together. A
/// ring with the change in percent marks each run from which on a line's level is another one.
enum TrendChart: ChartDefinition {
  static let summary = "medians over several runs, a panel per workload and subject"
  static let requirement = "two runs or more"
  static let metrics = Metric.allCases.map(\.rawValue)

  private struct Point {
    var row: SummaryRow
    var run: String
  }

  static func charts(_ request: ChartRequest) -> [Chart] {
    guard request.runs.count > 1 else { return [] }
    let metric = request.metric
    let runs = request.runs.sorted { $0.start < $1.start }
    let labels = runs.map(\.label).numbered(after: " no.")
    let measured = zip(runs, labels).flatMap { run, label in
      run.summary.rows.filter { $0.metric == metric }.map { Point(row: $0, run: label) }
    }
    let histories = Dictionary(grouping: measured, by: \.row.cell)
      .filter { Set($0.value.map(\.run)).count > 1 }
    let points = measured.filter { histories[$0.row.cell] != nil }
    let changes = histories.mapValues { changesOfLevel(in: $0) }
    let names = CellNames(measured.map(\.row.cell))
    let panelName = { (cell: CellDescription) in "\(names.workload(cell)) \(names.subject(cell))" }
    // A workload's subjects side by side.
    let workloads = Dictionary(grouping: points.map(\.row.cell), by: names.workload)
    let panels = points.map { names.workload($0.row.cell) }.firstAppearances()
      .flatMap { (workloads[$0] ?? []).map(panelName).firstAppearances() }
    let series = ChartSeries(
      field: "series", names: Set(points.map(\.row.cell.threads)).sorted().map(threadText), title: "threads")
    return Chart.pages(of: panels, size: 12) { panels in
      let shown = points.filter { panels.contains(panelName($0.row.cell)) }
      let rows = shown.map {
        row($0, panel: panelName($0.row.cell), change: changes[$0.row.cell]?[$0.run])
      }
      let hasChanges = rows.contains { $0["change"] != nil }
      let panel = panel(metric, labels: labels, series: series, hasChanges: hasChanges)
      var body = panel.body(rows, panelsBy: "panel", panels, columns: labels.count > 4 ? 2 : 3)
      body["resolve"] = ["scale": ["y": "independent"]]
      let levels = shown.map(\.row.interval).filter(\.isTelling).map(\.level)
      return request.chart(
        title: "\(metric.title.capitalizedFirst) over \(runs.count) runs",
        notes: [
          "Medians over each run's samples. Each panel has an axis of its own, which does not start at 0."
            + MedianInterval.note("Vertical lines", levels),
          "The machine may have changed between runs.",
        ] + (hasChanges ? ["A ring: the level changes here, at 99% confidence."] : []) + caption(of: runs),
        body: body)
    }
  }

  private static func threadText(_ threads: Int) -> String { NumberText.counted(threads, "thread") }

  private static func row(_ point: Point, panel: String, change: String?) -> ChartRow {
    let (median, interval) = (point.row.median, point.row.interval)
    var row: ChartRow = [
      "run": .string(point.run), "run_id": .string(point.row.runID), "panel": .string(panel),
      "series": .string(threadText(point.row.cell.threads)), "median": .figure(median),
      "low": .figure(interval.isTelling ? interval.low : median),
      "high": .figure(interval.isTelling ? interval.high : median),
      // Less than this is no change that one should see.
      "least": .figure(median * 0.97), "most": .figure(median * 1.03),
    ]
    row["change"] = change.map { .string($0) }
    return row
  }

  private static func panel(
    _ metric: Metric, labels: [String], series: ChartSeries, hasChanges: Bool
  ) -> ChartPanel {
    let runs: ChartRow = [
      "type": "ordinal", "sort": .strings(labels), "scale": ["domain": .strings(labels)],
      "axis": ["labelExpr": "split(datum.label, ' ')", "labelAngle": 0, "labelOverlap": true],
    ]
    let isChange = "isValid(datum.change)"
    let rings = [
      ChartLayer(
        "point", ["size": 300, "strokeWidth": 2, "filled": false], by: [.color], where: isChange),
      ChartLayer("text", ["dy": -16, "fontWeight": "bold"], by: [.color], text: "change", where: isChange),
    ]
    // Unseen, so that noise does not fill the panel.
    let room = ChartLayer("rule", ["opacity": 0], y: .span("least", "most"))
    return ChartPanel(
      x: ChartAxis(field: "run", title: "run (date, time in UTC, revision)", properties: runs),
      y: .linear(
        "median", title: metric.axisTitle, scale: ["zero": false, "nice": true],
        axis: ["format": ",~r", "tickCount": 5]),
      series: series,
      // As wide as the labels of its runs need, within reason.
      width: .number(min(max(Double(labels.count) * 64, 220), 380)), height: 120,
      layers: [room, .intervals("low", "high"), .line(), .points(size: 60)] + (hasChanges ? rings : []))
  }

  /// The change of level at each run that begins another one: `+10.0%`. A history of fewer than ten runs has
  /// none.
  private static func changesOfLevel(in history: [Point]) -> [String: String] {
    guard let points = try? ChangePoints(in: history.map(\.row.median)).points else { return [:] }
    return points.reduce(into: [:]) { changes, point in
      let share = point.medianAfter / point.medianBefore - 1
      guard share.isFinite else { return }
      changes[history[point.index].run] = (share > 0 ? "+" : "") + NumberText.percentage(share)
    }
  }

  /// The runs, then the machine of all of them, or that there are several.
  private static func caption(of runs: [ChartRun]) -> [String] {
    let machines = runs.map { $0.caption(of: "").last ?? "" }.firstAppearances()
    return [
      runs.map(\.name).joined(separator: ", "),
      machines.count == 1 ? machines[0] : "\(machines.count) different machines or builds",
    ]
  }
}
