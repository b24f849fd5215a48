/// The distances from the four edges of a frame to the content inside it, in points.
///
/// A negative inset lets the content reach outside. An infinite inset lets the content have its own size on
/// that axis and pushes it away from that edge; infinite insets on both sides of an axis centre it. An inset of
/// 10,000,000 points or more, such as `Double.greatestFiniteMagnitude`, is infinity.
///
/// A node that is laid out right to left is mirrored as a whole: there, `left` is the distance from the right
/// edge. Code for both directions uses `leading` and `trailing`.
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
  /// - Precondition: each inset is more than -10,000,000 points, and not NaN.
  @inlinable
  public init(top: Double = 0, left: Double = 0, bottom: Double = 0, right: Double = 0) {
    precondition(
      EdgeInsets.isValid(top) && EdgeInsets.isValid(left) && EdgeInsets.isValid(bottom)
        && EdgeInsets.isValid(right),
      "An inset is more than -10,000,000 points, and not NaN; at or above 10,000,000 it is infinity")
    self.top = top.infiniteBeyondLimit
    self.left = left.infiniteBeyondLimit
    self.bottom = bottom.infiniteBeyondLimit
    self.right = right.infiniteBeyondLimit
  }

  /// Creates insets, edge by edge, named by the direction of the content.
  ///
  /// - Precondition: each inset is more than -10,000,000 points, and not NaN.
  @inlinable
  public init(top: Double = 0, leading: Double, bottom: Double = 0, trailing: Double = 0) {
    self.init(top: top, left: leading, bottom: bottom, right: trailing)
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

  /// The distance from the edge at which the content begins: the left edge, or the right edge in a node that
  /// is laid out right to left. Another name for `left`.
  @inlinable public var leading: Double {
    get { left }
    set { left = newValue }
  }

  /// The distance from the edge at which the content ends: the right edge, or the left edge in a node that is
  /// laid out right to left. Another name for `right`.
  @inlinable public var trailing: Double {
    get { right }
    set { right = newValue }
  }

  /// These insets, checked again, since a property may have been set after `init`. -0 becomes 0, so that equal
  /// insets have equal bits.
  var checked: EdgeInsets { EdgeInsets(top: top + 0, left: left + 0, bottom: bottom + 0, right: right + 0) }

  @inlinable
  static func isValid(_ inset: Double) -> Bool { inset > -Double.lengthLimit }

  /// No insets.
  @inlinable public static var zero: EdgeInsets { EdgeInsets() }
}
