import Foundation

/// Every sample over the time of the run, divided by its cell's median: what all cells do together is drift of the machine.
enum ProgressionChart {
  private struct Point {
    var time: Double
    var ratio: Double
    var cell: CellDescription
  }

  /// Samples of a cell that make its median one.
  private static let fewestSamples = 3
  /// Dots that are drawn, so that the picture stays small; all samples count in the line.
  private static let mostDots = 1_500
  /// Names that a legend has room for; with more the dots are of one colour.
  private static let mostNames = 8
  private static let stretchCount = 40

  static func charts(of run: ChartRun, options: ChartOptions) -> [Chart] {
    let metric = options.metric(of: .progression)
    let (points, isTimed) = points(run.samples, of: run.arm, metric: metric)
    guard let ratios = try? SortedSample(points.map(\.ratio)) else { return [] }
    let (names, series) = names(of: points.map(\.cell).firstAppearances())
    // The axis ends where a sample in a hundred lies beyond.
    let domain = min(0.9, ratios.quantile(0.005))...max(1.1, ratios.quantile(0.99))
    let dots = thinned(points)
    let rows = dots.map { point -> [String: JSONValue] in
      let shown = min(max(point.ratio, domain.lowerBound), domain.upperBound)
      return [
        "time": .figure(point.time), "ratio": .figure(shown), "cell": .string(names[point.cell] ?? ""),
      ]
    }
    var note =
      "Each dot is a sample. The line: the median of all cells' samples over a while, with the 25th to 75th percentile."
    if dots.count < points.count {
      note += " \(NumberText.grouped(dots.count)) of \(NumberText.grouped(points.count)) samples are drawn."
    }
    let beyond = points.filter { !domain.contains($0.ratio) }.count
    if beyond > 0 { note += " \(NumberText.grouped(beyond)) samples beyond the axis lie on its ends." }
    let chart = Chart(
      name: "progression" + options.suffix(of: .progression), kind: "progression",
      title: "\(metric.title.capitalizedFirst) over the run, against each cell's median",
      notes: [note] + run.caption(of: "samples.csv"),
      body: body(
        rows, stretches: stretches(points), series: series, domain: domain,
        time: isTimed ? "time since the first sample (s)" : "samples since the first (count)",
        value: "\(metric.title) / the cell's median (ratio)"))
    return [chart]
  }

  /// What the dots of each cell are called: the cell, or its subject where there are many cells, or nothing where there are many
  /// subjects too.
  private static func names(
    of cells: [CellDescription]
  ) -> (names: [CellDescription: String], series: [String]) {
    let names = CellNames(cells)
    var ofCells = cells.map { names.cell($0) }
    if cells.count > mostNames { ofCells = cells.map { names.subject($0) } }
    if Set(ofCells).count > mostNames { ofCells = cells.map { _ in "all" } }
    return (Dictionary(zip(cells, ofCells)) { $1 }, ofCells.firstAppearances())
  }

  /// The samples that count, by time; by number where a sample's time cannot be read.
  private static func points(
    _ samples: [SampleRecord], of arm: ComparisonArm, metric: Metric
  ) -> ([Point], isTimed: Bool) {
    let counted = samples.filter { $0.phase == .measure && $0.status == .ok && $0.arm == arm }
      .compactMap { sample in metric.value(of: sample).map { (sample, $0) } }
    let times = counted.map { ISO8601Time.seconds($0.0.utc) }
    let isTimed = times.allSatisfy { $0 != nil }
    let values = Dictionary(grouping: counted, by: \.0.cell).mapValues { $0.map(\.1) }
    let medians = values.compactMapValues { values -> Double? in
      guard values.count >= fewestSamples, let median = try? SortedSample(values).median, median > 0 else {
        return nil
      }
      return median
    }
    let start = isTimed ? times.compactMap { $0 }.min() ?? 0 : Double(counted.map(\.0.sequence).min() ?? 0)
    let points = zip(counted, times).compactMap { counted, time -> Point? in
      guard let median = medians[counted.0.cell] else { return nil }
      let time = isTimed ? time ?? 0 : Double(counted.0.sequence)
      return Point(time: time - start, ratio: counted.1 / median, cell: counted.0.cell)
    }
    return (points.sorted { $0.time < $1.time }, isTimed)
  }

  private static func thinned(_ points: [Point]) -> [Point] {
    guard points.count > mostDots else { return points }
    return (0..<mostDots).map { points[$0 * points.count / mostDots] }
  }

  /// Stretches of equally many samples.
  private static func stretches(_ points: [Point]) -> [[String: JSONValue]] {
    let count = max(1, min(stretchCount, points.count / 5))
    return (0..<count).compactMap { index -> [String: JSONValue]? in
      let part = points[index * points.count / count..<(index + 1) * points.count / count]
      guard let sample = try? SortedSample(part.map(\.ratio)), let time = try? SortedSample(part.map(\.time))
      else {
        return nil
      }
      return [
        "time": .figure(time.median), "ratio": .figure(sample.median), "p25": .figure(sample.quantile(0.25)),
        "p75": .figure(sample.quantile(0.75)),
      ]
    }
  }

  private static func body(
    _ rows: [[String: JSONValue]], stretches: [[String: JSONValue]], series: [String],
    domain: ClosedRange<Double>,
    time: String, value: String
  ) -> JSONValue {
    let x = VegaLite.quantitative("time", title: time, axis: ["format": ",~r"])
    func height(_ field: String) -> JSONValue {
      VegaLite.quantitative(
        field, title: value,
        scale: [
          "domain": [.figure(domain.lowerBound), .figure(domain.upperBound)], "zero": false, "clamp": true,
        ])
    }
    var encoding: JSONValue = ["x": x, "y": height("ratio")]
    if series.count > 1 {
      encoding["color"] = SeriesStyle.color("cell", series, title: "")
      encoding["shape"] = SeriesStyle.shape("cell", series, title: "")
    }
    let dots: JSONValue = [
      "data": VegaLite.data(rows),
      "mark": ["type": "point", "filled": true, "size": 14, "opacity": 0.45, "tooltip": ["content": "data"]],
      "encoding": encoding,
    ]
    let band: JSONValue = [
      "mark": ["type": "area", "style": "emphasisBand"],
      "encoding": ["x": x, "y": height("p25"), "y2": ["field": "p75"]],
    ]
    let one: JSONValue = [
      "data": VegaLite.data([["ratio": 1]]),
      "mark": ["type": "rule", "style": "reference", "strokeDash": [4, 4]],
      "encoding": ["y": height("ratio")],
    ]
    let line: JSONValue = [
      "mark": ["type": "line", "style": "emphasis", "strokeWidth": 2.5],
      "encoding": ["x": x, "y": height("ratio")],
    ]
    return ["data": VegaLite.data(stretches), "width": 620, "height": 320, "layer": [dots, band, one, line]]
  }
}

/// Times as files have them.
enum ISO8601Time {
  /// Seconds since 1970 of `2026-11-21T05:20:13.042Z`, with or without a fraction; nil for anything else.
  static func seconds(_ text: String) -> Double? {
    let exact = Date.ISO8601FormatStyle(includingFractionalSeconds: true)
    if let date = try? exact.parse(text) { return date.timeIntervalSince1970 }
    return (try? Date.ISO8601FormatStyle().parse(text))?.timeIntervalSince1970
  }
}
