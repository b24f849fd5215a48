/// A spec that puts an element on top of its child, exactly as large as the child.
///
/// The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASOverlayLayoutSpec`.
public struct OverlayLayoutSpec<Child: LayoutElement, Overlay: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The element that gives the size.
  public var child: Child
  /// The element on top of the child.
  public var overlay: Overlay

  /// Creates a spec with `overlay` on top of `child`.
  @inlinable
  public init(child: consuming Child, overlay: consuming Overlay) {
    self.child = child
    self.overlay = overlay
  }

  /// Creates the spec with the element on top of the child between braces.
  @inlinable
  public init(child: consuming Child, @LayoutChildBuilder overlay: () -> Overlay) {
    self.init(child: child, overlay: overlay())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements + overlay.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.overlay, style, debugName)
    child._write(to: &builder)
    overlay._write(to: &builder)
    builder.end()
  }
}

extension OverlayLayoutSpec<AnyLayoutElement, AnyLayoutElement> {
  /// Creates the spec with elements of any types.
  @_disfavoredOverload
  public init(child: any LayoutElement, overlay: any LayoutElement) {
    self.init(child: AnyLayoutElement(child), overlay: AnyLayoutElement(overlay))
  }
}

extension OverlayLayoutSpec where Child == AnyLayoutElement {
  /// Creates the spec with a child of any type and the element on top of it between braces.
  @_disfavoredOverload
  public init(child: any LayoutElement, @LayoutChildBuilder overlay: () -> Overlay) {
    self.init(child: AnyLayoutElement(child), overlay: overlay())
  }
}

extension LayoutPass {
  /// The child gets the spec's range, and the overlay or the background exactly the child's size. An overlay's fractions
  /// refer to the child's size, and a background's fractions to the same size as the child's.
  func layOutOverlay(_ id: Int, _ range: SizeRange, _ parentSize: Size, isBackground: Bool) -> Size {
    let child = id + 1
    let other = Int(elements[child].end)
    let size = size(of: child, in: range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[other] = Rect(
      origin: .zero, size: self.size(of: other, in: exactly, isBackground ? parentSize : size))
    return size
  }
}
