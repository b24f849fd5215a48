/// The sizes an element may take: from `min` to `max`, in points. It is the constrained size that a parent hands down.
///
/// A tree is laid out in lengths below 10,000,000 points, or with an infinite maximum. Laying out in any
/// other range is a failed precondition.
///
/// Source: Texture's `ASSizeRange`.
public struct SizeRange: Hashable, Sendable {
  /// The smallest size.
  public var min: Size
  /// The largest size. Infinite where there is no limit.
  public var max: Size

  /// The sizes from `min` to `max`.
  ///
  /// - Precondition: no length is NaN or negative, the minimum is finite, and `min` is at most `max` on both axes.
  @inlinable
  public init(min: Size, max: Size) {
    precondition(
      min.width >= 0 && min.height >= 0 && min.width < .infinity && min.height < .infinity,
      "A size range's minimum is finite and not negative")
    precondition(
      min.width <= max.width && min.height <= max.height, "A size range's minimum is at most its maximum")
    self.init(uncheckedMin: min, max: max)
  }

  /// This range, checked as one to lay out a tree in: also what was changed after it was made, and that every
  /// length is below 10,000,000 points or an infinite maximum. Ranges that are handed down during a layout
  /// may be longer.
  var checked: SizeRange {
    precondition(
      canBeLaidOutIn,
      "A tree is laid out in 0 or more and less than 10,000,000 points; the maximum may be infinite"
    )
    return self
  }

  /// Whether a tree can be laid out in the range.
  package var canBeLaidOutIn: Bool {
    min.isValid && min.width <= max.width && min.height <= max.height && max.isValidBound
  }

  /// Exactly `size`.
  @inlinable
  public init(exactly size: Size) {
    self.init(min: size, max: size)
  }

  /// The sizes from `width.lowerBound` × `height.lowerBound` to `width.upperBound` × `height.upperBound`.
  @inlinable
  public init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
    self.init(min: Size(width.lowerBound, height.lowerBound), max: Size(width.upperBound, height.upperBound))
  }

  /// A range that is made while laying out: there the rules themselves can put the minimum above the maximum.
  @inlinable
  package init(uncheckedMin min: Size, max: Size) {
    self.min = min
    self.max = max
  }

  /// Exactly 0 × 0 points.
  @inlinable public static var zero: SizeRange { SizeRange(min: .zero, max: .zero) }

  /// From 0 × 0 points to infinity: any size.
  @inlinable public static var unconstrained: SizeRange { SizeRange(min: .zero, max: .infinite) }

  /// What a cell of a table gets: from 0 × 0 points to `width` × infinity.
  @inlinable
  public static func tableCell(width: Double) -> SizeRange {
    SizeRange(min: .zero, max: Size(width, .infinity))
  }

  /// `size` brought into the range; where minimum and maximum disagree the minimum wins.
  @inlinable
  public func clamp(_ size: Size) -> Size {
    Size(
      clampLength(size.width, min.width, max.width), clampLength(size.height, min.height, max.height))
  }

  /// What both ranges allow, axis by axis. Where they do not overlap this range wins: it gives its maximum if it lies
  /// below `other`, else its minimum.
  ///
  /// Source: Texture's `ASSizeRangeIntersect`.
  @inlinable
  public func intersect(_ other: SizeRange) -> SizeRange {
    let width = intersectLengths(min.width, max.width, other.min.width, other.max.width)
    let height = intersectLengths(min.height, max.height, other.min.height, other.max.height)
    return SizeRange(uncheckedMin: Size(width.0, height.0), max: Size(width.1, height.1))
  }
}

/// The larger of two numbers; `a` where the two do not compare. The order of the operands decides where NaN goes.
@inlinable @inline(__always)
package func larger(_ a: Double, _ b: Double) -> Double { a < b ? b : a }

/// The smaller of two numbers; `b` where the two do not compare.
@inlinable @inline(__always)
package func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

/// `value` within `lowest` and `highest`; `lowest` wins over `highest`.
@inlinable @inline(__always)
package func clampLength(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
  larger(lowest, smaller(highest, value))
}

/// One axis of `SizeRange.intersect`.
@inlinable @inline(__always)
package func intersectLengths(
  _ lowest: Double, _ highest: Double, _ otherLowest: Double, _ otherHighest: Double
) -> (Double, Double) {
  let low = larger(lowest, otherLowest)
  let high = smaller(highest, otherHighest)
  if low <= high { return (low, high) }
  return lowest < otherLowest ? (highest, highest) : (lowest, lowest)
}

extension SizeRange: CustomStringConvertible {
  /// The range as `{{0, 0}, {320, inf}}`.
  public var description: String { "{\(min), \(max)}" }
}
