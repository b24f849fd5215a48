/// One of the two axes, for rules that look at each, and what sentences call it.
enum LintAxis: CaseIterable {
  case width
  case height

  /// The axis along which a stack's children follow each other.
  init(_ direction: StackDirection) {
    self = direction == .horizontal ? .width : .height
  }

  func length(_ size: Size) -> Double { self == .width ? size.width : size.height }
  func position(_ point: Point) -> Double { self == .width ? point.x : point.y }
  func end(of frame: Rect) -> Double { self == .width ? frame.maxX : frame.maxY }

  /// The range with one length alone on this axis.
  func setting(_ length: Double, in range: SizeRange) -> SizeRange {
    var range = range
    if self == .width {
      (range.min.width, range.max.width) = (length, length)
    } else {
      (range.min.height, range.max.height) = (length, length)
    }
    return range
  }

  /// `width`.
  var name: String { self == .width ? "width" : "height" }
  /// `wide`.
  var adjective: String { self == .width ? "wide" : "high" }
  /// `minWidth`, `maxWidth`.
  var minName: String { self == .width ? "minWidth" : "minHeight" }
  var maxName: String { self == .width ? "maxWidth" : "maxHeight" }

  func exact(_ style: StyleValues) -> Dimension { self == .width ? style.width : style.height }
  func min(_ style: StyleValues) -> Dimension { self == .width ? style.minWidth : style.minHeight }
  func max(_ style: StyleValues) -> Dimension { self == .width ? style.maxWidth : style.maxHeight }

  /// What the style says of its size on this axis: names and values of what is not auto.
  func sizes(_ style: StyleValues) -> [(name: String, value: Dimension)] {
    [(name, exact(style)), (minName, min(style)), (maxName, max(style))].filter { $0.1 != .auto }
  }
}

/// A number of points in a sentence, to a hundredth: `12 points`, `1 point`.
func pointsText(_ value: Double) -> String {
  let text = lengthText(value)
  return text == "1" ? "1 point" : "\(text) points"
}

/// A length in a sentence, to a hundredth of a point: `12`, `33.33`, `infinite`.
func lengthText(_ value: Double) -> String {
  guard value.isFinite else { return value > 0 ? "infinite" : "undefined" }
  guard abs(value) < 1e12 else { return shortText(value) }
  return shortText((value * 100).rounded() / 100 + 0)
}

/// A size in a sentence: `320 × 44 points`.
func sizeText(_ size: Size) -> String {
  "\(lengthText(size.width)) × \(lengthText(size.height)) points"
}

/// A dimension as it is written in a document: `12`, `"50%"`.
func dimensionText(_ dimension: Dimension) -> String {
  switch dimension.unit {
  case .auto: "auto"
  case .points: shortText(dimension.value)
  case .fraction: "\"\(dimension)\""
  }
}

/// Words in a sentence: `a`, `a and b`, `a, b and c`.
func listText(_ words: [String]) -> String {
  guard let last = words.last, words.count > 1 else { return words.first ?? "" }
  return words.dropLast().joined(separator: ", ") + " and " + last
}
