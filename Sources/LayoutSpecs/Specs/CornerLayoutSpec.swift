/// A spec that centres an element on one of its child's corners: a badge on an icon.
///
/// Source: Texture's `ASCornerLayoutSpec`.
public struct CornerLayoutSpec: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The corner, the offset from it, and whether the spec's size includes the corner element.
  public let parameters: CornerParameters
  /// The element that gives the corner.
  public let child: any LayoutElement
  /// The element on the corner.
  public let corner: any LayoutElement

  /// Creates a spec with `corner` centred on the corner of `child` at `location`, moved by `offset` points.
  public init(
    child: any LayoutElement, corner: any LayoutElement, location: CornerLocation, offset: Point = .zero,
    wrapsCorner: Bool = false
  ) {
    parameters = CornerParameters(location: location, offset: offset, wrapsCorner: wrapsCorner)
    self.child = child
    self.corner = corner
  }

  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.corner(parameters), self, children: [child, corner])
  }
}

extension LayoutPass {
  /// The child and the corner element both get the whole range.
  func layOutCorner(_ id: Int, _ parameters: CornerParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let corner = Int(elements[child].end)
    let available = range.max.validOrUndefined
    let childSize = self.size(of: child, in: range, available)
    let cornerSize = self.size(of: corner, in: range, available)
    let isRight = parameters.location.isRight
    let isBottom = parameters.location.isBottom
    let x = (isRight ? childSize.width : 0) - cornerSize.width / 2 + parameters.offset.x
    let y = (isBottom ? childSize.height : 0) - cornerSize.height / 2 + parameters.offset.y

    var size = childSize
    var shift = Point.zero
    if parameters.wrapsCorner {
      // The union of both frames. If the corner reaches out to the left or the top, both move right or down.
      shift = Point(-smaller(0, x), -smaller(0, y))
      let union = Size(
        larger(childSize.width, x + cornerSize.width) + shift.x,
        larger(childSize.height, y + cornerSize.height) + shift.y)
      if Recording.isOn { recorder.pointee.note(content: union) }
      size = range.clamp(union)
    }
    frames[child] = Rect(origin: shift, size: childSize)
    frames[corner] = Rect(origin: Point(x + shift.x, y + shift.y), size: cornerSize)
    return size
  }
}
