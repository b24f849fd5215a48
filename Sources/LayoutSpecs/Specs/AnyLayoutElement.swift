/// An element of any type.
public struct AnyLayoutElement: LayoutElement {
  /// The element itself.
  public var base: any LayoutElement

  /// Wraps an element.
  public init(_ base: any LayoutElement) { self.base = base }

  public var style: Style {
    get { base.style }
    set { base.style = newValue }
  }

  public var debugName: String? {
    get { base.debugName }
    set { base.debugName = newValue }
  }

  public var sublayoutElements: [any LayoutElement] { base.sublayoutElements }

  /// Returns the layout of `base`: a node keeps its layout.
  public func layoutThatFits(_ constrainedSize: SizeRange, parentSize: Size) -> Layout {
    base.layoutThatFits(constrainedSize, parentSize: parentSize)
  }

  public func _write(to builder: inout LayoutTreeBuilder) {
    if builder.isDeep { builder.postpone(base) } else { base._write(to: &builder) }
  }

  public func _append(to elements: inout [any LayoutElement]) { elements.append(base) }
}
