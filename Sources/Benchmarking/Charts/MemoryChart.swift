/// Allocations, allocated bytes and peak memory: a picture per metric, a panel per workload, a dot per
/// subject.
enum MemoryChart: ChartDefinition {
  static let summary = "allocations, allocated bytes and peak memory"
  static let requirement = "allocations or memory that were measured"
  private static let allMetrics: [Metric] = [.allocCountPerTree, .allocBytesPerTree, .peakResidentBytes]
  static let metrics = allMetrics.map(\.rawValue)

  static func charts(of runs: [ChartRun], options: ChartOptions) -> [Chart] {
    allMetrics.filter { options.metric == nil || options.metric == $0.rawValue }.flatMap { metric in
      charts(of: runs[0], metric: metric)
    }
  }

  private static func charts(of run: ChartRun, metric: Metric) -> [Chart] {
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: { $0.median >= 0 }) else {
      return []
    }
    let names = CellNames(rows.map(\.cell))
    let dots = rows.map { row in
      DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: row.median,
        label: metric.unit == "bytes" ? byteText(row.median) : countText(row.median))
    }
    let note =
      metric == .peakResidentBytes
      ? "Medians with \(workers) of the peak of a process that runs the cell alone, on a logarithmic axis."
      : "Medians with \(workers), from a pass that counts and does not time, on a logarithmic axis. 0 has no dot."
    return DotPanels(dots: dots, title: metric.axisTitle, format: "~s").charts { body in
      Chart(
        name: "memory-\(metric.rawValue)", kind: "memory", title: metric.title.capitalizedFirst,
        notes: [note] + run.caption(of: run.summarySource), body: body)
    }
  }

  /// Whole counts without a point.
  private static func countText(_ count: Double) -> String {
    Int(exactly: count).map(NumberText.grouped) ?? NumberText.figure(count)
  }

  /// As `12.3 kB`, by thousands.
  private static func byteText(_ bytes: Double) -> String {
    var value = bytes
    var units = ["B", "kB", "MB", "GB", "TB"][...]
    while value >= 999.5 && units.count > 1 {
      value /= 1_000
      units = units.dropFirst()
    }
    return "\(NumberText.figure(value)) \(units.first ?? "")"
  }
}
