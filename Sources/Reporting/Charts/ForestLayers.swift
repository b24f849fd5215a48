import Measurement

/// The marks of a forest plot. All pictures of a metric have the same axis.
struct ForestLayers {
  private let title: String
  private let words: (more: String, less: String)
  private let scale: JSONValue
  private let axis: JSONValue

  /// In this order the themes' colours are blue for faster, vermilion for slower and green for same.
  private static let verdicts = ["faster", "slower", "same", "unresolved", "unfit", "different"]
  private static let width = 420.0

  init(_ rows: [MetricComparison], metric: ComparedMetric) {
    title = "\(metric.title), candidate / base (ratio)"
    words = metric.kind == .timed ? ("slower", "faster") : ("more", "less")
    let ends = rows.flatMap { row in
      [row.candidate, row.null].compactMap { $0 }.flatMap { [$0.ratio, $0.low, $0.high] }
    }.filter { $0 > 0 && $0.isFinite }
    let (low, high) = (ends.min() ?? 1, ends.max() ?? 1)
    // Linear, and as far to the left of 1 as to the right; logarithmic where something is half or twice as much.
    guard low > 0.5 && high < 2 else {
      let logarithmic = LogAxis([min(low, 0.9), max(high, 1.1)])
      (scale, axis) = (logarithmic.scale, logarithmic.axis())
      return
    }
    let half = max(1 - low, high - 1, 0.01) * 1.05
    scale = ["domain": [.figure(1 - half), .figure(1 + half)], "nice": false, "zero": false]
    axis = ["format": ".4~f", "tickCount": 7]
  }

  /// - Parameters:
  ///   - rows: the data.
  ///   - cells: names from top to bottom.
  func body(_ rows: [[String: JSONValue]], cells: [String]) -> JSONValue {
    let y = VegaLite.names("cell", cells)
    let verdict: JSONValue = [
      "mark": ["type": "text", "style": "label", "align": "left"],
      "encoding": [
        "y": y, "x": ["value": .number(Self.width + 12)], "text": ["field": "words", "type": "nominal"],
      ],
    ]
    let sides = [side("← \(words.less)", "right", -8), side("\(words.more) →", "left", 8)]
    return [
      "data": VegaLite.data(rows), "width": .number(Self.width), "height": ["step": 24],
      "layer": .array([one] + sides + null(y) + candidate(y) + [verdict]),
    ]
  }

  private func across(_ field: String) -> JSONValue {
    VegaLite.quantitative(field, title: title, scale: scale, axis: axis)
  }

  private var one: JSONValue {
    [
      "data": VegaLite.data([["ratio": 1]]),
      "mark": ["type": "rule", "style": "reference", "strokeWidth": 1.5],
      "encoding": ["x": across("ratio")],
    ]
  }

  /// What lies on one side of 1, above the first cell.
  private func side(_ text: String, _ align: String, _ offset: Int) -> JSONValue {
    [
      "data": VegaLite.data([["ratio": 1]]),
      "mark": [
        "type": "text", "style": "referenceLabel", "align": .string(align), "dx": .number(Double(offset)),
        "text": .string(text),
      ],
      "encoding": ["x": across("ratio"), "y": ["value": -8]],
    ]
  }

  private func null(_ y: JSONValue) -> [JSONValue] {
    [
      [
        "mark": ["type": "rule", "style": "null", "strokeWidth": 1.5, "yOffset": 6],
        "encoding": ["y": y, "x": across("null_low"), "x2": ["field": "null_high"]],
      ],
      [
        "mark": ["type": "point", "style": "null", "filled": true, "size": 18, "yOffset": 6],
        "encoding": ["y": y, "x": across("null_ratio")],
      ],
    ]
  }

  private func candidate(_ y: JSONValue) -> [JSONValue] {
    // The words at the right are the legend.
    var color = SeriesStyle.color("verdict", Self.verdicts, title: "verdict")
    color["legend"] = JSONValue.null
    var shape = SeriesStyle.shape("verdict", Self.verdicts, title: "verdict")
    shape["legend"] = JSONValue.null
    return [
      [
        "mark": ["type": "rule", "strokeWidth": 2.5, "yOffset": -2],
        "encoding": ["y": y, "x": across("low"), "x2": ["field": "high"], "color": color],
      ],
      [
        "mark": [
          "type": "point", "filled": true, "size": 70, "opacity": 1, "yOffset": -2,
          "tooltip": ["content": "data"],
        ],
        "encoding": ["y": y, "x": across("ratio"), "color": color, "shape": shape],
      ],
    ]
  }
}
