/// One of the two axes of an element's size.
public enum LayoutAxis: UInt8, Hashable, Sendable, CaseIterable {
  /// Widths.
  case horizontal
  /// Heights.
  case vertical

  func length(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  func position(_ point: Point) -> Double { self == .horizontal ? point.x : point.y }

  func end(of frame: Rect) -> Double { self == .horizontal ? frame.maxX : frame.maxY }

  /// The lengths that a range allows on this axis.
  func lengths(_ range: SizeRange) -> LengthRange {
    LengthRange(min: length(range.min), max: length(range.max))
  }
}

extension LayoutAxis {
  /// The axis along which a stack's children follow each other.
  init(_ direction: StackDirection) {
    self = direction == .horizontal ? .horizontal : .vertical
  }

  /// The range with one length alone on this axis.
  func setting(_ length: Double, in range: SizeRange) -> SizeRange {
    var range = range
    if self == .horizontal {
      (range.min.width, range.max.width) = (length, length)
    } else {
      (range.min.height, range.max.height) = (length, length)
    }
    return range
  }

  /// `width`.
  var name: String { self == .horizontal ? "width" : "height" }
  /// `wide`.
  var adjective: String { self == .horizontal ? "wide" : "high" }
  /// `minWidth`, `maxWidth`.
  var minName: String { self == .horizontal ? "minWidth" : "minHeight" }
  var maxName: String { self == .horizontal ? "maxWidth" : "maxHeight" }

  func exact(_ style: StyleValues) -> Dimension { self == .horizontal ? style.width : style.height }
  func min(_ style: StyleValues) -> Dimension { self == .horizontal ? style.minWidth : style.minHeight }
  func max(_ style: StyleValues) -> Dimension { self == .horizontal ? style.maxWidth : style.maxHeight }

  /// What the style says of its size on this axis: names and values of what is not auto.
  func sizes(_ style: StyleValues) -> [(name: String, value: Dimension)] {
    [(name, exact(style)), (minName, min(style)), (maxName, max(style))].filter { $0.1 != .auto }
  }
}
