#if canImport(CoreGraphics)
public import CoreGraphics

// Core Graphics' points are this module's: every value has a counterpart, and conversions there and back give
// the same one. Each takes constant time.

extension Size {
  /// The same size. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: CGSize) {
    self.init(Double(size.width), Double(size.height))
  }
}

extension Point {
  /// The same point.
  @inlinable
  public init(_ point: CGPoint) {
    self.init(Double(point.x), Double(point.y))
  }
}

extension Rect {
  /// The same frame. A frame with a negative length is first standardized, as Core Graphics reads it.
  @inlinable
  public init(_ rect: CGRect) {
    let standard = rect.standardized
    self.init(origin: Point(standard.origin), size: Size(standard.size))
  }
}

extension CGSize {
  /// The same size. Infinite and undefined lengths stay so.
  @inlinable
  public init(_ size: Size) {
    self.init(width: CGFloat(size.width), height: CGFloat(size.height))
  }
}

extension CGPoint {
  /// The same point.
  @inlinable
  public init(_ point: Point) {
    self.init(x: CGFloat(point.x), y: CGFloat(point.y))
  }
}

extension CGRect {
  /// The same frame.
  @inlinable
  public init(_ rect: Rect) {
    self.init(origin: CGPoint(rect.origin), size: CGSize(rect.size))
  }
}
#endif
