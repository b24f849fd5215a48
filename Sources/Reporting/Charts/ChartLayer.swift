import StrictJSON

/// A layer of a panel: a mark for each row of data, or a line or area through them.
struct ChartLayer: Sendable {
  /// The place of a mark along an axis.
  enum Position {
    case field(String)
    /// From one field's value to another field's.
    case span(String, String)
    /// From 0 to a field's value.
    case fromZero(String)
    /// At a number of pixels from the left or from the top.
    case pixels(Double)
    /// All along the axis.
    case everywhere
  }

  private let mark: ChartRow
  private let x: Position?
  private let y: Position?
  private let channels: [ChartSeries.Channel]
  private let text: String?
  private let filter: String?
  private let rows: [ChartRow]?

  /// - Parameters:
  ///   - type: Vega-Lite's type of mark: `rule`, `text`.
  ///   - look: Vega-Lite's properties of the mark. `style` names one of the theme's.
  ///   - x: nil = at the axis's own field, as for `y`.
  ///   - channels: the ways in which series are told apart, if the panel has any.
  ///   - text: the field that a text shows.
  ///   - filter: the rows that are shown, as an expression of Vega; nil = all.
  ///   - rows: the layer's own data; nil = the chart's.
  init(
    _ type: String, _ look: ChartRow, x: Position? = nil, y: Position? = nil,
    by channels: [ChartSeries.Channel] = [], text: String? = nil, where filter: String? = nil,
    rows: [ChartRow]? = nil
  ) {
    mark = look.merging(["type": .string(type)]) { $1 }
    (self.x, self.y, self.channels) = (x, y, channels)
    (self.text, self.filter, self.rows) = (text, filter, rows)
  }

  /// A line for each series.
  static func line() -> ChartLayer {
    ChartLayer("line", ["strokeWidth": 2], by: [.color, .dash])
  }

  /// A dot for each row, with the row as its tooltip.
  static func points(size: Double) -> ChartLayer {
    let look: ChartRow = [
      "filled": true, "size": .number(size), "opacity": 1, "tooltip": ["content": "data"],
    ]
    return ChartLayer("point", look, by: [.color, .shape])
  }

  /// A vertical line at a value of a field, with which data is compared.
  static func reference(at value: Double, of field: String) -> ChartLayer {
    let look: ChartRow = ["style": "reference", "strokeWidth": 1.5]
    return ChartLayer("rule", look, y: .everywhere, rows: [[field: .number(value)]])
  }

  /// Vega-Lite's layer, on the axes of the panel.
  func specification(in panel: ChartPanel) -> JSONValue {
    var encoding: JSONValue = [:]
    for (name, axis, position) in [("x", panel.x, x), ("y", panel.y, y)] {
      switch position ?? .field(axis.field) {
      case .field(let field): encoding[name] = axis.encoding(of: field)
      case .span(let low, let high):
        encoding[name] = axis.encoding(of: low)
        encoding[name + "2"] = ["field": .string(high)]
      case .fromZero(let field):
        encoding[name] = axis.encoding(of: field)
        encoding[name + "2"] = ["datum": 0]
      case .pixels(let distance): encoding[name] = ["value": .number(distance)]
      case .everywhere: break
      }
    }
    if let series = panel.series {
      for channel in channels { encoding[channel.rawValue] = series.encoding(of: channel) }
    }
    encoding["text"] = text.map { ["field": .string($0), "type": "nominal"] }
    var layer: JSONValue = ["mark": .object(mark), "encoding": encoding]
    layer["transform"] = filter.map { [["filter": .string($0)]] }
    layer["data"] = rows.map { .rows($0) }
    return layer
  }
}
