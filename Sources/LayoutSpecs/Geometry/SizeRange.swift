/// The sizes that an element may have, from `min` to `max`, in points: its constrained size.
///
/// A tree is laid out in lengths below 10,000,000 points, or with an infinite maximum. A maximum of 10,000,000
/// points or more, such as `Double.greatestFiniteMagnitude`, is infinity. Any other range is a failed precondition.
///
/// Source: Texture's `ASSizeRange`.
public struct SizeRange: Hashable, Sendable {
  /// The smallest size.
  public var min: Size
  /// The largest size. Infinite if there is no limit.
  public var max: Size

  /// Creates the sizes from `min` to `max`, in points. `SizeRange(max:)` allows any size up to `max`.
  ///
  /// - Parameters:
  ///   - min: The smallest size. Default: 0 × 0.
  ///   - max: The largest size; infinite if there is no limit. A length of 10,000,000 points or more is infinity.
  /// - Precondition: no length is NaN or negative, `min` is finite, and at most `max` on both axes.
  @inlinable
  public init(min: Size = .zero, max: Size) {
    precondition(
      min.width >= 0 && min.height >= 0 && min.width < .infinity && min.height < .infinity,
      "A size range's minimum is finite, not NaN and not negative; this one is \(min)")
    precondition(
      min.width <= max.width && min.height <= max.height,
      "A size range's minimum is at most its maximum, which is not NaN; this one is from \(min) to \(max)")
    self.init(uncheckedMin: min, max: max.infiniteBeyondLimit)
  }

  /// This range, checked as the range of a whole tree, since it may have been changed after `init`. Ranges
  /// inside a layout may be longer.
  var checked: SizeRange {
    let range = infiniteBeyondLimit
    precondition(
      range.canBeLaidOutIn,
      """
      A tree is laid out in 0 or more and less than 10,000,000 points, and the maximum may be infinite; not in \
      \(self)
      """)
    return range
  }

  /// This range, with infinity for a maximum of 10,000,000 points or more.
  package var infiniteBeyondLimit: SizeRange { SizeRange(uncheckedMin: min, max: max.infiniteBeyondLimit) }

  /// True if a tree can be laid out in the range: its lengths are below 10,000,000 points, or the maximum is
  /// infinite.
  package var canBeLaidOutIn: Bool {
    min.isValid && min.width <= max.width && min.height <= max.height && max.isValidBound
  }

  /// This range, which user code gave during a layout, with valid bounds; see `ChildLayouts.measure`.
  var withValidBounds: SizeRange {
    let limit = SizeRange(uncheckedMin: .zero, max: Size(.lengthLimit, .lengthLimit))
    let width = max.width < .lengthLimit ? larger(0, max.width) : .infinity
    let height = max.height < .lengthLimit ? larger(0, max.height) : .infinity
    return SizeRange(uncheckedMin: min.finite(in: limit), max: Size(width, height))
  }

  /// Exactly `size`.
  @inlinable
  public init(exactly size: Size) {
    self.init(min: size, max: size)
  }

  /// The sizes with a width and a height in these ranges.
  @inlinable
  public init(width: ClosedRange<Double>, height: ClosedRange<Double>) {
    self.init(min: Size(width.lowerBound, height.lowerBound), max: Size(width.upperBound, height.upperBound))
  }

  /// Creates the sizes of exactly this width, in points, and any height.
  ///
  /// - Precondition: `width` is finite and not negative.
  @inlinable
  public init(width: Double) {
    self.init(min: Size(width, 0), max: Size(width, .infinity))
  }

  /// Creates the sizes of exactly this height, in points, and any width.
  ///
  /// - Precondition: `height` is finite and not negative.
  @inlinable
  public init(height: Double) {
    self.init(min: Size(0, height), max: Size(.infinity, height))
  }

  /// Creates a range during a layout, where the rules may put the minimum above the maximum.
  @inlinable
  package init(uncheckedMin min: Size, max: Size) {
    self.min = min
    self.max = max
  }

  /// Exactly 0 × 0 points.
  @inlinable public static var zero: SizeRange { SizeRange(min: .zero, max: .zero) }

  /// From 0 × 0 points to infinity: any size.
  @inlinable public static var unconstrained: SizeRange { SizeRange(min: .zero, max: .infinite) }

  /// The range of a table's cell: exactly `width` points, and any height, as `SizeRange(width:)`.
  ///
  /// Texture's documents say that a cell gets (0, 0) to (`width`, infinity); Texture's code gives it exactly
  /// the width, so that a cell's content can be justified in it. To allow any width up to a maximum, write
  /// `SizeRange(max: Size(width, .infinity))`.
  ///
  /// Source: `-constrainedSizeForRowAtIndexPath:` of Texture's `ASTableView`.
  ///
  /// - Precondition: `width` is finite and not negative.
  @inlinable
  public static func tableCell(width: Double) -> SizeRange { SizeRange(width: width) }

  /// Returns this range with `size`, clamped to the range, as its maximum. Undefined lengths of `size` change
  /// nothing.
  func limited(to size: Size) -> SizeRange {
    let limit = size.clamped(to: self)
    return SizeRange(
      uncheckedMin: min,
      max: Size(size.width.isNaN ? max.width : limit.width, size.height.isNaN ? max.height : limit.height))
  }

  /// True if exactly one width is allowed.
  @inline(__always)
  var hasOneWidth: Bool { min.width == max.width && min.width < .infinity }

  /// True if exactly one height is allowed.
  @inline(__always)
  var hasOneHeight: Bool { min.height == max.height && min.height < .infinity }

  /// Returns the sizes that both ranges allow, axis by axis.
  ///
  /// If they do not overlap on an axis, the result allows one length: this range's maximum if this range lies
  /// below `other`, else this range's minimum.
  ///
  /// Source: Texture's `ASSizeRangeIntersect`.
  ///
  /// - Complexity: constant.
  @inlinable
  #if compiler(>=6.3)
  @inline(always)
  #endif
  public func intersection(_ other: SizeRange) -> SizeRange {
    let width = lengthIntersection(min.width, max.width, other.min.width, other.max.width)
    let height = lengthIntersection(min.height, max.height, other.min.height, other.max.height)
    return SizeRange(uncheckedMin: Size(width.0, height.0), max: Size(width.1, height.1))
  }
}

extension Size {
  /// Returns this size limited to `range`, axis by axis.
  ///
  /// If the minimum is above the maximum, the minimum wins. An undefined length becomes the minimum.
  ///
  /// Source: Texture's `ASSizeRangeClamp`.
  ///
  /// - Complexity: constant.
  @inlinable
  #if compiler(>=6.3)
  @inline(always)
  #endif
  public func clamped(to range: SizeRange) -> Size {
    Size(
      clampedLength(width, range.min.width, range.max.width),
      clampedLength(height, range.min.height, range.max.height))
  }
}

/// Returns the larger of two numbers; `a` if they do not compare. So the operands' order decides about NaN.
@inlinable @inline(__always)
package func larger(_ a: Double, _ b: Double) -> Double { a < b ? b : a }

/// Returns the smaller of two numbers; `b` if they do not compare.
@inlinable @inline(__always)
package func smaller(_ a: Double, _ b: Double) -> Double { a < b ? a : b }

/// Returns `value` limited to `lowest` and `highest`; `lowest` wins over `highest`.
@inlinable @inline(__always)
package func clampedLength(_ value: Double, _ lowest: Double, _ highest: Double) -> Double {
  larger(lowest, smaller(highest, value))
}

/// Returns one axis of `SizeRange.intersection(_:)`.
@inlinable @inline(__always)
package func lengthIntersection(
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
