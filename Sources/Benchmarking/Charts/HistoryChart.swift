/// The ratios of a history of commits, by commit: a panel per workload and subject, as for a trend of runs.
extension RevisionHistory {
  /// Returns the charts; none if fewer than two commits were measured.
  package var charts: [Chart] {
    let names = CellNames(cells)
    let labels = commits.map { "\($0.date.prefix(10)) \($0.revision.prefix(7))" }
    let labelOf = Dictionary(zip(commits, labels)) { $1 }
    let steps = steps(of: .wallNanoseconds)
    let measured = points.filter { $0.metric == .wallNanoseconds && $0.ratio != nil }
    guard Set(measured.map(\.commit)).count > 1 else { return [] }
    let series = ChartSeries(
      field: "series", names: Set(cells.map(\.threads)).sorted().map(TrendChart.threadText), title: "threads")
    let panels = cells.map { TrendChart.panelName($0, names) }.firstAppearances()
    let hasChanges = !steps.isEmpty
    let panel = TrendChart.panel(
      x: "commit (date, revision)", y: "time relative to the first commit (ratio)", labels: labels,
      series: series,
      hasChanges: hasChanges)
    return Chart.pages(of: panels, size: 12) { shown in
      let rows = measured.compactMap { point -> ChartRow? in
        let name = TrendChart.panelName(point.cell, names)
        guard shown.contains(name), let ratio = point.ratio, let label = labelOf[point.commit] else {
          return nil
        }
        let step = steps.first { $0.cell == point.cell && $0.after.commit == point.commit }
        return TrendChart.row(
          run: label, panel: name, threads: point.cell.threads, median: ratio.ratio,
          interval: point.hasInterval ? (ratio.low, ratio.high) : nil, change: step?.estimate?.change)
      }
      var body = panel.body(rows, panelsBy: "panel", shown, columns: labels.count > 4 ? 2 : 3)
      body["resolve"] = ["scale": ["y": "independent"]]
      let change =
        "A ring: the level changes here, or between here and the last commit that certainly differs."
      return Chart(
        name: "history", kind: "history", title: "Time over \(commits.count) commits, relative to the first",
        notes: [
          "Each commit was measured in turns with the first one. Vertical lines: the interval of the ratio. Each "
            + "panel has an axis of its own, which does not start at 0."
        ] + (hasChanges ? [change] : []), body: body)
    }
  }
}
