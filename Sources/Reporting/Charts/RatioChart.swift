import Measurement

/// How many times as long as the reference each subject takes: a panel a workload, a bar a subject.
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
    let bars = single.compactMap { row -> BarPanels.Bar? in
      var cell = row.cell
      cell.subject = options.reference
      guard row.cell.subject != options.reference, let base = reference[cell] else { return nil }
      let ratio = row.median / base.median
      let low = row.interval.low / base.interval.high
      let high = row.interval.high / base.interval.low
      return BarPanels.Bar(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: ratio,
        interval: low > 0 && low <= high && high.isFinite ? low...high : nil,
        label: text(ratio),
        group: ratio > 1 ? words.more : words.less)
    }
    guard !bars.isEmpty else { return [] }
    let panels = BarPanels(
      bars: bars, baseline: 1, title: "\(metric.title) / \(options.reference)'s (ratio)",
      groups: [words.less, words.more])
    let pages = ChartPages(bars.map(\.workload).firstAppearances(), size: BarPanels.panelsOnAPage)
    let workers = threads == 1 ? "one worker" : "\(threads) workers"
    return pages.pages.enumerated().map { page, workloads in
      Chart(
        name: pages.name("ratios" + options.suffix(of: .ratios), page: page), kind: "ratios",
        title: "\(metric.title.capitalizedFirst), against \(options.reference)",
        notes: pages.notes + [
          "Medians with \(workers), divided by \(options.reference)'s on the same workload; the axis is logarithmic. "
            + "Thin bars: the most that the medians' 95% intervals allow. No bar: not measured."
        ] + run.caption(of: run.summarySource), body: panels.body(workloads))
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
