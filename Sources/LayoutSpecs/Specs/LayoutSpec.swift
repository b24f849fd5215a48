/// The plain spec: a style without children. It has the smallest size in its range, and serves as a spacer.
///
/// ```swift
/// LayoutSpec().flexGrow()
/// ```
///
/// Source: Texture's `ASLayoutSpec`.
public struct LayoutSpec: LayoutElement {
  public var style = Style()
  public var debugName: String?

  /// Creates a spacer.
  @inlinable
  public init() {}

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.spec, style, debugName)
    builder.end()
  }
}

extension LayoutPass {
  /// Each child gets the whole range, at the origin. The spec is as large as the largest child, and at least
  /// the minimum.
  func layOutWrapper(_ id: Int, _ range: SizeRange) -> Size {
    var size = range.min
    for child in children(of: id) {
      let childSize = self.size(of: child, in: range, range.max)
      frames[child] = Rect(origin: .zero, size: childSize)
      size = Size(larger(size.width, childSize.width), larger(size.height, childSize.height))
    }
    return size
  }
}
