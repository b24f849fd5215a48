import Foundation

/// Dots on a logarithmic axis, with their figures beside them: a panel a workload, a row a subject.
///
/// Dots and no bars: a bar's length says how much there is, and on a logarithmic axis it would say how far
/// away the axis was cut off.
struct DotPanels {
  /// One dot.
  struct Dot {
    var workload: String
    var subject: String
    /// 0 is written down, and has no dot.
    var value: Double
    /// The ends of an interval; nil = none is drawn.
    var interval: ClosedRange<Double>?
    /// The figure beside it.
    var label: String
    /// What its colour and shape say; nil = all are of one.
    var group: String?
  }

  var dots: [Dot]
  /// Where a line is drawn that values are compared with; nil = nowhere.
  var baseline: Double?
  /// The axis's, with the unit in brackets.
  var title: String
  /// Of numbers at the axis, d3's.
  var format = ",~r"
  /// In the order of the legend; empty = no legend.
  var groups: [String] = []

  /// Panels that a picture has room for.
  static let panelsOnAPage = 12

  /// What is drawn of the workloads of one picture. All pictures have the same axis.
  func body(_ workloads: [String]) -> JSONValue {
    let values = dots.map(\.value).filter { $0 > 0 } + (baseline.map { [$0] } ?? [])
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    // Room at the right for the figure of the last dot.
    let axis = LogAxis([low, high * pow(max(high / low, 10), 0.3)], mostTicks: 4)
    let shown = dots.filter { workloads.contains($0.workload) }
    let subjects = dots.map(\.subject).firstAppearances().filter { name in
      shown.contains { $0.subject == name }
    }
    let rows = shown.map { dot -> [String: JSONValue] in
      var fields: [String: JSONValue] = [
        "workload": .string(dot.workload), "subject": .string(dot.subject), "amount": .figure(dot.value),
        "label": .string(dot.label),
        // Not across the line.
        "label_at": .figure(
          max(dot.value, baseline ?? axis.domain.lowerBound, dot.interval?.upperBound ?? 0)),
      ]
      fields["value"] = dot.value > 0 ? .figure(dot.value) : .null
      fields["low"] = dot.interval.map { .figure($0.lowerBound) }
      fields["high"] = dot.interval.map { .figure($0.upperBound) }
      fields["group"] = dot.group.map { .string($0) }
      return fields
    }
    var y = VegaLite.names("subject", subjects)
    // From the name to the dot.
    y["axis"] = ["grid": true]
    let panel: JSONValue = [
      "width": 190, "height": ["step": 20], "encoding": ["y": y], "layer": .array(layers(axis)),
    ]
    var body = VegaLite.panels("workload", workloads, columns: 3, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }

  private func layers(_ axis: LogAxis) -> [JSONValue] {
    func place(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: axis.scale, axis: axis.axis(format: format))
    }
    var encoding: JSONValue = ["x": place("value")]
    if !groups.isEmpty {
      var (color, shape) = (
        SeriesStyle.color("group", groups, title: ""), SeriesStyle.shape("group", groups, title: "")
      )
      color["legend"] = ["orient": "top", "title": nil]
      shape["legend"] = ["orient": "top", "title": nil]
      encoding["color"] = color
      encoding["shape"] = shape
    }
    let line: JSONValue? = baseline.map { baseline in
      [
        "data": VegaLite.data([["value": .number(baseline)]]),
        "mark": ["type": "rule", "style": "reference", "strokeWidth": 1.5],
        "encoding": ["x": place("value"), "y": nil],
      ]
    }
    let interval: JSONValue? =
      dots.contains { $0.interval != nil }
      ? [
        "mark": ["type": "rule", "style": "interval", "strokeWidth": 1.5],
        "encoding": ["x": place("low"), "x2": ["field": "high"]],
      ] : nil
    let dot: JSONValue = [
      "mark": ["type": "point", "filled": true, "size": 70, "opacity": 1, "tooltip": ["content": "data"]],
      "encoding": encoding,
    ]
    let label: JSONValue = [
      "mark": ["type": "text", "style": "label", "align": "left", "dx": 8],
      "encoding": ["x": place("label_at"), "text": ["field": "label", "type": "nominal"]],
    ]
    return [line, interval, dot, label].compactMap { $0 }
  }
}
