import Foundation

/// Latency by percentile: a panel per workload, a line per subject and number of threads. The percentiles'
/// axis is logarithmic in 1 / (1 − p), so that each further nine has as much room as the one before.
enum LatencyChart: ChartDefinition {
  static let summary = "latency by percentile, from latency.csv"
  static let requirement = "a latency.csv with counts"
  static let metrics: [String] = []

  /// A step of a line: one in `timesRarer` trees takes longer than `nanoseconds`.
  private struct Step {
    var timesRarer: Double
    var nanoseconds: Double
  }

  static func charts(_ request: ChartRequest) -> [Chart] {
    let buckets = request.run.latencies.mapValues(\.buckets)
    let cells = request.run.samples.map(\.cell).firstAppearances().filter { buckets[$0] != nil }
    let names = CellNames(cells)
    let y = ChartAxis.times(
      "nanoseconds", title: "latency (time per tree)",
      scale: LogScale(buckets.values.joined().map { Double($0.upperNanoseconds) }))
    let x = axis(rarest: buckets.values.map { $0.reduce(0) { $0 + Double($1.count) } }.max() ?? 1)
    let series = ChartSeries(
      field: "series", names: cells.map(names.series).firstAppearances(), title: names.seriesTitle)
    // The end of each line has its shape.
    let ends = ChartLayer(
      "point", ["filled": true, "size": 60, "opacity": 1], by: [.color, .shape], where: "datum.is_last")
    return Chart.pages(of: cells.map(names.workload).firstAppearances(), size: 6) { workloads in
      let rows = cells.filter { workloads.contains(names.workload($0)) }.flatMap { cell in
        let steps = steps(buckets[cell] ?? [])
        return steps.enumerated().map { index, step -> ChartRow in
          [
            "workload": .string(names.workload(cell)), "series": .string(names.series(cell)),
            "times_rarer": .figure(step.timesRarer),
            "percentile": .figure(100 * (1 - 1 / step.timesRarer)),
            "nanoseconds": .figure(step.nanoseconds),
            "is_last": .bool(index == steps.count - 1),
          ]
        }
      }
      let isAlone = workloads.count == 1
      let panel = ChartPanel(
        x: x, y: y, series: series, width: isAlone ? 460 : 330, height: isAlone ? 300 : 220,
        layers: [.line(["interpolate": "step-before", "tooltip": ["content": "data"]]), ends])
      return request.chart(
        title: "Latency per tree by percentile",
        notes: ["The share of trees that took this long or less. Each line ends at the maximum."],
        file: "latency.csv",
        body: panel.body(rows, panelsBy: "workload", workloads, columns: 2))
    }
  }

  /// With ticks at 0, 50, 90, 99, 99.9% and so on. There is no room for a text at 0.
  private static func axis(rarest: Double) -> ChartAxis {
    let end = max(rarest, 10)
    let nines = (1...max(1, Int(log10(end).rounded(.up)))).map { pow(10, Double($0)) }
    return .linear(
      "times_rarer", title: "percentile (%)",
      scale: ["type": "log", "domain": .numbers([1, end]), "nice": false],
      axis: [
        "values": .numbers(([1, 2] + nines).filter { $0 <= end }),
        "labelExpr": "datum.value == 1 ? '' : format(100 * (1 - 1 / datum.value), '.9~f') + '%'",
      ])
  }

  /// A cell's line, from the shortest latency to the longest, in at most about 200 steps: more cannot be told
  /// apart.
  private static func steps(_ buckets: [LatencyHistogram.Bucket]) -> [Step] {
    // A logarithmic axis has no place for 0.
    let counts = buckets.map { (upper: Double(max(1, $0.upperNanoseconds)), count: Double($0.count)) }
    let total = counts.reduce(0) { $0 + $1.count }
    var steps = [Step(timesRarer: 1, nanoseconds: counts[0].upper)]
    let distance = log(max(total, 2)) / 200
    var below = 0.0
    for (upper, count) in counts {
      below += count
      // Nothing is rarer than one in all.
      let timesRarer = below < total ? total / (total - below) : total
      let last = steps[steps.count - 1].timesRarer
      if log(timesRarer) - log(last) >= distance || below >= total {
        steps.append(Step(timesRarer: max(timesRarer, last), nanoseconds: upper))
      }
    }
    return steps
  }
}
