import Measuring

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
    /// The distance along the axis from the number of threads: the subjects of a panel stand side by side, so
    /// that equal ones do not hide each other.
    var offset = 0.0
    /// The workload and subject, which have a line together.
    var line: [String] { [workload, subject] }

    var row: ChartRow {
      let interval = speedUp.shownInterval
      return [
        "workload": .string(workload), "subject": .string(subject), "threads": .number(Double(threads)),
        "place": .figure(Double(threads) + offset), "speed_up": .figure(speedUp.value),
        "low": .figure(interval?.low ?? speedUp.value), "high": .figure(interval?.high ?? speedUp.value),
        "is_flagged": .bool(speedUp.isFlagged),
      ]
    }
  }

  static func charts(_ request: ChartRequest) -> [Chart] {
    var points = points(of: request.run.summary)
    let axis = axis(placing: &points)
    let most = Double(points.map(\.threads).max() ?? 1)
    let series = ChartSeries(
      field: "subject", names: points.map(\.subject).firstAppearances(), title: "subject")
    let intervals = ChartLayer(
      "rule", ["strokeWidth": 1.5, "opacity": 0.6], y: .span("low", "high"), by: [.color])
    let note =
      "Time with 1 thread divided by time with more: medians over rounds. "
      + "Points with the same number of threads stand side by side."
      + MedianInterval.note("Vertical lines", points.compactMap { $0.speedUp.shownInterval?.level })
    return Chart.pages(of: points.map(\.workload).firstAppearances(), size: 12) { workloads in
      let shown = points.filter { workloads.contains($0.workload) }.sorted { $0.threads < $1.threads }
      let hasFlags = shown.contains { $0.speedUp.isFlagged }
      let isAlone = workloads.count == 1
      let panel = ChartPanel(
        x: axis,
        y: .linear("speed_up", title: "speed-up (ratio)", scale: ["zero": true], axis: ["tickCount": 5]),
        series: series, width: isAlone ? 380 : 180, height: isAlone ? 280 : 150,
        layers: ideal(most) + [intervals, .line(), .points(size: 50)]
          + (hasFlags ? [flags] : []))
      return request.chart(
        title: "Speed-up by number of threads", notes: [note], hasFlags: hasFlags,
        body: panel.body(shown.map(\.row), panelsBy: "workload", workloads, columns: 3))
    }
  }

  private static func points(of summary: Summary) -> [Point] {
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.median > 0 }
    let names = CellNames(rows.map(\.cell))
    let ratios = CellRatios(summary)
    let points = rows.compactMap { row -> Point? in
      guard let ratio = ratios.ratio(of: row.cell.with(\.threads, 1), to: row.cell), ratio.value > 0 else {
        return nil
      }
      return Point(
        workload: names.workload(row.cell), subject: names.subject(row.cell), threads: row.cell.threads,
        speedUp: ratio)
    }
    // One number of threads alone makes no line.
    let lines = Set(points.filter { $0.threads > 1 }.map(\.line))
    return points.filter { lines.contains($0.line) }
  }

  /// Sets the offsets of all points, and returns the axis, which has room for them.
  private static func axis(placing points: inout [Point]) -> ChartAxis {
    let counts = Set(points.map(\.threads)).sorted()
    let most = Double(counts.last ?? 2)
    let subjects = Dictionary(grouping: points, by: \.workload).mapValues {
      $0.map(\.subject).firstAppearances()
    }
    let widest = Double(subjects.values.map(\.count).max() ?? 1)
    let smallestGap = Double(zip(counts, counts.dropFirst()).map { $1 - $0 }.min() ?? 1)
    // Far enough apart to be seen, with each point nearer to its own number than to the next.
    let step = min(0.045 * (most - 1), 0.3 * smallestGap / widest)
    for (index, point) in points.enumerated() {
      let neighbours = subjects[point.workload] ?? []
      let position = neighbours.firstIndex(of: point.subject) ?? 0
      points[index].offset = (Double(position) - Double(neighbours.count - 1) / 2) * step
    }
    let margin = step * widest / 2 + 0.02 * (most - 1)
    let ticks = LogScale([1, most]).ticks.filter { $0 <= most && $0 == $0.rounded() }
    let values = most <= 8 ? (1...Int(most)).map { Double($0) } : ticks
    return .linear(
      "place", title: "threads (count)",
      scale: ["domain": .numbers([1 - margin, most + margin]), "nice": false],
      axis: ["values": .numbers(values), "format": "d"])
  }

  /// The line of threads that lose nothing, and its name.
  private static func ideal(_ most: Double) -> [ChartLayer] {
    let corner: ChartRow = ["place": .number(most), "speed_up": .number(most)]
    return [
      ChartLayer(
        "line", ["style": "reference", "strokeDash": [4, 4], "strokeWidth": 1.5],
        rows: [["place": 1, "speed_up": 1], corner]),
      ChartLayer(
        "text", ["style": "referenceLabel", "align": "right", "dx": -10, "dy": -2, "text": "ideal"],
        rows: [corner]),
    ]
  }

  /// The marks above points of cells that have flags.
  private static let flags = ChartLayer(
    "text", ["style": "label", "text": .string(CellRatio.mark), "dy": -10, "fontWeight": "bold"],
    where: "datum.is_flagged")
}
