import Foundation

/// Latency by percentile: a panel a workload, a line a subject and number of threads. The percentile's axis is logarithmic in
/// 1 / (1 - p), so that each further nine has as much room as the one before.
enum LatencyChart {
  private static let panelsOnAPage = 6
  /// Points that a line has at most: more cannot be told apart.
  private static let mostPoints = 200

  static func charts(of run: ChartRun) -> [Chart] {
    let counted = run.latency.filter { $0.count > 0 }
    guard !counted.isEmpty else { return [] }
    let names = CellNames(counted.map(\.cell))
    let cells = counted.map(\.cell).firstAppearances()
    let buckets = Dictionary(grouping: counted, by: \.cell)
    let unit = TimeUnit(fitting: Double(counted.map(\.upperNanoseconds).max() ?? 0))
    let series = cells.map { names.series($0) }.firstAppearances()
    let pages = ChartPages(cells.map { names.workload($0) }.firstAppearances(), size: panelsOnAPage)
    let y = LogAxis(counted.map { Double($0.upperNanoseconds) / unit.nanoseconds })
    let total = cells.map { cell in (buckets[cell] ?? []).reduce(0) { $0 + Double($1.count) } }.max() ?? 1
    return pages.pages.enumerated().map { page, workloads in
      let rows = cells.filter { workloads.contains(names.workload($0)) }.flatMap { cell in
        let curve = curve(of: buckets[cell] ?? [])
        return curve.enumerated().map { index, point -> [String: JSONValue] in
          [
            "is_last": .bool(index == curve.count - 1),
            "workload": .string(names.workload(cell)), "series": .string(names.series(cell)),
            "times_rarer": .figure(point.timesRarer), "percentile": .figure(100 * (1 - 1 / point.timesRarer)),
            "latency": .figure(point.nanoseconds / unit.nanoseconds),
          ]
        }
      }
      return Chart(
        name: pages.name("latency", page: page), kind: "latency", title: "Latency of a tree, by percentile",
        notes: pages.notes + [
          "So many of a hundred trees took this long or less. Each line ends at the longest that was seen."
        ] + run.caption(of: "latency.csv"),
        body: body(
          rows, workloads: workloads, series: series, title: names.seriesTitle, y: y, total: total, unit: unit
        ))
    }
  }

  /// The steps of one cell's histogram, from the shortest latency to the longest.
  private static func curve(of buckets: [LatencyBucket]) -> [(timesRarer: Double, nanoseconds: Double)] {
    var counts: [UInt64: Double] = [:]
    // Buckets of several pairs or shards add up. A logarithmic axis has no place for 0.
    for bucket in buckets { counts[max(1, bucket.upperNanoseconds), default: 0] += Double(bucket.count) }
    let total = counts.values.reduce(0, +)
    let sorted = counts.sorted { $0.key < $1.key }
    var points = [(timesRarer: 1.0, nanoseconds: Double(sorted[0].key))]
    let step = log(max(total, 2)) / Double(mostPoints)
    var below = 0.0
    for (upper, count) in sorted {
      below += count
      // The maximum is rarer than one in all.
      let timesRarer = below < total ? total / (total - below) : total
      let isLast = below >= total
      if isLast || log(timesRarer) - log(points[points.count - 1].timesRarer) >= step {
        points.append((max(timesRarer, points[points.count - 1].timesRarer), Double(upper)))
      }
    }
    return points
  }

  private static func body(
    _ rows: [[String: JSONValue]], workloads: [String], series: [String], title: String, y: LogAxis,
    total: Double, unit: TimeUnit
  ) -> JSONValue {
    // 0, 50, 90, 99, 99.9 and so on.
    let nines = (1...max(1, Int(log10(max(total, 10)).rounded(.up)))).map { pow(10, Double($0)) }
    let ticks = [1, 2] + nines
    let x = VegaLite.quantitative(
      "times_rarer", title: "percentile (%)",
      scale: ["type": "log", "domain": [1, .number(max(total, 10))], "nice": false],
      axis: [
        "values": .array(ticks.filter { $0 <= max(total, 10) }.map { .number($0) }),
        "labelExpr": "format(100 * (1 - 1 / datum.value), '.9~f') + '%'",
      ])
    let latency = VegaLite.quantitative(
      "latency", title: "latency of a tree (\(unit.rawValue))", scale: y.scale, axis: y.axis())
    let line: JSONValue = [
      "mark": [
        "type": "line", "interpolate": "step-before", "strokeWidth": 2, "tooltip": ["content": "data"],
      ],
      "encoding": [
        "x": x, "y": latency, "color": SeriesStyle.color("series", series, title: title),
        "strokeDash": SeriesStyle.dash("series", series, title: title),
      ],
    ]
    // The last point of each line, which tells lines apart by shape.
    let end: JSONValue = [
      "transform": [["filter": "datum.is_last"]],
      "mark": ["type": "point", "filled": true, "size": 60, "opacity": 1],
      "encoding": [
        "x": x, "y": latency, "color": SeriesStyle.color("series", series, title: title),
        "shape": SeriesStyle.shape("series", series, title: title),
      ],
    ]
    let isAlone = workloads.count == 1
    let panel: JSONValue = [
      "width": isAlone ? 460 : 330, "height": isAlone ? 300 : 220, "layer": [line, end],
    ]
    var body = VegaLite.panels("workload", workloads, columns: 2, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }
}
