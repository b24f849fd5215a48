import LayoutSpecs

extension AlignItems {
  /// The child's own alignment; `auto` where it is the stack's.
  func asAlignSelf(unless inherited: AlignItems) -> AlignSelf {
    guard self != inherited else { return .auto }
    switch self {
    case .start: return .start
    case .end: return .end
    case .center: return .center
    default: return .stretch
    }
  }
}

extension Style {
  /// The width or the height.
  subscript(axis: BoxAxis) -> Dimension {
    get { axis == .horizontal ? width : height }
    set { if axis == .horizontal { width = newValue } else { height = newValue } }
  }

  mutating func setMinimum(_ minimum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { minWidth = minimum } else { minHeight = minimum }
  }

  mutating func setMaximum(_ maximum: Dimension, _ axis: BoxAxis) {
    if axis == .horizontal { maxWidth = maximum } else { maxHeight = maximum }
  }
}

/// The number of points, clamped to what a document can say. Sums and percentages of valid lengths can exceed
/// that.
func sayable(_ points: Double) -> Double {
  let longest = 9_999_999.0
  return max(-longest, min(longest, points))
}

extension PixelGrid {
  /// The length in whole pixels where it is that but for a thousandth of a pixel, and else as it is; no
  /// longer than documents can say.
  ///
  /// Captures hold numbers of 32 bits, of which a third of a point is a little more than that; rounded up it would be a
  /// pixel too much.
  func snapped(_ points: Double) -> Double {
    let points = sayable(points)
    let pixels = points * scale
    return abs(pixels - pixels.rounded()) < 0.001 ? pixels.rounded() / scale : points
  }
}

extension Style {
  /// The style with what a stack is asked for taken from another one.
  func asked(_ other: Style) -> Style {
    guard other != .default else { return self }
    var style = self
    style.flexGrow = other.flexGrow
    style.flexShrink = other.flexShrink
    style.flexBasis = other.flexBasis
    style.alignSelf = other.alignSelf
    style.spacingBefore = sayable(style.spacingBefore + other.spacingBefore)
    style.spacingAfter = sayable(style.spacingAfter + other.spacingAfter)
    style.layoutPosition = other.layoutPosition
    return style
  }

  mutating func take(spacingOf other: Style) {
    spacingBefore = other.spacingBefore
    spacingAfter = other.spacingAfter
  }
}
