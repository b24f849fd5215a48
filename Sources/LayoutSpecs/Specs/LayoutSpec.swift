/// The plain spec: nothing but its style. It takes the smallest size that it may have, and serves as a spacer.
///
/// ```swift
/// LayoutSpec().flexGrow()
/// ```
///
/// Source: Texture's `ASLayoutSpec`.
public struct LayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?

  /// A spacer.
  public init() {}

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.spec, self)
  }
}
