/// The marks of a forest plot. All pictures of a metric have the same axis.
struct ForestLayers {
  private let title: String
  private let words: (more: String, less: String)
  private let scale: JSONValue
  private let axis: JSONValue
  /// The fields that are drawn, and where nothing has changed.
  private let fields: Fields

  private struct Fields {
    var value = "ratio"
    var ends: (low: String, high: String)? = ("low", "high")
    var null = "null_ratio"
    var nullEnds: (low: String, high: String)? = ("null_low", "null_high")
    var unchanged = 1.0
  }

  /// In this order the themes' colours are blue for faster, vermilion for slower and green for same.
  private static let verdicts = ["faster", "slower", "same", "unresolved", "unfit", "different"]
  private static let width = 420.0

  /// - Parameter isDifference: whether differences are drawn, which counts alone have.
  init(_ rows: [MetricComparison], metric: ComparedMetric, isDifference: Bool) {
    words = metric.kind == .timed ? ("slower", "faster") : ("more", "less")
    guard !isDifference else {
      let unit = [.allocBytes, .peakResidentBytes].contains(metric) ? "bytes" : "count"
      title = "\(metric.title), candidate − base (\(unit))"
      fields = Fields(
        value: "difference", ends: nil, null: "null_difference", nullEnds: nil, unchanged: 0)
      let ends = rows.flatMap { [$0.difference, $0.nullDifference ?? 0] }.filter(\.isFinite).map(abs)
      let half = max(ends.max() ?? 0, 1) * 1.1
      scale = ["domain": [.figure(-half), .figure(half)], "nice": false]
      axis = ["format": ",~r", "tickCount": 7]
      return
    }
    title = "\(metric.title), candidate / base (ratio)"
    fields = Fields()
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
      "data": VegaLite.data([[fields.value: .number(fields.unchanged)]]),
      "mark": ["type": "rule", "style": "reference", "strokeWidth": 1.5],
      "encoding": ["x": across(fields.value)],
    ]
  }

  /// What lies on one side of 1, above the first cell.
  private func side(_ text: String, _ align: String, _ offset: Int) -> JSONValue {
    [
      "data": VegaLite.data([[fields.value: .number(fields.unchanged)]]),
      "mark": [
        "type": "text", "style": "referenceLabel", "align": .string(align), "dx": .number(Double(offset)),
        "text": .string(text),
      ],
      "encoding": ["x": across(fields.value), "y": ["value": -8]],
    ]
  }

  private func null(_ y: JSONValue) -> [JSONValue] {
    let interval = fields.nullEnds.map { low, high -> JSONValue in
      [
        "mark": ["type": "rule", "style": "null", "strokeWidth": 1.5, "yOffset": 6],
        "encoding": ["y": y, "x": across(low), "x2": ["field": .string(high)]],
      ]
    }
    let point: JSONValue = [
      "mark": ["type": "point", "style": "null", "filled": true, "size": 18, "yOffset": 6],
      "encoding": ["y": y, "x": across(fields.null)],
    ]
    return [interval, point].compactMap { $0 }
  }

  private func candidate(_ y: JSONValue) -> [JSONValue] {
    // The words at the right are the legend.
    var color = SeriesStyle.color("verdict", Self.verdicts, title: "verdict")
    color["legend"] = JSONValue.null
    var shape = SeriesStyle.shape("verdict", Self.verdicts, title: "verdict")
    shape["legend"] = JSONValue.null
    let interval = fields.ends.map { low, high -> JSONValue in
      [
        "mark": ["type": "rule", "strokeWidth": 2.5, "yOffset": -2],
        "encoding": ["y": y, "x": across(low), "x2": ["field": .string(high)], "color": color],
      ]
    }
    let point: JSONValue = [
      "mark": [
        "type": "point", "filled": true, "size": 70, "opacity": 1, "yOffset": -2,
        "tooltip": ["content": "data"],
      ],
      "encoding": ["y": y, "x": across(fields.value), "color": color, "shape": shape],
    ]
    return [interval, point].compactMap { $0 }
  }
}
