/// A spec that places each child at its `Style.layoutPosition`.
///
/// Children may overlap, and reach outside the spec.
///
/// Source: Texture's `ASAbsoluteLayoutSpec`; with `sizeToFit` its older `ASStaticLayoutSpec`.
public struct AbsoluteLayoutSpec<Children: LayoutContent>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The rule for the spec's size.
  public var sizing: AbsoluteSizing
  /// The elements, from back to front.
  public var children: Children

  /// Creates a spec with children at their positions, written between braces.
  @inlinable
  public init(sizing: AbsoluteSizing = .default, @LayoutElementBuilder children: () -> Children) {
    self.sizing = sizing
    self.children = children()
  }

  public var sublayoutElements: [any LayoutElement] { children.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.absolute(sizing), style, debugName)
    children._write(to: &builder)
    builder.end()
  }
}

extension AbsoluteLayoutSpec<[any LayoutElement]> {
  /// Creates a spec with `children` at their positions.
  public init(sizing: AbsoluteSizing = .default, children: [any LayoutElement]) {
    self.sizing = sizing
    self.children = children
  }
}

extension LayoutPass {
  /// Gives each child its own position and the size of its style, at most the room that the range leaves to
  /// the right of and below that position.
  func layOutAbsolute(_ id: Int, _ sizing: AbsoluteSizing, _ range: SizeRange) -> Size {
    let available = range.max.validOrUndefined
    var union = range.min
    for child in children(of: id) {
      let style = styles[Int(elements[child].style)].style
      let position = style.layoutPosition
      let room = Size(larger(0, range.max.width - position.x), larger(0, range.max.height - position.y))
      let range = style.sizeRange(parentSize: available, autoMaxSize: room)
      let size = self.size(of: child, in: range, available)
      frames[child] = Rect(origin: position, size: size)
      union.width = larger(union.width, position.x + size.width)
      union.height = larger(union.height, position.y + size.height)
    }
    let fits = sizing == .sizeToFit
    let size = Size(
      fits || available.width.isNaN ? union.width : available.width,
      fits || available.height.isNaN ? union.height : available.height)
    if Recording.isOn { recorder.pointee.note(content: size) }
    return size.clamped(to: range)
  }
}
