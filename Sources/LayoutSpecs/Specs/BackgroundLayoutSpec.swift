/// A spec that puts an element behind its child, exactly as large as the child.
///
/// The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASBackgroundLayoutSpec`.
public struct BackgroundLayoutSpec<Child: LayoutElement, Background: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The element that gives the size.
  public var child: Child
  /// The element behind the child.
  public var background: Background

  /// Creates a spec with `background` behind `child`.
  @inlinable
  public init(child: consuming Child, background: consuming Background) {
    self.child = child
    self.background = background
  }

  /// Creates the spec with the element behind the child between braces.
  @inlinable
  public init(child: consuming Child, @LayoutChildBuilder background: () -> Background) {
    self.init(child: child, background: background())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements + background.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.background, style, debugName)
    child._write(to: &builder)
    background._write(to: &builder)
    builder.end()
  }
}

extension BackgroundLayoutSpec<AnyLayoutElement, AnyLayoutElement> {
  /// Creates the spec with elements of any types.
  @_disfavoredOverload
  public init(child: any LayoutElement, background: any LayoutElement) {
    self.init(child: AnyLayoutElement(child), background: AnyLayoutElement(background))
  }
}

extension BackgroundLayoutSpec where Child == AnyLayoutElement {
  /// Creates the spec with a child of any type and the element behind it between braces.
  @_disfavoredOverload
  public init(child: any LayoutElement, @LayoutChildBuilder background: () -> Background) {
    self.init(child: AnyLayoutElement(child), background: background())
  }
}
