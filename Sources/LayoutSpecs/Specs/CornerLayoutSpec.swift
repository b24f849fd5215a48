/// A spec that centres an element on one of its child's corners: a badge on an icon.
///
/// Source: Texture's `ASCornerLayoutSpec`.
public struct CornerLayoutSpec<Child: LayoutElement, Corner: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The corner of the child on which the corner element is centred.
  public var location: CornerLocation
  /// The distance of the corner element's centre from that corner, in points.
  public var offset: Point
  /// True if the spec's size includes the corner element.
  public var wrapsCorner: Bool
  /// The element that gives the corner.
  public var child: Child
  /// The element on the corner.
  public var corner: Corner

  /// Creates a spec with `corner` centred on the corner of `child` at `location`, moved by `offset` points.
  @inlinable
  public init(
    child: consuming Child, corner: consuming Corner,
    location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false
  ) {
    (self.location, self.offset, self.wrapsCorner) = (location, offset, wrapsCorner)
    self.child = child
    self.corner = corner
  }

  /// Creates the spec with the corner element between braces.
  @inlinable
  public init(
    child: consuming Child, location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false,
    @LayoutChildBuilder corner: () -> Corner
  ) {
    self.init(child: child, corner: corner(), location: location, offset: offset, wrapsCorner: wrapsCorner)
  }

  public var sublayoutElements: [any LayoutElement] { child.elements + corner.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    let parameters = CornerParameters(location: location, offset: offset, wrapsCorner: wrapsCorner)
    builder.begin(.corner(parameters), style, debugName)
    child._write(to: &builder)
    corner._write(to: &builder)
    builder.end()
  }
}

extension CornerLayoutSpec<AnyLayoutElement, AnyLayoutElement> {
  /// Creates the spec with elements of any types.
  @_disfavoredOverload
  public init(
    child: any LayoutElement, corner: any LayoutElement,
    location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false
  ) {
    self.init(
      child: AnyLayoutElement(child), corner: AnyLayoutElement(corner), location: location, offset: offset,
      wrapsCorner: wrapsCorner)
  }
}

extension CornerLayoutSpec where Child == AnyLayoutElement {
  /// Creates the spec with a child of any type and the corner element between braces.
  @_disfavoredOverload
  public init(
    child: any LayoutElement, location: CornerLocation, offset: Point = .zero, wrapsCorner: Bool = false,
    @LayoutChildBuilder corner: () -> Corner
  ) {
    self.init(
      child: AnyLayoutElement(child), location: location, offset: offset, wrapsCorner: wrapsCorner,
      corner: corner)
  }
}

/// A corner of a frame.
public enum CornerLocation: UInt8, Hashable, Sendable, CaseIterable {
  case topLeft, topRight, bottomLeft, bottomRight

  var isRight: Bool { self == .topRight || self == .bottomRight }
  var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
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
      shift = Point(0 - smaller(0, x), 0 - smaller(0, y))
      let union = Size(
        larger(childSize.width, x + cornerSize.width) + shift.x,
        larger(childSize.height, y + cornerSize.height) + shift.y)
      if Recording.isOn { recorder.pointee.note(content: union) }
      size = union.clamped(to: range)
    }
    frames[child] = Rect(origin: shift, size: childSize)
    frames[corner] = Rect(origin: Point(x + shift.x, y + shift.y), size: cornerSize)
    return size
  }
}
