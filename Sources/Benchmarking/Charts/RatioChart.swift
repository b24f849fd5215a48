/// How many times as long as the reference each subject takes: a panel a workload, a dot a subject.
enum RatioChart {
  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    let metric = options.metric(of: .ratios)
    let rows = run.summary.rows.filter { $0.metric == metric && $0.median > 0 }
    guard let threads = rows.map(\.cell.threads).min() else { return [] }
    let single = rows.filter { $0.cell.threads == threads }
    let names = CellNames(single.map(\.cell))
    let reference = Dictionary(
      single.filter { $0.cell.subject == options.reference }.map { ($0.cell, $0) },
      uniquingKeysWith: { first, _ in first })
    let than = "than \(options.reference)"
    let words = (more: "\(metric.words.more) \(than)", less: "\(metric.words.less) \(than)")
    let ratios = CellRatios(run.summary, metric: metric)
    var levels: [Double] = []
    var hasFlags = false
    let dots = single.compactMap { row -> DotPanels.Dot? in
      var cell = row.cell
      cell.subject = options.reference
      guard row.cell.subject != options.reference, let base = reference[cell],
        let ratio = ratios.ratio(of: row.cell, to: cell)
      else { return nil }
      let widest = ratio.interval ?? row.interval.quotient(by: base.interval)
      let interval = widest.flatMap { $0.isTelling ? $0 : nil }
      if let interval { levels.append(interval.level) }
      hasFlags = hasFlags || ratio.isFlagged
      return DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: ratio.value,
        interval: interval.map { $0.low...$0.high },
        label: text(ratio.value) + (ratio.isFlagged ? CellRatio.mark : ""),
        group: ratio.value > 1 ? words.more : words.less)
    }
    guard !dots.isEmpty else { return [] }
    let panels = DotPanels(
      dots: dots, baseline: 1, title: "\(metric.title) / \(options.reference)'s (ratio)",
      groups: [words.less, words.more])
    let pages = ChartPages(dots.map(\.workload).firstAppearances(), size: DotPanels.panelsOnAPage)
    let workers = threads == 1 ? "one worker" : "\(threads) workers"
    return pages.pages.enumerated().map { page, workloads in
      Chart(
        name: pages.name("ratios" + options.suffix(of: .ratios), page: page), kind: "ratios",
        title: "\(metric.title.capitalizedFirst), against \(options.reference)",
        notes: pages.notes + [
          "How many times as much as \(options.reference) on the same workload with \(workers): medians over rounds; the axis is "
            + "logarithmic.\(MedianInterval.note("Lines", levels)) No dot: not measured."
        ] + (hasFlags ? [CellRatio.flagNote] : []) + run.caption(of: run.summarySource),
        body: panels.body(workloads))
    }
  }

  /// As `12.3×`; small ones as the part that they are, `1/4,390`.
  private static func text(_ ratio: Double) -> String {
    ratio < 0.01 ? "1/\(NumberText.figure(1 / ratio))" : "\(NumberText.figure(ratio))×"
  }
}

extension String {
  /// With a capital letter in front, as titles begin.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
