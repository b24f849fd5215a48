import Foundation
import StrictJSON

/// A row of data: its fields by their names.
typealias ChartRow = [String: JSONValue]

/// Layers over common axes: all that a chart shows, or one of its panels. Charts are made from panels, these
/// from a `ChartAxis` each way, `ChartLayer`s, and a `ChartSeries` if lines are told apart.
struct ChartPanel {
  var x: ChartAxis
  var y: ChartAxis
  /// The names that layers tell apart by colour, shape or dashes; nil = none.
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
      // Numbers below each panel, and not below the lowest row alone.
      "resolve": ["axis": ["x": "independent"]],
    ]
  }

  private var specification: JSONValue {
    ["width": width, "height": height, "layer": .array(layers.map { $0.specification(in: self) })]
  }
}

/// Names that lines and points are told apart by: with a colour, and a shape or dashes, so that colour never
/// stands alone.
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
  fileprivate func encoding(of channel: Channel) -> JSONValue {
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

/// A layer of a panel: a mark for each row of data, or a line or area through them.
struct ChartLayer: Sendable {
  /// The place of a mark along an axis.
  enum Position {
    case field(String)
    /// From one field to another one.
    case span(String, String)
    /// At so many pixels from the left or from the top.
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
  static func line(_ look: ChartRow = [:]) -> ChartLayer {
    ChartLayer("line", look.merging(["strokeWidth": 2]) { $1 }, by: [.color, .dash])
  }

  /// A dot for each row, with the row as its tooltip.
  static func points(size: Double, _ look: ChartRow = [:], rows: [ChartRow]? = nil) -> ChartLayer {
    let usual: ChartRow = [
      "filled": true, "size": .number(size), "opacity": 1, "tooltip": ["content": "data"],
    ]
    return ChartLayer("point", usual.merging(look) { $1 }, by: [.color, .shape], rows: rows)
  }

  /// A vertical line at a value of a field, which data is compared with.
  static func reference(at value: Double, of field: String) -> ChartLayer {
    let look: ChartRow = ["style": "reference", "strokeWidth": 1.5]
    return ChartLayer("rule", look, y: .everywhere, rows: [[field: .number(value)]])
  }

  /// Vega-Lite's layer, on the axes of the panel.
  fileprivate func specification(in panel: ChartPanel) -> JSONValue {
    var encoding: JSONValue = [:]
    for (name, axis, position) in [("x", panel.x, x), ("y", panel.y, y)] {
      switch position ?? .field(axis.field) {
      case .field(let field): encoding[name] = axis.encoding(of: field)
      case .span(let low, let high):
        encoding[name] = axis.encoding(of: low)
        encoding[name + "2"] = ["field": .string(high)]
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

extension JSONValue {
  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

  static func numbers(_ values: [Double]) -> JSONValue { .array(values.map { .number($0) }) }

  /// A number to six digits, more than a picture can show; nil is null.
  static func figure(_ value: Double?) -> JSONValue {
    guard let value, value.isFinite else { return .null }
    guard value != 0 else { return 0 }
    let digits = 5 - Int(log10(abs(value)).rounded(.down))
    guard abs(digits) < 300 else { return .number(value) }
    let power = pow(10, Double(abs(digits)))
    return .number(digits >= 0 ? (value * power).rounded() / power : (value / power).rounded() * power)
  }

  /// Vega-Lite's `data`, with the rows in the specification itself.
  fileprivate static func rows(_ rows: [ChartRow]) -> JSONValue {
    ["values": .array(rows.map { .object($0) })]
  }
}

/// An axis of a chart: how a field of the data becomes a position, with scale, ticks and title.
struct ChartAxis {
  /// The field that layers show unless they name another one.
  let field: String
  /// With the unit in brackets; nil for names, which need none.
  let title: String?
  /// Vega-Lite's type of data, and what else it says of an axis: `scale`, `axis`, `sort`.
  let properties: ChartRow

  /// Numbers on a linear scale.
  ///
  /// - Parameter scale: Vega-Lite's; nil leaves the ends to it.
  static func linear(
    _ field: String, title: String, scale: JSONValue? = nil, axis: JSONValue? = nil
  ) -> ChartAxis {
    var properties: ChartRow = ["type": "quantitative"]
    properties["scale"] = scale
    properties["axis"] = axis
    return ChartAxis(field: field, title: title, properties: properties)
  }

  /// Numbers on a logarithmic scale.
  ///
  /// - Parameter format: d3's, of the numbers at the ticks. Default: decimal points, and commas between
  ///   thousands.
  static func logarithmic(
    _ field: String, title: String, scale: LogScale, format: String = ",~r"
  ) -> ChartAxis {
    let domain: JSONValue = .numbers([scale.domain.lowerBound, scale.domain.upperBound])
    return linear(
      field, title: title, scale: ["type": "log", "domain": domain, "nice": false],
      axis: ["values": .numbers(scale.ticks), "format": .string(format)])
  }

  /// Nanoseconds on a logarithmic scale, with numbers in the unit that fits each: `100 ns`, `1 ms`.
  static func times(_ field: String, title: String, scale: LogScale) -> ChartAxis {
    linear(
      field, title: title, scale: logarithmic(field, title: title, scale: scale).properties["scale"],
      axis: ["values": .numbers(scale.ticks), "labelExpr": .string(timeExpression)])
  }

  /// Vega's expression for the text at a tick of so many nanoseconds.
  private static let timeExpression = {
    let units = [(1.0, "ns"), (1e3, "µs"), (1e6, "ms"), (1e9, "s")]
    return units.reversed().reduce("") { longer, unit in
      let text = "format(datum.value / \(unit.0), ',~r') + ' \(unit.1)'"
      return longer.isEmpty ? text : "datum.value < \(1000 * unit.0) ? \(text) : \(longer)"
    }
  }()

  /// Names in this order.
  static func names(
    _ field: String, title: String? = nil, _ names: [String], axis: JSONValue? = nil
  ) -> ChartAxis {
    var properties: ChartRow = ["type": "nominal", "sort": .strings(names)]
    properties["axis"] = axis
    return ChartAxis(field: field, title: title, properties: properties)
  }

  /// Vega-Lite's encoding of a field.
  func encoding(of field: String) -> JSONValue {
    let title: JSONValue = title.map { .string($0) } ?? .null
    return .object(properties.merging(["field": .string(field), "title": title]) { $1 })
  }
}

/// The ends and ticks of a logarithmic axis: at 1, 2 and 5 times powers of ten if there is room, else at
/// powers of ten.
struct LogScale {
  let domain: ClosedRange<Double>
  let ticks: [Double]

  /// The factor between the outermost values and the ends, so that no mark is cut in two.
  private static let margin = 1.08

  /// The smallest scale with round ends around the values. Values that are not above 0 or not finite have no
  /// place on it and are ignored; without any others it goes from 1 to 10.
  init(_ values: some Sequence<Double>, mostTicks: Int = 8) {
    let values = values.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    let decades = Int(log10(low).rounded(.down)) - 1...Int(log10(high).rounded(.up)) + 1
    // From text, which gives the nearest number to each.
    let steps = decades.flatMap { decade in [1, 2, 5].compactMap { Double("\($0)e\(decade)") } }
      .filter { $0 > 0 && $0.isFinite }
    let first = steps.lastIndex { $0 <= low / Self.margin } ?? 0
    let last = steps.firstIndex { $0 >= high * Self.margin } ?? steps.count - 1
    domain = steps[first]...steps[last]
    let inside = Array(steps[first...last])
    guard inside.count > mostTicks else {
      ticks = inside
      return
    }
    let powers = inside.filter { abs(log10($0) - log10($0).rounded()) < 1e-6 }
    let stride = max(1, (powers.count + mostTicks - 1) / mostTicks)
    // With 1 among them, if it is on the axis.
    ticks = powers.filter { Int(log10($0).rounded()).isMultiple(of: stride) }
  }
}

extension Metric {
  /// Its name in titles, without a unit.
  var title: String { names.title }

  /// Its name at an axis, with the unit in brackets.
  var axisTitle: String { names.axis }

  private var names: (title: String, axis: String) {
    switch self {
    case .wallNanosecondsPerElement: ("time per element", "time (ns per element)")
    case .cpuNanosecondsPerElement: ("CPU time per element", "CPU time (ns per element)")
    case .treesPerSecond: ("throughput", "throughput (trees per second)")
    case .elementsPerSecond: ("rate of elements", "rate (elements per second)")
    case .bytesPerSecond: ("rate of bytes", "rate (bytes per second)")
    case .queueWaitNanoseconds: ("queue wait", "queue wait (ns)")
    case .peakResidentBytes: ("peak resident memory", "peak resident memory (bytes)")
    case .involuntaryContextSwitches:
      ("involuntary context switches per batch", "involuntary context switches per batch (count)")
    case .allocCountPerTree: ("allocations per tree", "allocations per tree (count)")
    case .allocBytesPerTree: ("allocated memory per tree", "allocated memory (bytes per tree)")
    case .instructionsPerTree: ("instructions per tree", "instructions per tree (count)")
    case .cyclesPerTree: ("cycles per tree", "cycles per tree (count)")
    case .instructionsPerCycle: ("instructions per cycle", "instructions per cycle (ratio)")
    case .branchMissesPerTree: ("branch misses per tree", "branch misses per tree (count)")
    case .cacheMissesPerTree: ("cache misses per tree", "cache misses per tree (count)")
    case .busyShare: ("worker utilization", "worker utilization (ratio)")
    }
  }
}

extension String {
  /// With a capital letter in front, as titles begin.
  var capitalizedFirst: String { prefix(1).uppercased() + dropFirst() }
}
