/// The lengths that an element may have on one axis, in points.
///
/// The rules of layout themselves can put the minimum above the maximum; then the minimum counts.
public struct LengthRange: Hashable, Sendable {
  /// The smallest length.
  public let min: Double
  /// The largest length; infinite if there is no limit.
  public let max: Double

  /// True if only one length is allowed.
  public var isExact: Bool { min >= max }

  /// The only allowed length, if the range is exact.
  var exact: Double { min }
}
