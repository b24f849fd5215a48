/// A width and a height, in points.
///
/// Either may be infinite where a size range is unbounded. Inside the engine NaN stands for an undefined length.
public struct Size: Hashable, Sendable {
  /// The width, in points.
  public var width: Double
  /// The height, in points.
  public var height: Double

  /// A size of `width` × `height` points.
  @inlinable
  public init(width: Double, height: Double) {
    self.width = width
    self.height = height
  }

  /// A size of `width` × `height` points.
  @inlinable
  public init(_ width: Double, _ height: Double) {
    self.init(width: width, height: height)
  }

  /// 0 × 0 points.
  @inlinable public static var zero: Size { Size(0, 0) }

  /// Unbounded on both axes.
  @inlinable public static var infinite: Size { Size(.infinity, .infinity) }

  /// Undefined on both axes: what a percentage resolves against when its parent's size is not known.
  @inlinable public static var undefined: Size { Size(.nan, .nan) }

  /// Whether both lengths are finite, 0 or more and below 10,000,000 points.
  ///
  /// Source: Texture's `ASIsCGSizeValidForSize`.
  @inlinable public var isValid: Bool { width.isValidLength && height.isValidLength }

  /// Whether both lengths are valid or infinite.
  var isValidBound: Bool {
    (width.isValidLength || width == .infinity) && (height.isValidLength || height == .infinity)
  }

  /// This size, checked as a parent's size that a caller gives: each length is valid, infinite or undefined.
  var checkedAsParent: Size {
    precondition(
      Size(width.isNaN ? 0 : width, height.isNaN ? 0 : height).isValidBound,
      "A parent's size is 0 or more and less than 10,000,000 points, infinite or undefined")
    return self
  }
}

extension Double {
  /// Whether this is a length that an element can have: finite, 0 or more and below 10,000,000 points.
  ///
  /// Source: Texture's `ASPointsValidForSize`.
  @inlinable package var isValidLength: Bool { self >= 0 && self < Double.lengthLimit }

  /// Whether this is a number of points that may be negative, as a position or a spacing: between -10,000,000
  /// and 10,000,000.
  @inlinable package var isValidOffset: Bool { magnitude < Double.lengthLimit }

  /// The bound of every number of points that a caller or a document gives: 10,000,000. No sum of lengths
  /// below it is infinite.
  @inlinable package static var lengthLimit: Double { 10_000_000 }
}

extension Size: CustomStringConvertible {
  /// The size as `{320, 44.5}`.
  public var description: String { "{\(shortText(width)), \(shortText(height))}" }
}

/// A number as people write it: no trailing `.0`.
package func shortText(_ value: Double) -> String {
  // Most are whole; a zero below 0 keeps its sign.
  if let whole = Int32(exactly: value), whole != 0 || value.sign == .plus { return "\(whole)" }
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}
