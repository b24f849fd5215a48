/// A spec that passes on what it is given: it turns elements into a spec. Several children lie on top of each other.
///
/// Source: Texture's `ASWrapperLayoutSpec`.
public struct WrapperLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// The elements, from back to front.
  public let children: [any LayoutElement]

  /// `child` as a spec.
  public init(_ child: any LayoutElement) {
    children = [child]
  }

  /// `children` on top of each other.
  public init(children: [any LayoutElement]) {
    self.children = children
  }

  /// Children on top of each other, written between braces.
  public init(@LayoutElementBuilder children: () -> [any LayoutElement]) {
    self.init(children: children())
  }

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.wrapper, self, children: children)
  }
}

extension LayoutPass {
  /// Every child gets the whole range and lies at the origin; the spec is as large as the largest, and at least the minimum.
  func layoutWrapper(_ id: Int, _ range: SizeRange) -> Size {
    var size = range.min
    let end = Int(elements[id].end)
    var child = id + 1
    while child < end {
      let childSize = measure(child, range, range.max)
      frames[child] = Rect(origin: .zero, size: childSize)
      size = Size(larger(size.width, childSize.width), larger(size.height, childSize.height))
      child = Int(elements[child].end)
    }
    return size
  }

  /// A composite node gives its one spec the range it has itself, and takes that spec's size as it is.
  func layoutComposite(_ id: Int, _ range: SizeRange) -> Size {
    let size = measure(id + 1, range, range.max)
    frames[id + 1] = Rect(origin: .zero, size: size)
    return size
  }
}
