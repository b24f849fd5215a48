#if canImport(CoreGraphics)
public import CoreGraphics

// Core Graphics and this module both measure in points: every value has a counterpart, and converting it
// there and back gives the same value. Each conversion takes constant time.

extension Size {
  /// Converts a size of Core Graphics. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: CGSize) {
    self.init(Double(size.width), Double(size.height))
  }
}

extension Point {
  /// Converts a point of Core Graphics.
  @inlinable
  public init(_ point: CGPoint) {
    self.init(Double(point.x), Double(point.y))
  }
}

extension Rect {
  /// Converts a rectangle of Core Graphics. A rectangle with a negative length is standardized first, as Core
  /// Graphics reads it.
  @inlinable
  public init(_ rect: CGRect) {
    let standard = rect.standardized
    self.init(origin: Point(standard.origin), size: Size(standard.size))
  }
}

extension CGSize {
  /// Converts a size to Core Graphics. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: Size) {
    self.init(width: CGFloat(size.width), height: CGFloat(size.height))
  }
}

extension CGPoint {
  /// Converts a point to Core Graphics.
  @inlinable
  public init(_ point: Point) {
    self.init(x: CGFloat(point.x), y: CGFloat(point.y))
  }
}

extension CGRect {
  /// Converts a frame to Core Graphics.
  @inlinable
  public init(_ rect: Rect) {
    self.init(origin: CGPoint(rect.origin), size: CGSize(rect.size))
  }
}
#endif
