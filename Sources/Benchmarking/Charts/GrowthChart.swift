import StrictJSON

/// Time against the number of elements on logarithmic axes: a picture per kind of workload, a line per
/// subject.
enum GrowthChart: ChartDefinition {
  static let summary = "time against tree size, with the exponent that fits"
  static let requirement = "one kind of workload, as feed(10) and feed(100), in three sizes with one subject"
  static let metrics = [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement].map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    let (run, metric, isPerTree) = (request.run, request.metric, request.isPerTree)
    let isShown = { (row: SummaryRow) in row.cell.nodeCount > 0 && row.p25 > 0 }
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: isShown) else { return [] }
    let curves = GrowthCurve.curves(of: rows, machines: run.description.machinesOfRuns)
      .filter { $0.points.count > 1 && !$0.isMixed }
    return curves.map(\.cell.workload).firstAppearances().compactMap { kind in
      let curves = curves.filter { $0.cell.workload == kind }
      guard curves.contains(where: { $0.law != nil }) else { return nil }
      let title = isPerTree ? metric.title.replacing("element", with: "tree") : metric.title
      return request.chart(
        named: "growth-\(kind)" + (isPerTree ? "-tree" : "") + request.suffix,
        title: "\(kind): \(title) against tree size",
        notes: [
          "Medians with \(workers), and bands from the 25th to the 75th percentile.",
          "Exponent k, with its 95% interval: the time per tree grows with the k-th power of the tree's size.",
        ], body: body(curves, metric: metric, isPerTree: isPerTree))
    }
  }

  private static func body(_ curves: [GrowthCurve], metric: Metric, isPerTree: Bool) -> JSONValue {
    let points = curves.flatMap(\.points)
    let elements = { (row: SummaryRow) in isPerTree ? Double(row.cell.nodeCount) : 1 }
    let largest = points.map { $0.p75 * elements($0) }.max() ?? 0
    let unit = isPerTree ? TimeUnit(fitting: largest) : .nanoseconds
    let quartiles = { (row: SummaryRow) in
      [row.p25, row.median, row.p75].map { $0 * (elements(row) / unit.nanoseconds) }
    }
    let labels = labels(curves)
    let rows = zip(curves, labels).flatMap { curve, label in
      curve.points.map { row -> ChartRow in
        let times = quartiles(row)
        return [
          "subject": .string(label), "workload": .string(row.cell.workload),
          "node_count": .number(Double(row.cell.nodeCount)), "p25": .figure(times[0]),
          "median": .figure(times[1]), "p75": .figure(times[2]),
          "sample_count": .number(Double(row.sampleCount)),
        ]
      }
    }
    let timeTitle =
      isPerTree
      ? metric.axisTitle.replacing("ns per element", with: "\(unit.rawValue) per tree") : metric.axisTitle
    let band = ChartLayer("area", ["opacity": 0.2], y: .span("p25", "p75"), by: [.color])
    let sizes = LogScale(points.map { Double($0.cell.nodeCount) })
    return ChartPanel(
      x: .logarithmic("node_count", title: "tree size (elements)", scale: sizes),
      y: .logarithmic("median", title: timeTitle, scale: LogScale(points.flatMap(quartiles))),
      series: ChartSeries(field: "subject", names: labels, title: "subject: exponent k (95% interval)"),
      width: 460, height: 320, layers: [band, .line(), .points(size: 60)]
    ).body(rows)
  }

  /// The subject, with parameters, and the seed if there are several; then the exponent.
  private static func labels(_ curves: [GrowthCurve]) -> [String] {
    let names = CellNames(curves.map(\.cell))
    return curves.map { curve in
      let subject = names.subject(curve.cell) + curve.family.dropFirst(curve.cell.workload.count)
      guard let law = curve.law else { return subject }
      let figures = [law.exponent, law.interval.lowerBound, law.interval.upperBound].map {
        NumberText.fixed($0, decimals: 2)
      }
      return "\(subject): k = \(figures[0]) (\(figures[1]) to \(figures[2]))"
    }
  }
}
