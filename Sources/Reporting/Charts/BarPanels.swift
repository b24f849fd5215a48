import Foundation

/// Bars on a logarithmic axis, with their figures beside them: a panel a workload, a row a subject.
struct BarPanels {
  /// One bar.
  struct Bar {
    var workload: String
    var subject: String
    /// 0 is written down, and has no bar.
    var value: Double
    /// The ends of an interval; nil = none is drawn.
    var interval: ClosedRange<Double>?
    /// The figure at its end.
    var label: String
    /// What its colour says; nil = all are of one.
    var group: String?
  }

  var bars: [Bar]
  /// From where bars are drawn; nil = from the axis's end.
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
    let values = bars.map(\.value).filter { $0 > 0 } + (baseline.map { [$0] } ?? [])
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    // Room at the right for the figure of the longest bar.
    let axis = LogAxis([low, high * pow(max(high / low, 10), 0.3)], mostTicks: 4)
    let start = baseline ?? axis.domain.lowerBound
    let shown = bars.filter { workloads.contains($0.workload) }
    let subjects = bars.map(\.subject).firstAppearances().filter { name in
      shown.contains { $0.subject == name }
    }
    let rows = shown.map { bar -> [String: JSONValue] in
      var fields: [String: JSONValue] = [
        "workload": .string(bar.workload), "subject": .string(bar.subject), "value": .figure(bar.value),
        "label": .string(bar.label),
        "label_at": .figure(max(bar.value, start, bar.interval?.upperBound ?? 0)),
      ]
      fields["bar_end"] = bar.value > 0 ? .figure(bar.value) : .null
      fields["low"] = bar.interval.map { .figure($0.lowerBound) }
      fields["high"] = bar.interval.map { .figure($0.upperBound) }
      fields["group"] = bar.group.map { .string($0) }
      return fields
    }
    let panel: JSONValue = [
      "width": 190, "height": ["step": 20],
      "encoding": ["y": VegaLite.names("subject", subjects)], "layer": .array(layers(axis, start: start)),
    ]
    var body = VegaLite.panels("workload", workloads, columns: 3, each: panel)
    body["data"] = VegaLite.data(rows)
    return body
  }

  private func layers(_ axis: LogAxis, start: Double) -> [JSONValue] {
    func width(_ field: String) -> JSONValue {
      VegaLite.quantitative(field, title: title, scale: axis.scale, axis: axis.axis(format: format))
    }
    var encoding: JSONValue = ["x": width("bar_end"), "x2": ["datum": .number(start)]]
    if !groups.isEmpty {
      var color = SeriesStyle.color("group", groups, title: "")
      color["legend"] = ["orient": "top", "symbolType": "square", "title": nil]
      encoding["color"] = color
    }
    let bar: JSONValue = [
      "mark": ["type": "bar", "height": ["band": 0.72], "tooltip": ["content": "data"]], "encoding": encoding,
    ]
    let interval: JSONValue = [
      "mark": ["type": "rule", "style": "interval", "strokeWidth": 1.5],
      "encoding": ["x": width("low"), "x2": ["field": "high"]],
    ]
    let label: JSONValue = [
      "mark": ["type": "text", "style": "label", "align": "left", "dx": 5],
      "encoding": ["x": width("label_at"), "text": ["field": "label", "type": "nominal"]],
    ]
    let line: JSONValue = [
      "data": VegaLite.data([["value": .number(start)]]),
      "mark": ["type": "rule", "style": "reference", "strokeWidth": 1.5],
      "encoding": ["x": width("value"), "y": nil],
    ]
    return [bar] + (bars.contains { $0.interval != nil } ? [interval] : []) + [label]
      + (baseline == nil ? [] : [line])
  }
}
