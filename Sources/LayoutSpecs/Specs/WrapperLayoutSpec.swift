/// A spec that passes its range on: it turns elements into a spec. Several children lie on top of each other.
///
/// Source: Texture's `ASWrapperLayoutSpec`.
public struct WrapperLayoutSpec<Children: LayoutContent>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The elements, from back to front.
  public var children: Children

  // Until it is checked, the code between braces could also be a child. Without a ranking of these initialisers
  // the compiler would check that code once for each of them.

  /// Creates a spec of `child` alone.
  @inlinable
  @_disfavoredOverload
  public init(_ child: Children) where Children: LayoutElement {
    children = child
  }

  /// Creates a spec of children on top of each other, written between braces.
  @inlinable
  public init(@LayoutElementBuilder children: () -> Children) {
    self.children = children()
  }

  public var sublayoutElements: [any LayoutElement] { children.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.wrapper, style, debugName)
    children._write(to: &builder)
    builder.end()
  }
}

extension WrapperLayoutSpec<[any LayoutElement]> {
  /// Creates a spec of `child` alone.
  ///
  /// You never write the second argument: it lets a child of a known type keep that type.
  @_disfavoredOverload
  public init(_ child: any LayoutElement, _: Void = ()) {
    children = [child]
  }

  /// Creates a spec of `children` on top of each other.
  public init(children: [any LayoutElement]) {
    self.children = children
  }
}
