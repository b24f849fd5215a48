/// A spec whose children lie where their own `Style.layoutPosition` says.
///
/// Children may overlap, and reach outside.
///
/// Source: Texture's `ASAbsoluteLayoutSpec`; with `sizeToFit` its older `ASStaticLayoutSpec`.
public struct AbsoluteLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// How large the spec is.
  public let sizing: AbsoluteSizing
  /// The elements, from back to front.
  public let children: [any LayoutElement]

  /// `children` at their positions.
  public init(sizing: AbsoluteSizing = .default, children: [any LayoutElement]) {
    self.sizing = sizing
    self.children = children
  }

  /// Children at their positions, written between braces.
  public init(
    sizing: AbsoluteSizing = .default, @LayoutElementBuilder children: () -> [any LayoutElement]
  ) {
    self.init(sizing: sizing, children: children())
  }

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.absolute(sizing), self, children: children)
  }
}

/// How large an absolute spec is.
///
/// Source: Texture's `ASAbsoluteLayoutSpecSizing`.
public enum AbsoluteSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// As large as its maximum where that is finite, else as `sizeToFit`.
  case `default`
  /// As large as its children need. This is what the older `StaticLayoutSpec` did.
  case sizeToFit
}

extension LayoutPass {
  /// Every child lies at its own position and takes the size that its style asks for, at most what is left of the range
  /// to the right of and below that position.
  func layoutAbsolute(_ id: Int, _ sizing: AbsoluteSizing, _ range: SizeRange) -> Size {
    let available = range.max.validOrUndefined
    var union = range.min
    let end = Int(elements[id].end)
    var child = id + 1
    while child < end {
      let style = styles[Int(elements[child].style)].style
      let position = style.layoutPosition
      let room = Size(larger(0, range.max.width - position.x), larger(0, range.max.height - position.y))
      let size = measure(child, style.sizeRange(parentSize: available, autoMaxSize: room), available)
      frames[child] = Rect(origin: position, size: size)
      union.width = larger(union.width, position.x + size.width)
      union.height = larger(union.height, position.y + size.height)
      child = Int(elements[child].end)
    }
    let fits = sizing == .sizeToFit
    let size = Size(
      fits || available.width.isNaN ? union.width : available.width,
      fits || available.height.isNaN ? union.height : available.height)
    if Recording.isOn { recorder.pointee.note(content: size) }
    return range.clamp(size)
  }
}
