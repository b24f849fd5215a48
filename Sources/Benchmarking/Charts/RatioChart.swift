/// Each subject's cost relative to the reference's: a panel per workload, a dot per subject.
enum RatioChart: ChartDefinition {
  static let summary = "each subject's time relative to a reference's"
  static let requirement = "the reference and another subject on one workload"
  static let metrics = [
    Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement, .allocCountPerTree, .allocBytesPerTree,
  ].map(\.rawValue)

  static func charts(of runs: [ChartRun], options: ChartOptions) -> [Chart] {
    let (run, reference) = (runs[0], options.reference)
    let metric = options.metric(of: .ratios)
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: { $0.median > 0 }) else {
      return []
    }
    let names = CellNames(rows.map(\.cell))
    let bases = Dictionary(
      rows.filter { $0.cell.subject == reference }.map { ($0.cell, $0) }
    ) { first, _ in first }
    let groups = (
      more: "\(metric.words.more) than \(reference)", less: "\(metric.words.less) than \(reference)"
    )
    let ratios = CellRatios(run.summary, metric: metric)
    var levels: [Double] = []
    var hasFlags = false
    let dots = rows.compactMap { row -> DotPanels.Dot? in
      var cell = row.cell
      cell.subject = reference
      guard row.cell != cell, let base = bases[cell], let ratio = ratios.ratio(of: row.cell, to: cell) else {
        return nil
      }
      let widest = ratio.interval ?? row.interval.quotient(by: base.interval)
      let interval = widest.flatMap { $0.isTelling ? $0 : nil }
      if let interval { levels.append(interval.level) }
      hasFlags = hasFlags || ratio.isFlagged
      return DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: ratio.value,
        interval: interval.map { $0.low...$0.high },
        label: text(ratio.value) + (ratio.isFlagged ? CellRatio.mark : ""),
        group: ratio.value > 1 ? groups.more : groups.less)
    }
    let note =
      "Medians over rounds with \(workers), on a logarithmic axis.\(MedianInterval.note("Lines", levels)) "
      + "A subject without a dot was not measured."
    return DotPanels(
      dots: dots, baseline: 1, title: "\(metric.title) / \(reference) (ratio)",
      groups: [groups.less, groups.more]
    ).charts { body in
      Chart(
        name: "ratios" + options.suffix(of: .ratios), kind: "ratios",
        title: "\(metric.title.capitalizedFirst) relative to \(reference)",
        notes: [note] + (hasFlags ? [CellRatio.flagNote] : []) + run.caption(of: run.summarySource),
        body: body)
    }
  }

  /// As `12.3×`; small ones as the part that they are, `1/4,390`.
  private static func text(_ ratio: Double) -> String {
    ratio < 0.01 ? "1/\(NumberText.figure(1 / ratio))" : "\(NumberText.figure(ratio))×"
  }
}
