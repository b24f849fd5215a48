/// The distances from the four edges of a frame to the content inside it, in points.
///
/// A negative inset lets the content reach outside. An infinite inset lets the content have its own size on
/// that axis and pushes it away from that edge; infinite insets on both sides of an axis centre it.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge. Default: 0.
  public var top: Double
  /// The distance from the left edge. Default: 0.
  public var left: Double
  /// The distance from the bottom edge. Default: 0.
  public var bottom: Double
  /// The distance from the right edge. Default: 0.
  public var right: Double

  /// Creates insets, edge by edge.
  ///
  /// - Precondition: each inset lies between -10,000,000 and 10,000,000 points, or is infinity.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    precondition(
      EdgeInsets.isValid(top) && EdgeInsets.isValid(left) && EdgeInsets.isValid(bottom)
        && EdgeInsets.isValid(right),
      "An inset lies between -10,000,000 and 10,000,000 points, or is infinity")
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// Creates the same inset on all four sides.
  @inlinable
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// Creates insets of `horizontal` on the left and right, and `vertical` at the top and bottom.
  @inlinable
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  @inlinable
  static func isValid(_ inset: Double) -> Bool { inset.isValidOffset || inset == .infinity }

  /// No insets.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }
}
