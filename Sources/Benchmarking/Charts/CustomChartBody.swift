/// The specification of a custom chart.
struct CustomChartBody {
  let chart: CustomChart
  let kind: CustomPoints.Kind
  let groups: [CustomPoints.Group]
  let lines: [String]
  let panels: [String]

  var body: JSONValue {
    let hasPanels = chart.facet != nil
    let width = hasPanels ? 250.0 : 500
    let panel: JSONValue = [
      "width": .number(width), "height": .number(hasPanels ? 180 : 320), "layer": .array(layers),
    ]
    guard hasPanels else {
      var body = panel
      body["data"] = VegaLite.data(rows)
      return body
    }
    var body = VegaLite.panels("facet", panels.map { Self.shown($0) }, columns: 3, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }

  /// An empty text as what it is.
  private static func shown(_ text: String) -> String { text.isEmpty ? "(empty)" : text }

  private var rows: [[String: JSONValue]] {
    groups.map { group in
      [
        "facet": .string(Self.shown(group.facet)), "color": .string(Self.shown(group.color)),
        "x": kind == .number ? Double(group.x).map { .number($0) } ?? .null : .string(group.x),
        "y": .figure(group.sample.median), "p25": .figure(group.sample.quantile(0.25)),
        "p75": .figure(group.sample.quantile(0.75)), "row_count": .number(Double(group.sample.values.count)),
      ]
    }
  }

  private var layers: [JSONValue] {
    let names = lines.map { Self.shown($0) }
    let legend = chart.color ?? ""
    func styled(_ y: String, _ channels: [String]) -> JSONValue {
      var encoding: JSONValue = ["x": x, "y": height(y)]
      guard chart.color != nil else { return encoding }
      for channel in channels {
        switch channel {
        case "strokeDash": encoding[channel] = SeriesStyle.dash("color", names, title: legend)
        case "shape": encoding[channel] = SeriesStyle.shape("color", names, title: legend)
        default: encoding[channel] = SeriesStyle.color("color", names, title: legend)
        }
      }
      return encoding
    }
    let point: JSONValue = [
      "mark": ["type": "point", "filled": true, "size": 45, "opacity": 1, "tooltip": ["content": "data"]],
      "encoding": styled("y", ["color", "shape"]),
    ]
    let isSpread = groups.contains { $0.sample.values.count > 1 }
    if kind == .text {
      var bar = styled("p25", ["color"])
      bar["y2"] = ["field": "p75"]
      return (isSpread ? [["mark": ["type": "rule", "strokeWidth": 1.5], "encoding": bar]] : []) + [point]
    }
    var area = styled("p25", ["color"])
    area["y2"] = ["field": "p75"]
    let band: JSONValue = ["mark": ["type": "area", "opacity": 0.2], "encoding": area]
    let line: JSONValue = [
      "mark": ["type": "line", "strokeWidth": 2], "encoding": styled("y", ["color", "strokeDash"]),
    ]
    // So many points are a cloud, and no line.
    let isCloud = groups.count > 200 * max(1, lines.count) * max(1, panels.count)
    return (isSpread ? [band] : []) + (isCloud ? [] : [line]) + [point]
  }

  private var x: JSONValue {
    let title = Self.title(chart.x)
    switch kind {
    case .number:
      guard chart.isLogarithmic else {
        return VegaLite.quantitative("x", title: title, scale: ["zero": false], axis: ["format": ",~r"])
      }
      let axis = LogAxis(groups.compactMap { Double($0.x) })
      return VegaLite.quantitative("x", title: title, scale: axis.scale, axis: axis.axis())
    case .time:
      return ["field": "x", "type": "temporal", "title": .string("\(title) (UTC)"), "scale": ["type": "utc"]]
    case .text:
      let names = groups.map(\.x).firstAppearances()
      return [
        "field": "x", "type": "nominal", "sort": .array(names.map { .string($0) }), "title": .string(title),
        "axis": ["labelAngle": -40],
      ]
    }
  }

  private func height(_ field: String) -> JSONValue {
    let title = Self.title(chart.y)
    guard chart.isLogarithmic else {
      return VegaLite.quantitative(field, title: title, axis: ["format": ",~r"])
    }
    let axis = LogAxis(
      groups.flatMap { [$0.sample.quantile(0.25), $0.sample.median, $0.sample.quantile(0.75)] })
    return VegaLite.quantitative(field, title: title, scale: axis.scale, axis: axis.axis())
  }

  /// The column's name, and the unit where its end is one, as with this program's own files.
  static func title(_ column: String) -> String {
    let units = [
      "ns": "ns", "us": "µs", "ms": "ms", "s": "s", "seconds": "s", "bytes": "bytes", "count": "count",
      "points": "points",
      "ratio": "ratio", "percent": "%",
    ]
    guard let end = column.split(separator: "_").last, end.count < column.count, let unit = units[String(end)]
    else {
      return column
    }
    return "\(column) (\(unit))"
  }
}
