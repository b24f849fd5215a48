/// A spec that puts an element on top of its child, exactly as large as the child.
///
/// The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASOverlayLayoutSpec`.
public struct OverlayLayoutSpec: LayoutElement {
  public var style = Style()
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

  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.overlay, self, children: [child, overlay])
  }
}

extension LayoutPass {
  /// The child gets the spec's range, and the overlay exactly the child's size.
  func layOutOverlay(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let child = id + 1
    let overlay = Int(elements[child].end)
    let size = size(of: child, in: range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[overlay] = Rect(origin: .zero, size: self.size(of: overlay, in: exactly, size))
    return size
  }
}

/// A spec that puts an element behind its child, exactly as large as the child.
///
/// The spec ignores its own width, height, minimum and maximum.
///
/// Source: Texture's `ASBackgroundLayoutSpec`.
public struct BackgroundLayoutSpec: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The element that gives the size.
  public let child: any LayoutElement
  /// The element behind it.
  public let background: any LayoutElement

  /// Creates a spec with `background` behind `child`.
  public init(child: any LayoutElement, background: any LayoutElement) {
    self.child = child
    self.background = background
  }

  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.background, self, children: [child, background])
  }
}

extension LayoutPass {
  /// The child gets the spec's range, and the background exactly the child's size. The fractions of both
  /// refer to the same parent size.
  func layOutBackground(_ id: Int, _ range: SizeRange, _ parentSize: Size) -> Size {
    let child = id + 1
    let background = Int(elements[child].end)
    let size = size(of: child, in: range, parentSize)
    frames[child] = Rect(origin: .zero, size: size)
    let exactly = SizeRange(uncheckedMin: size, max: size)
    frames[background] = Rect(origin: .zero, size: self.size(of: background, in: exactly, parentSize))
    return size
  }
}
