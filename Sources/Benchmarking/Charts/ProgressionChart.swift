import Foundation

/// Every sample over the time of the run, divided by its cell's median: what all cells do together is drift
/// of the machine.
enum ProgressionChart: ChartDefinition {
  static let summary = "every sample over the run, which shows drift"
  static let requirement = "three samples of a cell"
  static let metrics = Metric.allCases.filter { $0.pass == .time }.map(\.rawValue)

  private struct Point {
    var time: Double
    var ratio: Double
    var cell: CellID
  }

  /// More would make the picture large. All samples count in the line.
  private static let mostDots = 1_500

  static func charts(_ request: ChartRequest) -> [Chart] {
    let (run, metric) = (request.run, request.metric)
    let (points, isTimed) = points(of: run, metric: metric)
    guard let ratios = SortedSample(points.map(\.ratio)) else { return [] }
    // One sample in a hundred lies beyond the end.
    let domain = min(0.9, ratios.quantile(0.005))...max(1.1, ratios.quantile(0.99))
    let dots =
      points.count <= mostDots ? points : (0..<mostDots).map { points[$0 * points.count / mostDots] }
    let (names, series) = names(of: points.map(\.cell).firstAppearances())
    let rows = dots.map { dot -> ChartRow in
      let ratio = min(max(dot.ratio, domain.lowerBound), domain.upperBound)
      return ["time": .figure(dot.time), "ratio": .figure(ratio), "cell": .string(names[dot.cell] ?? "")]
    }
    let panel = ChartPanel(
      x: .linear(
        "time", title: isTimed ? "time since the first sample (s)" : "samples since the first (count)",
        axis: ["format": ",~r"]),
      y: .linear(
        "ratio", title: "\(metric.title) / median of the cell (ratio)",
        scale: [
          "domain": [.figure(domain.lowerBound), .figure(domain.upperBound)], "zero": false, "clamp": true,
        ]),
      series: series.count > 1 ? ChartSeries(field: "cell", names: series, title: "") : nil,
      width: 620, height: 320,
      layers: [
        .points(size: 14, ["opacity": 0.45], rows: rows),
        ChartLayer("area", ["style": "emphasisBand"], y: .span("p25", "p75")),
        ChartLayer(
          "rule", ["style": "reference", "strokeDash": [4, 4]], x: .everywhere, rows: [["ratio": 1]]),
        ChartLayer("line", ["style": "emphasis", "strokeWidth": 2.5]),
      ])
    let beyond = points.count { !domain.contains($0.ratio) }
    var note =
      "Each dot is a sample. Line and band: median and 25th to 75th percentile of all cells' samples "
      + "over a stretch of the run."
    if dots.count < points.count {
      note += " \(NumberText.grouped(dots.count)) of \(NumberText.grouped(points.count)) samples are drawn."
    }
    if beyond > 0 { note += " \(NumberText.grouped(beyond)) samples beyond the axis are drawn at its ends." }
    return [
      request.chart(
        title: "\(metric.title.capitalizedFirst) over the run, relative to each cell's median",
        notes: [note], body: panel.body(stretches(points)))
    ]
  }

  /// The samples that count, of cells that have three, in order of time; in order of their numbers if some
  /// sample's time cannot be read.
  private static func points(of run: ChartRun, metric: Metric) -> ([Point], isTimed: Bool) {
    let samples = run.samples.filter { $0.counts && $0.arm == run.arm }
      .compactMap { sample in metric.value(of: sample).map { (sample: sample, value: $0) } }
    let dates = samples.map { Date(iso8601: $0.sample.utc)?.timeIntervalSince1970 }
    let isTimed = dates.allSatisfy { $0 != nil }
    let times = zip(samples, dates).map { isTimed ? $1 ?? 0 : Double($0.sample.sequence) }
    let start = times.min() ?? 0
    let medians = Dictionary(grouping: samples, by: \.sample.cell).compactMapValues { samples -> Double? in
      guard samples.count >= 3, let sample = SortedSample(samples.map(\.value)) else { return nil }
      return sample.median > 0 ? sample.median : nil
    }
    let points = zip(samples, times).compactMap { sample, time in
      medians[sample.sample.cell].map {
        Point(time: time - start, ratio: sample.value / $0, cell: sample.sample.cell)
      }
    }
    return (points.sorted { $0.time < $1.time }, isTimed)
  }

  /// The names of cells' dots, at most eight, for which a legend has room: of the cells, else of their
  /// subjects, else one for all.
  private static func names(
    of cells: [CellID]
  ) -> (names: [CellID: String], series: [String]) {
    let names = CellNames(cells)
    let choices = [cells.map(names.cell), cells.map(names.subject)]
    let texts = choices.first { Set($0).count <= 8 } ?? cells.map { _ in "all" }
    return (Dictionary(zip(cells, texts)) { $1 }, texts.firstAppearances())
  }

  /// The line and its band: at most forty stretches of equally many samples.
  private static func stretches(_ points: [Point]) -> [ChartRow] {
    let count = max(1, min(40, points.count / 5))
    return (0..<count).compactMap { index in
      let part = points[index * points.count / count..<(index + 1) * points.count / count]
      guard let sample = SortedSample(part.map(\.ratio)), let time = SortedSample(part.map(\.time))
      else { return nil }
      return [
        "time": .figure(time.median), "ratio": .figure(sample.median), "p25": .figure(sample.quantile(0.25)),
        "p75": .figure(sample.quantile(0.75)),
      ]
    }
  }
}
