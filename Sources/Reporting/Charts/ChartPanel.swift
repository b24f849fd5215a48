import Foundation
import Measuring
import StrictJSON

/// A row of data: its fields by their names.
typealias ChartRow = [String: JSONValue]

/// Layers over common axes: a whole chart, or one of its panels. A panel has a `ChartAxis` each way,
/// `ChartLayer`s, and a `ChartSeries` if lines are told apart.
struct ChartPanel {
  var x: ChartAxis
  var y: ChartAxis
  /// The names that layers tell apart by colour, shape or dashes; nil = none.
  var series: ChartSeries?
  /// The width in pixels, or in pixels for each name: `["step": 20]`.
  var width: JSONValue
  var height: JSONValue
  /// The layers from back to front.
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

extension JSONValue {
  static func strings(_ values: [String]) -> JSONValue { .array(values.map { .string($0) }) }

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
  static func rows(_ rows: [ChartRow]) -> JSONValue {
    ["values": .array(rows.map { .object($0) })]
  }
}

/// An axis of a chart: how a field of the data becomes a position, with scale, ticks and title.
struct ChartAxis {
  /// The field that layers show unless they name another one.
  let field: String
  /// The title, with the unit in brackets; nil for names, which need none.
  let title: String?
  /// Vega-Lite's type of data, and its other properties of an axis: `scale`, `axis`, `sort`.
  let properties: ChartRow

  /// Numbers on a linear scale.
  ///
  /// - Parameter scale: Vega-Lite's scale; nil lets Vega-Lite choose the ends.
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
  /// - Parameter format: d3's format of the numbers at the ticks. Default: decimal points, and commas between
  ///   thousands.
  static func logarithmic(
    _ field: String, title: String, scale: LogScale, format: String = ",~r"
  ) -> ChartAxis {
    let domain: JSONValue = .numbers([scale.domain.lowerBound, scale.domain.upperBound])
    return linear(
      field, title: title, scale: ["type": "log", "domain": domain, "nice": false],
      axis: ["values": .numbers(scale.ticks), "format": .string(format)])
  }

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

extension Metric {
  /// The name of the metric in titles, without a unit.
  var title: String { names.title }

  /// The name of the metric at an axis, with the unit in brackets.
  var axisTitle: String { names.axis }

  private var names: (title: String, axis: String) {
    switch self {
    case .wallNanosecondsPerElement: ("time per element", "time (ns per element)")
    case .cpuNanosecondsPerElement: ("CPU time per element", "CPU time (ns per element)")
    case .peakResidentBytes: ("peak resident memory", "peak resident memory (bytes)")
    case .allocCountPerTree: ("allocations per tree", "allocations per tree (count)")
    case .allocBytesPerTree: ("allocated memory per tree", "allocated memory (bytes per tree)")
    // No chart shows the others.
    default: (rawValue, rawValue)
    }
  }
}
