/// The plain spec: a style without children. It has the smallest size in its range, and serves as a spacer.
///
/// ```swift
/// LayoutSpec().flexGrow()
/// ```
///
/// Source: Texture's `ASLayoutSpec`.
public struct LayoutSpec: LayoutElement {
  /// The style, which the spec around it reads. Default: `Style.default`.
  public var style = Style()
  /// The name in descriptions and pictures. Default: nil.
  public var debugName: String?

  /// Creates a spacer.
  public init() {}

  /// Writes the spec and its children.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.spec, self)
  }
}
