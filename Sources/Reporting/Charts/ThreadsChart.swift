import Measurement

/// Speed-up against threads: a panel a workload, a line a subject, beside the ideal.
enum ThreadsChart {
  private static let panelsOnAPage = 12

  static func charts(of run: ChartRun) -> [Chart] {
    let all = run.summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.median > 0 }
    var single: [CellDescription: SummaryRow] = [:]
    for row in all where row.cell.threads == 1 { single[row.cell] = row }
    let names = CellNames(all.map(\.cell))
    let points = all.compactMap { row -> (row: SummaryRow, base: SummaryRow)? in
      var cell = row.cell
      cell.threads = 1
      return single[cell].map { (row, $0) }
    }
    // Subjects that have one number of threads alone make no line.
    let several = Set(
      points.filter { $0.row.cell.threads > 1 }.map {
        names.workload($0.row.cell) + "\n" + names.subject($0.row.cell)
      })
    let drawn = points.filter {
      several.contains(names.workload($0.row.cell) + "\n" + names.subject($0.row.cell))
    }
    guard !drawn.isEmpty else { return [] }
    let subjects = drawn.map { names.subject($0.row.cell) }.firstAppearances()
    let pages = ChartPages(drawn.map { names.workload($0.row.cell) }.firstAppearances(), size: panelsOnAPage)
    return pages.pages.enumerated().map { page, workloads in
      let rows = drawn.filter { workloads.contains(names.workload($0.row.cell)) }
        .sorted { $0.row.cell.threads < $1.row.cell.threads }
        .map { fields($0.row, $0.base, names) }
      let most = drawn.map(\.row.cell.threads).max() ?? 1
      return Chart(
        name: pages.name("threads", page: page), kind: "threads", title: "Speed-up by the number of threads",
        notes: pages.notes + [
          "Medians with 1 thread divided by medians with more. Bars: the most that the medians' 95% intervals allow."
        ] + run.caption(of: run.summarySource),
        body: body(rows, workloads: workloads, subjects: subjects, most: most))
    }
  }

  private static func fields(
    _ row: SummaryRow, _ base: SummaryRow, _ names: CellNames
  ) -> [String: JSONValue] {
    let isBase = row.cell.threads == 1
    return [
      "workload": .string(names.workload(row.cell)), "subject": .string(names.subject(row.cell)),
      "threads": .number(Double(row.cell.threads)), "speed_up": .figure(base.median / row.median),
      "low": isBase ? 1 : .figure(base.interval.low / row.interval.high),
      "high": isBase ? 1 : .figure(base.interval.high / row.interval.low),
    ]
  }

  private static func body(
    _ rows: [[String: JSONValue]], workloads: [String], subjects: [String], most: Int
  ) -> JSONValue {
    let title = "speed-up (ratio)"
    let ticks = LogAxis([1, Double(most)]).ticks.filter { $0 <= Double(most) && $0 == $0.rounded() }
    let values = most <= 8 ? (1...most).map { Double($0) } : ticks
    let x = VegaLite.quantitative(
      "threads", title: "threads (count)", scale: ["domain": [1, .number(Double(most))], "nice": false],
      axis: ["values": .array(values.map { .number($0) }), "format": "d"])
    func height(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: ["zero": true], axis: ["tickCount": 5])
    }
    let ideal: JSONValue = [
      "data": VegaLite.data(
        [1, most].map { ["threads": .number(Double($0)), "speed_up": .number(Double($0))] }),
      "mark": ["type": "line", "style": "reference", "strokeDash": [4, 4], "strokeWidth": 1.5],
      "encoding": ["x": x, "y": height("speed_up")],
    ]
    let word: JSONValue = [
      "data": VegaLite.data([["threads": .number(Double(most)), "speed_up": .number(Double(most))]]),
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
    let isAlone = workloads.count == 1
    let panel: JSONValue = [
      "width": isAlone ? 380 : 180, "height": isAlone ? 280 : 150,
      "layer": [ideal, word, bars, line, points],
    ]
    var body = VegaLite.panels("workload", workloads, columns: 3, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }
}
