import LayoutSpecs

/// One of the two axes of an element's size.
public enum LayoutAxis: UInt8, Hashable, Sendable, CaseIterable {
  /// Widths.
  case horizontal
  /// Heights.
  case vertical

  /// The axis along which a stack's children follow each other.
  init(_ direction: StackDirection) {
    self = direction == .horizontal ? .horizontal : .vertical
  }

  /// The other axis.
  var other: LayoutAxis { self == .horizontal ? .vertical : .horizontal }

  func length(_ size: Size) -> Double { self == .horizontal ? size.width : size.height }

  func set(_ length: Double, in size: inout Size) {
    if self == .horizontal { size.width = length } else { size.height = length }
  }

  func position(_ point: Point) -> Double { self == .horizontal ? point.x : point.y }

  func end(of frame: Rect) -> Double { self == .horizontal ? frame.maxX : frame.maxY }

  /// The edges on this axis.
  var sides: [String] { self == .horizontal ? ["left", "right"] : ["top", "bottom"] }

  /// Both insets on this axis.
  func edges(of insets: EdgeInsets) -> [Double] {
    self == .horizontal ? [insets.left, insets.right] : [insets.top, insets.bottom]
  }

  /// The points that the finite insets on this axis take.
  func sum(of insets: EdgeInsets) -> Double { edges(of: insets).filter { $0 < .infinity }.reduce(0, +) }

  /// The lengths that a range allows on this axis.
  func lengths(_ range: SizeRange) -> LengthRange {
    LengthRange(min: length(range.min), max: length(range.max))
  }
}

extension LayoutTree {
  /// The points up to which two lengths count as equal, because sizes are rounded up: one device pixel, and the
  /// engine's own threshold.
  var roundingTolerance: Double { 1 / pixelGrid.scale + violationEpsilon }
}

// MARK: - Styles

extension LayoutAxis {
  /// `width`.
  var name: String { self == .horizontal ? "width" : "height" }
  /// `wide`.
  var adjective: String { self == .horizontal ? "wide" : "high" }
  /// `x`.
  var coordinate: String { self == .horizontal ? "x" : "y" }

  /// The property of a style: `minWidth`.
  func key(_ length: StyleLength) -> String {
    switch length {
    case .exact: name
    case .minimum: self == .horizontal ? "minWidth" : "minHeight"
    case .maximum: self == .horizontal ? "maxWidth" : "maxHeight"
    case .basis: "flexBasis"
    }
  }

  /// A style's value. `flexBasis` is the same on both axes, and counts along the stack.
  func value(_ length: StyleLength, of style: StyleValues) -> Dimension {
    switch length {
    case .exact: self == .horizontal ? style.width : style.height
    case .minimum: self == .horizontal ? style.minWidth : style.minHeight
    case .maximum: self == .horizontal ? style.maxWidth : style.maxHeight
    case .basis: style.flexBasis
    }
  }

  /// The style's lengths on this axis that are not auto.
  func sizes(_ style: StyleValues) -> [(length: StyleLength, value: Dimension)] {
    [.exact, .minimum, .maximum].map { ($0, value($0, of: style)) }.filter { $0.1 != .auto }
  }
}

extension Style {
  /// The length that the style asks for on an axis.
  subscript(axis: LayoutAxis, length: StyleLength) -> Dimension {
    get { axis.value(length, of: values) }
    set {
      let isWidth = axis == .horizontal
      switch length {
      case .exact: if isWidth { width = newValue } else { height = newValue }
      case .minimum: if isWidth { minWidth = newValue } else { minHeight = newValue }
      case .maximum: if isWidth { maxWidth = newValue } else { maxHeight = newValue }
      case .basis: flexBasis = newValue
      }
    }
  }
}
