/// The width and height in a style, each in points, as a fraction, or `auto`.
///
/// Source: Texture's `ASLayoutSize`.
public struct LayoutSize: Hashable, Sendable {
  /// The width. Default: `auto`.
  public var width: Dimension
  /// The height. Default: `auto`.
  public var height: Dimension

  /// A size of `width` × `height`.
  @inlinable
  public init(width: Dimension = .auto, height: Dimension = .auto) {
    self.width = width
    self.height = height
  }

  /// A size of `width` × `height`.
  @inlinable
  public init(_ width: Dimension, _ height: Dimension) {
    self.init(width: width, height: height)
  }

  /// A size in points.
  @inlinable
  public init(_ size: Size) {
    self.init(.points(size.width), .points(size.height))
  }

  /// `auto` on both axes.
  @inlinable public static var auto: LayoutSize { LayoutSize() }

  /// Returns the size in points in a parent of `parentSize`; see
  /// `Dimension.resolve(parentLength:autoLength:)`.
  @inlinable
  package func resolve(parentSize: Size, autoSize: Size) -> Size {
    Size(
      width.resolve(parentLength: parentSize.width, autoLength: autoSize.width),
      height.resolve(parentLength: parentSize.height, autoLength: autoSize.height))
  }
}

extension LayoutSize: CustomStringConvertible {
  /// The size as `{20%, 50pt}`.
  public var description: String { "{\(width), \(height)}" }
}
