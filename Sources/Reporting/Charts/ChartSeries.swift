import StrictJSON

/// Names that distinguish lines and points by a colour, and by a shape or dashes, so that colour never stands
/// alone.
struct ChartSeries {
  var field: String
  /// The names in the order of the legend.
  var names: [String]
  /// The title of the legend.
  var title: String
  /// Vega-Lite's place of the legend: `.null` for no legend; nil = at the right.
  var legend: JSONValue?

  /// A way to show a series. The theme has the colours and shapes.
  enum Channel: String {
    case color
    case shape
    case dash = "strokeDash"
  }

  /// Seven shapes and twelve colours have no common factor, so each of the first 84 series has its own pair.
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
