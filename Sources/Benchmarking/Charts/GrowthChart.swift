/// Time against elements in the double logarithmic plane: a picture a kind of workload, a line a subject.
enum GrowthChart {
  /// One subject's sizes, of one seed.
  private struct Curve {
    var subject: String
    var points: [SummaryRow]
    var law: PowerLaw?
  }

  /// Kinds of workload of which some subject has this many sizes: fewer have no power law.
  private static let fewestSizes = 3

  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    let metric = options.metric(of: .growth)
    let rows = run.summary.rows.filter { $0.metric == metric && $0.cell.nodeCount > 0 && $0.p25 > 0 }
    guard let threads = rows.map(\.cell.threads).min() else { return [] }
    let single = rows.filter { $0.cell.threads == threads }
    let machines = run.description?.machinesOfRuns ?? [:]
    let families = single.compactMap(\.cell.family).firstAppearances()
    return families.compactMap { family in
      let curves = curves(single.filter { $0.cell.family == family }, of: family, machines)
      guard curves.contains(where: { $0.law != nil }) else { return nil }
      return chart(family, curves, metric: metric, threads: threads, run: run, options: options)
    }
  }

  /// Times of different kinds of machine make no curve.
  private static func curves(
    _ rows: [SummaryRow], of family: String, _ machines: [String: Set<String>]
  ) -> [Curve] {
    let keys = rows.map { $0.cell.curve(of: family) }.firstAppearances()
    let names = CellNames(keys)
    return keys.compactMap { key in
      let points = rows.filter { $0.cell.curve(of: family) == key }
        .sorted { $0.cell.nodeCount < $1.cell.nodeCount }
      let kinds = points.reduce(into: Set<String>()) { $0.formUnion(machines[$1.runID] ?? []) }
      guard points.count > 1, kinds.count < 2 else { return nil }
      let law =
        Set(points.map(\.cell.nodeCount)).count < fewestSizes
        ? nil : PowerLaw(points.map { (Double($0.cell.nodeCount), $0.median * Double($0.cell.nodeCount)) })
      // Parameters, and the seed if there are several.
      let other = names.workload(key).dropFirst(family.count)
      return Curve(subject: names.subject(key) + other, points: points, law: law)
    }
  }

  private static func chart(
    _ family: String, _ curves: [Curve], metric: Metric, threads: Int, run: ChartRun, options: ChartOptions
  ) -> Chart {
    let factor = { (row: SummaryRow) in options.isPerTree ? Double(row.cell.nodeCount) : 1 }
    let all = curves.flatMap(\.points)
    let largest = all.map { $0.p75 * factor($0) }.max() ?? 0
    let unit = options.isPerTree ? TimeUnit(fitting: largest) : .nanoseconds
    let labels = curves.map { label($0) }
    let rows = zip(curves, labels).flatMap { curve, label in
      curve.points.map { row -> [String: JSONValue] in
        let factor = factor(row) / unit.nanoseconds
        return [
          "subject": .string(label), "workload": .string(row.cell.workload),
          "node_count": .number(Double(row.cell.nodeCount)), "median": .figure(row.median * factor),
          "p25": .figure(row.p25 * factor), "p75": .figure(row.p75 * factor),
          "sample_count": .number(Double(row.sampleCount)),
        ]
      }
    }
    let what = options.isPerTree ? metric.title.replacing("an element", with: "a tree") : metric.title
    let title = "\(what) (\(unit.rawValue))"
    let y = LogAxis(
      all.flatMap { row in [row.p25, row.median, row.p75].map { $0 * factor(row) / unit.nanoseconds } })
    let x = LogAxis(all.map { Double($0.cell.nodeCount) })
    let body = body(labels, rows: rows, x: x, y: y, title: title)
    let workers = threads == 1 ? "one worker" : "\(threads) workers"
    return Chart(
      name: "growth-\(family)" + (options.isPerTree ? "-tree" : "") + options.suffix(of: .growth),
      kind: "growth",
      title: "\(family): \(what), by the tree's elements",
      notes: [
        "Medians with \(workers), and bands from the 25th to the 75th percentile.",
        "k: the time for a tree grows with the k-th power of its elements; with its 95% interval.",
      ] + run.caption(of: run.summarySource), body: body)
  }

  private static func label(_ curve: Curve) -> String {
    guard let law = curve.law else { return curve.subject }
    let figures = [law.exponent, law.interval.lowerBound, law.interval.upperBound].map {
      NumberText.fixed($0, decimals: 2)
    }
    return "\(curve.subject): k = \(figures[0]) (\(figures[1]) to \(figures[2]))"
  }

  private static func body(
    _ labels: [String], rows: [[String: JSONValue]], x: LogAxis, y: LogAxis, title: String
  ) -> JSONValue {
    let legend = "subject, and its exponent k"
    func height(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: y.scale, axis: y.axis())
    }
    let band: JSONValue = [
      "mark": ["type": "area", "opacity": 0.2],
      "encoding": [
        "y": height("p25"), "y2": ["field": "p75"],
        "color": SeriesStyle.color("subject", labels, title: legend),
      ],
    ]
    let line: JSONValue = [
      "mark": ["type": "line", "strokeWidth": 2],
      "encoding": [
        "y": height("median"), "color": SeriesStyle.color("subject", labels, title: legend),
        "strokeDash": SeriesStyle.dash("subject", labels, title: legend),
      ],
    ]
    let points: JSONValue = [
      "mark": ["type": "point", "filled": true, "size": 60, "opacity": 1, "tooltip": ["content": "data"]],
      "encoding": [
        "y": height("median"), "color": SeriesStyle.color("subject", labels, title: legend),
        "shape": SeriesStyle.shape("subject", labels, title: legend),
      ],
    ]
    return [
      "data": VegaLite.data(rows), "width": 460, "height": 320,
      "encoding": [
        "x": VegaLite.quantitative(
          "node_count", title: "elements in the tree (count)", scale: x.scale, axis: x.axis())
      ],
      "layer": [band, line, points],
    ]
  }
}
