// swift-format-ignore-file: AlwaysUseLowerCamelCase
// The names are Texture's.

// Texture's lengths and ranges, and the points of Core Graphics that its samples are written in.

public typealias CGFloat = Double
public typealias CGSize = Size
public typealias CGPoint = Point
public typealias CGRect = Rect
public typealias UIEdgeInsets = EdgeInsets

/// This library's, and not Foundation's of the same name.
public typealias Dimension = LayoutSpecs.Dimension
public typealias ASDimension = Dimension
public typealias ASDimensionUnit = Dimension.Unit
public typealias ASLayoutSize = LayoutSize
public typealias ASSizeRange = SizeRange

/// No length is given.
public let ASDimensionAuto = Dimension.auto
/// `auto` on both axes.
public let ASLayoutSizeAuto = LayoutSize.auto
/// Exactly 0 × 0 points.
public let ASSizeRangeZero = SizeRange.zero
/// From 0 × 0 points to infinity.
public let ASSizeRangeUnconstrained = SizeRange.unconstrained

/// Returns a length in points.
///
/// - Precondition: 0 or more and less than 10,000,000.
public func ASDimensionMake(_ points: Double) -> Dimension { .points(points) }

/// Returns the length that a text stands for: `"50%"`, `"70pt"` or `"auto"`.
///
/// - Precondition: the text has one of these forms. Texture reads any other text as `auto`.
public func ASDimensionMake(_ text: String) -> Dimension { Dimension(stringLiteral: text) }

extension Dimension {
  /// Creates a length in a unit, as Texture's structure does. For `auto` the value is ignored.
  ///
  /// - Precondition: points are 0 or more and less than 10,000,000; a fraction is from 0 to 1.
  public init(unit: Unit, value: Double) {
    switch unit {
    case .auto: self = .auto
    case .points: self = .points(value)
    case .fraction: self = .fraction(value)
    }
  }
}

/// Returns a length in a unit: `Dimension.init(unit:value:)`.
public func ASDimensionMake(_ unit: Dimension.Unit, _ value: Double) -> Dimension {
  Dimension(unit: unit, value: value)
}

/// Returns a length in points.
///
/// - Precondition: 0 or more and less than 10,000,000.
public func ASDimensionMakeWithPoints(_ points: Double) -> Dimension { .points(points) }

/// Returns a fraction of the parent's length: 0.5 is half the parent.
///
/// - Precondition: from 0 to 1.
public func ASDimensionMakeWithFraction(_ fraction: Double) -> Dimension { .fraction(fraction) }

/// Returns a size of points, fractions or `auto`.
public func ASLayoutSizeMake(_ width: Dimension, _ height: Dimension) -> LayoutSize {
  LayoutSize(width, height)
}

/// Returns the sizes from `min` to `max`, in points.
///
/// - Precondition: the same as for `SizeRange.init(min:max:)`.
public func ASSizeRangeMake(_ min: Size, _ max: Size) -> SizeRange { SizeRange(min: min, max: max) }

/// Returns the range that holds only this size, in points.
///
/// - Precondition: finite, not NaN and not negative.
public func ASSizeRangeMake(_ exactly: Size) -> SizeRange { SizeRange(exactly: exactly) }

/// Returns a size limited to a range, axis by axis; see `Size.clamped(to:)`.
public func ASSizeRangeClamp(_ range: SizeRange, _ size: Size) -> Size { size.clamped(to: range) }

/// Returns the sizes that both ranges allow; see `SizeRange.intersection(_:)`.
public func ASSizeRangeIntersect(_ range: SizeRange, _ other: SizeRange) -> SizeRange {
  range.intersection(other)
}
