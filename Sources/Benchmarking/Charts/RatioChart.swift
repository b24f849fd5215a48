/// Each subject's cost relative to the reference's: a panel per workload, a dot per subject.
enum RatioChart: ChartDefinition {
  static let summary = "each subject's time relative to a reference's"
  static let requirement = "the reference and another subject on one workload"
  static let metrics = [
    Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement, .allocCountPerTree, .allocBytesPerTree,
  ].map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    let (run, metric, reference) = (request.run, request.metric, request.reference)
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: { $0.median > 0 }) else {
      return []
    }
    let names = CellNames(rows.map(\.cell))
    let bases = Dictionary(
      rows.filter { $0.cell.subject == reference }.map { ($0.cell, $0) }
    ) { first, _ in first }
    let words = metric.unit == "ns" ? (more: "slower", less: "faster") : (more: "more", less: "less")
    let groups = (more: "\(words.more) than \(reference)", less: "\(words.less) than \(reference)")
    let ratios = CellRatios(run.summary, metric: metric)
    var hasFlags = false
    let dots = rows.compactMap { row -> DotPanels.Dot? in
      var cell = row.cell
      cell.subject = reference
      guard row.cell != cell, let base = bases[cell], let ratio = ratios.ratio(of: row.cell, to: cell) else {
        return nil
      }
      hasFlags = hasFlags || ratio.isFlagged
      return DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: ratio.value,
        interval: ratio.shownInterval(of: row, to: base),
        label: text(ratio.value) + (ratio.isFlagged ? CellRatio.mark : ""),
        group: ratio.value > 1 ? groups.more : groups.less)
    }
    let note =
      "Medians over rounds with \(workers), on a logarithmic axis."
      + MedianInterval.note("Lines", dots.compactMap { $0.interval?.level })
    return DotPanels(
      dots: dots, baseline: 1, title: "\(metric.title) / \(reference) (ratio)",
      groups: [groups.less, groups.more]
    ).charts { body in
      request.chart(
        title: "\(metric.title.capitalizedFirst) relative to \(reference)",
        notes: [note] + (hasFlags ? [CellRatio.flagNote] : []) + run.summaryCaption, body: body)
    }
  }

  /// As `12.3×`; small ones as the part that they are, `1/4,390`.
  private static func text(_ ratio: Double) -> String {
    ratio < 0.01 ? "1/\(NumberText.figure(1 / ratio))" : "\(NumberText.figure(ratio))×"
  }
}

extension CellRatio {
  /// Returns the interval over rounds, or without common rounds the widest of both medians' quotient; nil if
  /// it is not worth showing.
  func shownInterval(of row: SummaryRow, to base: SummaryRow) -> MedianInterval? {
    let widest = interval ?? row.interval.quotient(by: base.interval)
    return widest.flatMap { $0.isTelling ? $0 : nil }
  }
}
