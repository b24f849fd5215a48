/// Speed-up against threads: a panel per workload, a line per subject, beside the ideal.
enum ThreadsChart: ChartDefinition {
  static let summary = "speed-up against the number of threads, with the ideal"
  static let requirement = "a cell with 1 thread and the same with more"
  static let metrics = [Metric.wallNanosecondsPerElement.rawValue]

  /// The speed-up of a cell.
  private struct Point {
    var workload: String
    var subject: String
    var threads: Int
    var speedUp: CellRatio
    var interval: MedianInterval?
    /// The workload and subject, which have a line together.
    var line: [String] { [workload, subject] }
  }

  static func charts(of runs: [ChartRun], options: ChartOptions) -> [Chart] {
    let run = runs[0]
    let points = points(of: run.summary)
    let positions = Positions(points)
    let note =
      "Time with 1 thread divided by time with more: medians over rounds. "
      + "Points with the same number of threads stand side by side."
      + MedianInterval.note("Vertical lines", points.compactMap { $0.interval?.level })
    return Chart.pages(of: points.map(\.workload).firstAppearances(), size: 12) { workloads in
      let shown = points.filter { workloads.contains($0.workload) }.sorted { $0.threads < $1.threads }
      let hasFlags = shown.contains { $0.speedUp.isFlagged }
      let panel = panel(
        positions, subjects: points.map(\.subject).firstAppearances(), hasFlags: hasFlags,
        isAlone: workloads.count == 1)
      return Chart(
        name: "threads", kind: "threads", title: "Speed-up by number of threads",
        notes: [note] + (hasFlags ? [CellRatio.flagNote] : []) + run.caption(of: run.summarySource),
        body: panel.body(shown.map { row($0, positions) }, panelsBy: "workload", workloads, columns: 3))
    }
  }

  private static func points(of summary: Summary) -> [Point] {
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.median > 0 }
    let single = Dictionary(rows.filter { $0.cell.threads == 1 }.map { ($0.cell, $0) }) { $1 }
    let names = CellNames(rows.map(\.cell))
    let ratios = CellRatios(summary)
    let points = rows.compactMap { row -> Point? in
      var cell = row.cell
      cell.threads = 1
      guard let base = single[cell], let ratio = ratios.ratio(of: cell, to: row.cell) else { return nil }
      let interval = cell == row.cell ? nil : ratio.interval ?? base.interval.quotient(by: row.interval)
      return Point(
        workload: names.workload(row.cell), subject: names.subject(row.cell), threads: row.cell.threads,
        speedUp: ratio, interval: interval.flatMap { $0.isTelling ? $0 : nil })
    }
    // One number of threads alone makes no line.
    let lines = Set(points.filter { $0.threads > 1 }.map(\.line))
    return points.filter { lines.contains($0.line) }
  }

  /// Where points are along the axis: the subjects of a panel side by side, so that equal ones do not hide
  /// each other.
  private struct Positions {
    /// The most threads.
    let most: Double
    /// The distance from one subject to the next, in threads.
    private let step: Double
    private let subjects: [String: [String]]

    init(_ points: [Point]) {
      let counts = Set(points.map(\.threads)).sorted()
      most = Double(counts.last ?? 2)
      subjects = Dictionary(grouping: points, by: \.workload).mapValues {
        $0.map(\.subject).firstAppearances()
      }
      let widest = subjects.values.map(\.count).max() ?? 1
      let smallestGap = zip(counts, counts.dropFirst()).map { $1 - $0 }.min() ?? 1
      // As far apart as can be seen, while all of them stay nearer to their own number than to the next.
      step = min(0.045 * (most - 1), 0.3 * Double(smallestGap) / Double(widest))
    }

    /// The distance of the outermost points from the first and last number.
    var margin: Double { step * Double(subjects.values.map(\.count).max() ?? 1) / 2 + 0.02 * (most - 1) }

    subscript(point: Point) -> Double {
      let neighbours = subjects[point.workload] ?? []
      let index = neighbours.firstIndex(of: point.subject) ?? 0
      return Double(point.threads) + (Double(index) - Double(neighbours.count - 1) / 2) * step
    }
  }

  private static func row(_ point: Point, _ positions: Positions) -> ChartRow {
    [
      "workload": .string(point.workload), "subject": .string(point.subject),
      "place": .figure(positions[point]), "threads": .number(Double(point.threads)),
      "speed_up": .figure(point.speedUp.value), "low": .figure(point.interval?.low ?? point.speedUp.value),
      "high": .figure(point.interval?.high ?? point.speedUp.value),
      "is_flagged": .bool(point.speedUp.isFlagged),
    ]
  }

  private static func panel(
    _ positions: Positions, subjects: [String], hasFlags: Bool, isAlone: Bool
  ) -> ChartPanel {
    let most = positions.most
    let ticks = LogScale([1, most]).ticks.filter { $0 <= most && $0 == $0.rounded() }
    let values = most <= 8 ? (1...Int(most)).map { Double($0) } : ticks
    let corner: ChartRow = ["place": .number(most), "speed_up": .number(most)]
    let flags = ChartLayer(
      "text", ["style": "label", "text": .string(CellRatio.mark), "dy": -10, "fontWeight": "bold"],
      where: "datum.is_flagged")
    return ChartPanel(
      x: .linear(
        "place", title: "threads (count)",
        scale: ["domain": .numbers([1 - positions.margin, most + positions.margin]), "nice": false],
        axis: ["values": .numbers(values), "format": "d"]),
      y: .linear("speed_up", title: "speed-up (ratio)", scale: ["zero": true], axis: ["tickCount": 5]),
      series: ChartSeries(field: "subject", names: subjects, title: "subject"),
      width: isAlone ? 380 : 180, height: isAlone ? 280 : 150,
      layers: [
        ChartLayer(
          "line", ["style": "reference", "strokeDash": [4, 4], "strokeWidth": 1.5],
          rows: [["place": 1, "speed_up": 1], corner]),
        ChartLayer(
          "text", ["style": "referenceLabel", "align": "right", "dx": -10, "dy": -2, "text": "ideal"],
          rows: [corner]),
        .intervals("low", "high", ["opacity": 0.6]), .line(), .points(size: 50),
      ] + (hasFlags ? [flags] : []))
  }
}
