/// A spec that puts an element on top of its child, exactly as large as the child.
///
/// The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASOverlayLayoutSpec`.
public struct OverlayLayoutSpec: LayoutElement {
  /// The style, which the spec around it reads. Default: `Style.default`.
  public var style = Style()
  /// The name in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// The element that gives the size.
  public let child: any LayoutElement
  /// The element on top of it.
  public let overlay: any LayoutElement

  /// Creates a spec with `overlay` on top of `child`.
  public init(child: any LayoutElement, overlay: any LayoutElement) {
    self.child = child
    self.overlay = overlay
  }

  /// Writes the spec and its children.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.overlay, self, children: [child, overlay])
  }
}

extension LayoutPass {
  /// The child gets the spec's range, and the overlay exactly the child's size.
  func layoutOverlay(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let child = id + 1
    let overlay = Int(elements[child].end)
    let size = measure(child, range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[overlay] = Rect(origin: .zero, size: measure(overlay, exactly, size))
    return size
  }
}
