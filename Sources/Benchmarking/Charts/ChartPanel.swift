/// A row of data: its fields by their names.
typealias ChartRow = [String: JSONValue]

/// Layers over common axes: all that a chart shows, or one of its panels. Charts are made from panels, these
/// from a `ChartAxis` each way, `ChartLayer`s, and a `ChartSeries` if lines are told apart.
struct ChartPanel {
  var x: ChartAxis
  var y: ChartAxis
  /// What layers tell apart by colour, shape or dashes; nil = nothing.
  var series: ChartSeries?
  /// In pixels, or in pixels for each name: `["step": 20]`.
  var width: JSONValue
  var height: JSONValue
  /// From back to front.
  var layers: [ChartLayer]

  /// The specification of a chart with this panel alone.
  func body(_ rows: [ChartRow]) -> JSONValue {
    var body = specification
    body["data"] = .rows(rows)
    return body
  }

  /// The specification of a chart with such a panel for each name of a field, side by side.
  func body(_ rows: [ChartRow], panelsBy field: String, _ names: [String], columns: Int) -> JSONValue {
    [
      "data": .rows(rows), "facet": ChartAxis.names(field, names).encoding(of: field),
      "columns": .number(Double(min(columns, names.count))), "spacing": 24, "spec": specification,
    ]
  }

  private var specification: JSONValue {
    ["width": width, "height": height, "layer": .array(layers.map { $0.specification(in: self) })]
  }
}

/// What lines and points are told apart by: colour, and shape or dashes, so that colour never stands alone.
struct ChartSeries {
  var field: String
  /// In the order of the legend.
  var names: [String]
  /// Of the legend.
  var title: String
  /// Vega-Lite's: `.null` for none; nil = at the right.
  var legend: JSONValue?

  /// A way to show a series. The theme has the colours and shapes.
  enum Channel: String {
    case color
    case shape
    case dash = "strokeDash"
  }

  /// Seven, which has no factor in common with the twelve colours, so that each of the first 84 series has a
  /// pair of its own.
  static let shapes = [
    "circle", "square", "triangle-up", "diamond", "cross", "triangle-down", "triangle-right",
  ]
  private static let dashes: [JSONValue] = [[1, 0], [6, 3], [2, 2], [8, 3, 2, 3], [12, 4]]

  /// Vega-Lite's encoding of the series by a channel.
  func encoding(of channel: Channel) -> JSONValue {
    var scale: JSONValue = ["domain": .strings(names)]
    if channel == .dash {
      scale["range"] = .array(names.indices.map { Self.dashes[$0 % Self.dashes.count] })
    }
    var encoding: JSONValue = [
      "field": .string(field), "type": "nominal", "title": .string(title), "scale": scale,
    ]
    encoding["legend"] = legend
    return encoding
  }
}

extension JSONValue {
  /// Vega-Lite's `data`, with the rows in the specification itself.
  static func rows(_ rows: [ChartRow]) -> JSONValue { ["values": .array(rows.map { .object($0) })] }
}
