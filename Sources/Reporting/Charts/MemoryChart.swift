import Measurement

/// Allocations, bytes and peak memory: a picture a metric, a panel a workload, a bar a subject.
enum MemoryChart {
  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    ChartKind.memory.metrics.filter { options.metric == nil || options.metric == $0 }
      .compactMap { Metric(rawValue: $0) }
      .flatMap { charts(of: run, metric: $0) }
  }

  private static func charts(of run: ChartRun, metric: Metric) -> [Chart] {
    let rows = run.summary.rows.filter { $0.metric == metric && $0.median >= 0 }
    let names = CellNames(rows.map(\.cell))
    let bars = rows.map { row in
      BarPanels.Bar(
        workload: names.workload(row.cell), subject: names.series(row.cell), value: row.median,
        label: metric.unit == "bytes" ? byteText(row.median) : NumberText.figure(row.median))
    }
    guard !bars.isEmpty else { return [] }
    var panels = BarPanels(bars: bars, title: metric.axisTitle)
    panels.format = "~s"
    let pages = ChartPages(bars.map(\.workload).firstAppearances(), size: BarPanels.panelsOnAPage)
    return pages.pages.enumerated().map { page, workloads in
      Chart(
        name: pages.name("memory-\(metric.rawValue)", page: page), kind: "memory",
        title: metric.title.capitalizedFirst,
        notes: pages.notes + [note(metric)] + run.caption(of: run.summarySource),
        body: panels.body(workloads))
    }
  }

  private static func note(_ metric: Metric) -> String {
    metric == .peakResidentBytes
      ? "Medians of the whole process's peak, with all that it holds at that time; the axis is logarithmic."
      : "Medians of a pass that counts and times nothing; the axis is logarithmic, and 0 has no bar."
  }

  /// As `12.3 kB`, by thousands.
  private static func byteText(_ bytes: Double) -> String {
    let units = ["B", "kB", "MB", "GB", "TB"]
    var (value, unit) = (bytes, 0)
    while value >= 999.5 && unit < units.count - 1 {
      value /= 1_000
      unit += 1
    }
    return "\(NumberText.figure(value)) \(units[unit])"
  }
}
