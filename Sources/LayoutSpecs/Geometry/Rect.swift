/// A frame: the position of an element in its parent and its size, in points.
public struct Rect: Hashable, Sendable {
  /// The top left corner.
  public var origin: Point
  /// The width and the height.
  public var size: Size

  /// The frame of `size` at `origin`.
  @inlinable
  public init(origin: Point, size: Size) {
    self.origin = origin
    self.size = size
  }

  /// The frame of `width` × `height` points at (`x`, `y`).
  @inlinable
  public init(x: Double, y: Double, width: Double, height: Double) {
    self.init(origin: Point(x, y), size: Size(width, height))
  }

  /// A frame of 0 × 0 points at the origin.
  @inlinable public static var zero: Rect { Rect(x: 0, y: 0, width: 0, height: 0) }

  /// The left edge.
  @inlinable public var minX: Double { origin.x }
  /// The top edge.
  @inlinable public var minY: Double { origin.y }
  /// The right edge.
  @inlinable public var maxX: Double { origin.x + size.width }
  /// The bottom edge.
  @inlinable public var maxY: Double { origin.y + size.height }
  /// The middle between the left and the right edge.
  @inlinable public var midX: Double { origin.x + size.width / 2 }
  /// The middle between the top and the bottom edge.
  @inlinable public var midY: Double { origin.y + size.height / 2 }
  /// The size's width, in points.
  @inlinable public var width: Double { size.width }
  /// The size's height, in points.
  @inlinable public var height: Double { size.height }
}

extension Rect {
  /// Returns the part that both frames have in common; nil if they have none. Frames that only touch have a
  /// part without a width or a height in common.
  ///
  /// A frame with an undefined length or position has nothing in common with any other.
  ///
  /// - Complexity: constant.
  public func intersection(_ other: Rect) -> Rect? {
    let (left, right) = (larger(minX, other.minX), smaller(maxX, other.maxX))
    let (top, bottom) = (larger(minY, other.minY), smaller(maxY, other.maxY))
    guard isDefined && other.isDefined, left <= right && top <= bottom else { return nil }
    return Rect(x: left, y: top, width: right - left, height: bottom - top)
  }

  /// Returns true if the point lies in the frame. The left and top edges belong to the frame, the others do not.
  ///
  /// - Complexity: constant.
  public func contains(_ point: Point) -> Bool {
    point.x >= minX && point.x < maxX && point.y >= minY && point.y < maxY
  }

  /// Returns the frame mirrored in a parent of this width: as far from the parent's right edge as this frame
  /// is from the left edge.
  package func mirrored(in width: Double) -> Rect {
    Rect(x: width - size.width - origin.x, y: origin.y, width: size.width, height: size.height)
  }

  private var isDefined: Bool { !(maxX.isNaN || maxY.isNaN) }
}

extension Rect: CustomStringConvertible {
  /// The frame as `{{10, 24}, {320, 44.5}}`.
  public var description: String { "{\(origin), \(size)}" }
}
