/// A position, in points, in the coordinate system of the parent element: x to the right, y down.
public struct Point: Hashable, Sendable {
  /// The distance from the parent's left edge, in points.
  public var x: Double
  /// The distance from the parent's top edge, in points.
  public var y: Double

  /// The point (`x`, `y`).
  @inlinable
  public init(x: Double, y: Double) {
    self.x = x
    self.y = y
  }

  /// The point (`x`, `y`).
  @inlinable
  public init(_ x: Double, _ y: Double) {
    self.init(x: x, y: y)
  }

  /// The parent's top left corner.
  @inlinable public static var zero: Point { Point(0, 0) }
}

extension Point: CustomStringConvertible {
  /// The point as `{10, 24}`.
  public var description: String { "{\(shortText(x)), \(shortText(y))}" }
}
