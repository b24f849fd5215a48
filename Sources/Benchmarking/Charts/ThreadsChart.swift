/// Speed-up against threads: a panel a workload, a line a subject, beside the ideal.
enum ThreadsChart {
  private static let panelsOnAPage = 12

  static func charts(of run: ChartRun) -> [Chart] {
    let all = run.summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.median > 0 }
    var single: [CellDescription: SummaryRow] = [:]
    for row in all where row.cell.threads == 1 { single[row.cell] = row }
    let names = CellNames(all.map(\.cell))
    let ratios = CellRatios(run.summary)
    let points = all.compactMap { row -> Point? in
      var cell = row.cell
      cell.threads = 1
      guard let base = single[cell], let ratio = ratios.ratio(of: cell, to: row.cell) else { return nil }
      let interval = cell == row.cell ? nil : ratio.interval ?? base.interval.quotient(by: row.interval)
      return Point(
        row: row, workload: names.workload(row.cell), subject: names.subject(row.cell), speedUp: ratio,
        interval: interval.flatMap { $0.isTelling ? $0 : nil })
    }
    // Subjects that have one number of threads alone make no line.
    let several = Set(points.filter { $0.threads > 1 }.map { $0.workload + "\n" + $0.subject })
    let drawn = points.filter { several.contains($0.workload + "\n" + $0.subject) }
    guard !drawn.isEmpty else { return [] }
    let subjects = drawn.map(\.subject).firstAppearances()
    let pages = ChartPages(drawn.map(\.workload).firstAppearances(), size: panelsOnAPage)
    let places = Places(drawn)
    let note =
      "Times with 1 thread divided by times with more: medians over rounds. Points of one number of threads stand side by side."
      + MedianInterval.note("Upright lines", drawn.compactMap { $0.interval?.level })
    return pages.pages.enumerated().map { page, workloads in
      let shown = drawn.filter { workloads.contains($0.workload) }.sorted { $0.threads < $1.threads }
      return Chart(
        name: pages.name("threads", page: page), kind: "threads", title: "Speed-up by the number of threads",
        notes: pages.notes + [note] + (shown.contains { $0.speedUp.isFlagged } ? [CellRatio.flagNote] : [])
          + run.caption(of: run.summarySource),
        body: body(
          shown.map { fields($0, at: places.place(of: $0)) }, workloads: workloads, subjects: subjects, places
        ))
    }
  }

  /// A cell's speed-up.
  private struct Point {
    var row: SummaryRow
    var workload: String
    var subject: String
    var speedUp: CellRatio
    var interval: MedianInterval?
    var threads: Int { row.cell.threads }
  }

  /// Where points stand across: the subjects of a panel side by side, so that equal ones do not hide each
  /// other.
  private struct Places {
    /// The most threads.
    let most: Double
    /// From one subject to the next, in threads.
    private let step: Double
    private let subjects: [String: [String]]

    init(_ points: [Point]) {
      let counts = Set(points.map(\.threads)).sorted()
      most = Double(counts.last ?? 2)
      let smallestGap = zip(counts, counts.dropFirst()).map { $1 - $0 }.min() ?? 1
      subjects = Dictionary(grouping: points, by: \.workload).mapValues {
        $0.map(\.subject).firstAppearances()
      }
      let widest = subjects.values.map(\.count).max() ?? 1
      // As far apart as can be seen, as long as all of them stay nearer to their own number than to the next.
      step = min(0.045 * (most - 1), 0.3 * Double(smallestGap) / Double(widest))
    }

    /// How far points stand to the left of the first number and to the right of the last.
    var margin: Double { step * Double(subjects.values.map(\.count).max() ?? 1) / 2 + 0.02 * (most - 1) }

    func place(of point: Point) -> Double {
      let neighbours = subjects[point.workload] ?? []
      let index = neighbours.firstIndex(of: point.subject) ?? 0
      return Double(point.threads) + (Double(index) - Double(neighbours.count - 1) / 2) * step
    }
  }

  private static func fields(_ point: Point, at place: Double) -> [String: JSONValue] {
    [
      "workload": .string(point.workload), "subject": .string(point.subject), "place": .figure(place),
      "threads": .number(Double(point.threads)), "speed_up": .figure(point.speedUp.value),
      "low": .figure(point.interval?.low ?? point.speedUp.value),
      "high": .figure(point.interval?.high ?? point.speedUp.value),
      "is_flagged": .bool(point.speedUp.isFlagged),
    ]
  }

  private static func body(
    _ rows: [[String: JSONValue]], workloads: [String], subjects: [String], _ places: Places
  ) -> JSONValue {
    let most = places.most
    let title = "speed-up (ratio)"
    let ticks = LogAxis([1, most]).ticks.filter { $0 <= most && $0 == $0.rounded() }
    let values = most <= 8 ? (1...Int(most)).map { Double($0) } : ticks
    let x = VegaLite.quantitative(
      "place", title: "threads (count)",
      scale: ["domain": [.number(1 - places.margin), .number(most + places.margin)], "nice": false],
      axis: ["values": .array(values.map { .number($0) }), "format": "d"])
    func height(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: ["zero": true], axis: ["tickCount": 5])
    }
    let ideal: JSONValue = [
      "data": VegaLite.data(
        [1, most].map { ["place": .number($0), "speed_up": .number($0)] }),
      "mark": ["type": "line", "style": "reference", "strokeDash": [4, 4], "strokeWidth": 1.5],
      "encoding": ["x": x, "y": height("speed_up")],
    ]
    let word: JSONValue = [
      "data": VegaLite.data([["place": .number(most), "speed_up": .number(most)]]),
      "mark": [
        "type": "text", "style": "referenceLabel", "align": "right", "dx": -10, "dy": -2, "text": "ideal",
      ],
      "encoding": ["x": x, "y": height("speed_up")],
    ]
    let bars: JSONValue = [
      "mark": ["type": "rule", "strokeWidth": 1.5, "opacity": 0.6],
      "encoding": [
        "x": x, "y": height("low"), "y2": ["field": "high"],
        "color": SeriesStyle.color("subject", subjects, title: "subject"),
      ],
    ]
    let line: JSONValue = [
      "mark": ["type": "line", "strokeWidth": 2],
      "encoding": [
        "x": x, "y": height("speed_up"), "color": SeriesStyle.color("subject", subjects, title: "subject"),
        "strokeDash": SeriesStyle.dash("subject", subjects, title: "subject"),
      ],
    ]
    let points: JSONValue = [
      "mark": ["type": "point", "filled": true, "size": 50, "opacity": 1, "tooltip": ["content": "data"]],
      "encoding": [
        "x": x, "y": height("speed_up"), "color": SeriesStyle.color("subject", subjects, title: "subject"),
        "shape": SeriesStyle.shape("subject", subjects, title: "subject"),
      ],
    ]
    let mark: JSONValue = [
      "transform": [["filter": "datum.is_flagged"]],
      "mark": [
        "type": "text", "style": "label", "text": .string(CellRatio.mark), "dy": -10, "fontWeight": "bold",
      ],
      "encoding": ["x": x, "y": height("speed_up")],
    ]
    let marks = rows.contains { $0["is_flagged"] == .bool(true) } ? [mark] : []
    let isAlone = workloads.count == 1
    let panel: JSONValue = [
      "width": isAlone ? 380 : 180, "height": isAlone ? 280 : 150,
      "layer": .array([ideal, word, bars, line, points] + marks),
    ]
    var body = VegaLite.panels("workload", workloads, columns: 3, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }
}
