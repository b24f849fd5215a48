import Measuring
import StrictJSON

/// Time against the number of elements on logarithmic axes: a picture per kind of workload, a line per
/// subject.
enum GrowthChart: ChartDefinition {
  static let summary = "time against tree size, with the exponent that fits"
  static let requirement = "one kind of workload, as feed(10) and feed(100), in three sizes with one subject"
  static let metrics = [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement].map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    let (run, metric) = (request.run, request.metric)
    let isShown = { (row: SummaryRow) in row.cell.nodeCount > 0 && row.p25 > 0 }
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: isShown) else { return [] }
    let curves = GrowthCurve.curves(of: rows, machines: run.description.machinesOfRuns)
      .filter { $0.points.count > 1 && !$0.isMixed }
    return curves.map(\.cell.workload).firstAppearances().compactMap { kind in
      let curves = curves.filter { $0.cell.workload == kind }
      guard curves.contains(where: { $0.law != nil }) else { return nil }
      return request.chart(
        named: "growth-\(kind)" + request.suffix, title: "\(kind): \(metric.title) against tree size",
        notes: [
          "Medians with \(workers), and bands from the 25th to the 75th percentile.",
          "Exponent k, with its 95% interval: the time per tree grows with the k-th power of the tree's size.",
        ], body: body(curves, metric: metric))
    }
  }

  private static func body(_ curves: [GrowthCurve], metric: Metric) -> JSONValue {
    let points = curves.flatMap(\.points)
    let labels = labels(curves)
    let rows = zip(curves, labels).flatMap { curve, label in
      curve.points.map { row -> ChartRow in
        [
          "subject": .string(label), "workload": .string(row.cell.workload),
          "node_count": .number(Double(row.cell.nodeCount)), "p25": .figure(row.p25),
          "median": .figure(row.median), "p75": .figure(row.p75),
          "sample_count": .number(Double(row.sampleCount)),
        ]
      }
    }
    let band = ChartLayer("area", ["opacity": 0.2], y: .span("p25", "p75"), by: [.color])
    let sizes = LogScale(points.map { Double($0.cell.nodeCount) })
    let times = LogScale(points.flatMap { [$0.p25, $0.median, $0.p75] })
    return ChartPanel(
      x: .logarithmic("node_count", title: "tree size (elements)", scale: sizes),
      y: .logarithmic("median", title: metric.axisTitle, scale: times),
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
