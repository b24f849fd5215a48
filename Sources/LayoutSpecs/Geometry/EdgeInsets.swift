/// The distances from the four edges of a frame to the content inside it, in points.
///
/// A negative inset lets the content reach outside. An infinite one lets the content keep its own size on that axis and
/// pushes it away from that edge; infinite on both sides of an axis centres it.
public struct EdgeInsets: Hashable, Sendable {
  /// The distance from the top edge. Default: 0.
  public var top: Double
  /// The distance from the left edge. Default: 0.
  public var left: Double
  /// The distance from the bottom edge. Default: 0.
  public var bottom: Double
  /// The distance from the right edge. Default: 0.
  public var right: Double

  /// Insets edge by edge.
  ///
  /// - Precondition: no inset is NaN or negative infinity.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    precondition(
      top > -.infinity && left > -.infinity && bottom > -.infinity && right > -.infinity,
      "An inset is a finite number of points, or infinity")
    self.top = top
    self.left = left
    self.bottom = bottom
    self.right = right
  }

  /// The same inset on all four sides.
  @inlinable
  public init(_ all: Double) {
    self.init(top: all, left: all, bottom: all, right: all)
  }

  /// `horizontal` left and right, `vertical` at the top and the bottom.
  @inlinable
  public init(horizontal: Double, vertical: Double) {
    self.init(top: vertical, left: horizontal, bottom: vertical, right: horizontal)
  }

  /// No insets.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }
}
