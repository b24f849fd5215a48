/// A width and a height, in points.
///
/// A length is infinite if a size range is unbounded. Inside the engine, NaN is an undefined length.
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

  /// Undefined on both axes: the size of a parent that is not known. Percentages of such a size count as `auto`.
  @inlinable public static var undefined: Size { Size(.nan, .nan) }

  /// This size, with NaN for each length that an element cannot have.
  var validOrUndefined: Size {
    Size(width.isValidLength ? width : .nan, height.isValidLength ? height : .nan)
  }

  /// Returns this size, which user code gave, as a size that an element can have in a range: with lengths
  /// from 0 to 10,000,000 points. NaN and lengths below 0 count as 0, an infinite length as the range's
  /// maximum or, if that is infinite too, as 0.
  func finite(in range: SizeRange) -> Size {
    Size(finiteLength(width, range.max.width), finiteLength(height, range.max.height))
  }

  private func finiteLength(_ length: Double, _ highest: Double) -> Double {
    let length = length == .infinity ? highest : length
    return length > 0 && length < .infinity ? smaller(length, .lengthLimit) : 0
  }

  /// Returns true if both lengths are equal, or both undefined.
  #if compiler(>=6.3)
  @inline(always)
  #endif
  func isSame(as other: Size) -> Bool {
    sameLength(width, other.width) && sameLength(height, other.height)
  }

  /// True if both lengths are finite, 0 or more and below 10,000,000 points.
  ///
  /// Source: Texture's `ASIsCGSizeValidForSize`.
  @inlinable package var isValid: Bool { width.isValidLength && height.isValidLength }

  /// True if each length is valid or infinite.
  var isValidBound: Bool {
    (width.isValidLength || width == .infinity) && (height.isValidLength || height == .infinity)
  }

  /// This size, checked as the parent's size that a caller gives: each length is valid, infinite or
  /// undefined. A length of 10,000,000 points or more becomes infinite.
  var checkedAsParent: Size {
    precondition(!(width < 0 || height < 0), "A parent's size is not negative; this one is \(self)")
    return infiniteBeyondLimit
  }

  /// This size with infinity for each length of 10,000,000 points or more.
  @inlinable package var infiniteBeyondLimit: Size {
    Size(width.infiniteBeyondLimit, height.infiniteBeyondLimit)
  }
}

extension Double {
  /// True if an element can have this length: finite, 0 or more and below 10,000,000 points.
  ///
  /// Source: Texture's `ASPointsValidForSize`.
  @inlinable package var isValidLength: Bool { self >= 0 && self < Double.lengthLimit }

  /// True if a position or spacing can have this length: between -10,000,000 and 10,000,000 points.
  @inlinable package var isValidOffset: Bool { magnitude < Double.lengthLimit }

  /// Infinity for a length of 10,000,000 points or more, such as `greatestFiniteMagnitude`; else this number.
  @inlinable package var infiniteBeyondLimit: Double { self >= Double.lengthLimit ? .infinity : self }

  /// The bound of every length that a caller or a document gives, in points. Sums of shorter lengths are finite.
  @inlinable package static var lengthLimit: Double { 10_000_000 }
}

extension Size: CustomStringConvertible {
  /// The size as `{320, 44.5}`.
  public var description: String { "{\(shortText(width)), \(shortText(height))}" }
}

/// Returns `value` as text without a trailing `.0`.
package func shortText(_ value: Double) -> String {
  // Most numbers are whole; -0 is written with its sign.
  if let whole = Int32(exactly: value), whole != 0 || value.sign == .plus { return "\(whole)" }
  let text = "\(value)"
  return text.hasSuffix(".0") ? String(text.dropLast(2)) : text
}

/// Returns true if two lengths are equal, or both undefined.
@inline(__always)
func sameLength(_ a: Double, _ b: Double) -> Bool {
  a == b || (a.isNaN && b.isNaN)
}
