#if canImport(CoreGraphics)
public import CoreGraphics

// Core Graphics' points are this module's: every value has a counterpart, and conversions there and back give
// the same one. Each takes constant time.

extension Size {
  /// Creates the size that Core Graphics' one is. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: CGSize) {
    self.init(Double(size.width), Double(size.height))
  }
}

extension Point {
  /// Creates the point that Core Graphics' one is.
  @inlinable
  public init(_ point: CGPoint) {
    self.init(Double(point.x), Double(point.y))
  }
}

extension Rect {
  /// Creates the frame that Core Graphics' one is. With a negative length it is first standardized, as Core
  /// Graphics reads it.
  @inlinable
  public init(_ rect: CGRect) {
    let standard = rect.standardized
    self.init(origin: Point(standard.origin), size: Size(standard.size))
  }
}

extension CGSize {
  /// Creates the size that this module's one is. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: Size) {
    self.init(width: CGFloat(size.width), height: CGFloat(size.height))
  }
}

extension CGPoint {
  /// Creates the point that this module's one is.
  @inlinable
  public init(_ point: Point) {
    self.init(x: CGFloat(point.x), y: CGFloat(point.y))
  }
}

extension CGRect {
  /// Creates the frame that this module's one is.
  @inlinable
  public init(_ rect: Rect) {
    self.init(origin: CGPoint(rect.origin), size: CGSize(rect.size))
  }
}
#endif
