/// Allocations, allocated bytes and peak memory: a picture per metric, a panel per workload, a dot per
/// subject.
enum MemoryChart: ChartDefinition {
  static let summary = "allocations, allocated bytes and peak memory"
  static let requirement = "allocations or memory that were measured"
  private static let allMetrics: [Metric] = [.allocCountPerTree, .allocBytesPerTree, .peakResidentBytes]
  static let metrics = allMetrics.map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    allMetrics.filter { request.includes($0.rawValue) }.flatMap { charts(request, metric: $0) }
  }

  private static func charts(_ request: ChartRequest, metric: Metric) -> [Chart] {
    let run = request.run
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: { $0.median >= 0 }) else {
      return []
    }
    let names = CellNames(rows.map(\.cell))
    let dots = rows.map { row in
      DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: row.median,
        label: metric.unit == "bytes" ? byteText(row.median) : NumberText.count(row.median))
    }
    let note =
      metric == .peakResidentBytes
      ? "Medians with \(workers) of the peak of a process that runs the cell alone, on a logarithmic axis."
      : "Medians with \(workers), from a pass that counts and does not time, on a logarithmic axis. 0 has no dot."
    return DotPanels(dots: dots, title: metric.axisTitle, format: "~s").charts { body in
      request.chart(
        named: "memory-\(metric.rawValue)", title: metric.title.capitalizedFirst,
        notes: [note] + run.summaryCaption, body: body)
    }
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
