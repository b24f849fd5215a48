/// Allocations, bytes and peak memory: a picture a metric, a panel a workload, a dot a subject.
enum MemoryChart {
  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    ChartKind.memory.metrics.filter { options.metric == nil || options.metric == $0 }
      .compactMap { Metric(rawValue: $0) }
      .flatMap { charts(of: run, metric: $0) }
  }

  private static func charts(of run: ChartRun, metric: Metric) -> [Chart] {
    let measured = run.summary.rows.filter { $0.metric == metric && $0.median >= 0 }
    guard let threads = measured.map(\.cell.threads).min() else { return [] }
    let rows = measured.filter { $0.cell.threads == threads }
    let names = CellNames(rows.map(\.cell))
    let dots = rows.map { row in
      DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: row.median,
        label: metric.unit == "bytes" ? byteText(row.median) : countText(row.median))
    }
    var panels = DotPanels(dots: dots, title: metric.axisTitle)
    panels.format = "~s"
    let pages = ChartPages(dots.map(\.workload).firstAppearances(), size: DotPanels.panelsOnAPage)
    return pages.pages.enumerated().map { page, workloads in
      Chart(
        name: pages.name("memory-\(metric.rawValue)", page: page), kind: "memory",
        title: metric.title.capitalizedFirst,
        notes: pages.notes + [note(metric, threads: threads)] + run.caption(of: run.summarySource),
        body: panels.body(workloads))
    }
  }

  private static func note(_ metric: Metric, threads: Int) -> String {
    let workers = threads == 1 ? "one worker" : "\(threads) workers"
    return metric == .peakResidentBytes
      ? "Medians with \(workers) of the peak of a process that has the cell alone; the axis is logarithmic."
      : "Medians with \(workers) in a pass that counts and times nothing; the axis is logarithmic, and 0 has no dot."
  }

  /// Whole counts without a point.
  private static func countText(_ count: Double) -> String {
    Int(exactly: count).map(NumberText.grouped) ?? NumberText.figure(count)
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
