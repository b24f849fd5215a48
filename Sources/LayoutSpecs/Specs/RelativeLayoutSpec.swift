/// A spec that places its child at an edge, a corner or the middle of the available room.
///
/// ```swift
/// RelativeLayoutSpec(horizontalPosition: .end, verticalPosition: .start, child: icon)
/// ```
///
/// Source: Texture's `ASRelativeLayoutSpec`.
public struct RelativeLayoutSpec<Child: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The position of the child from left to right.
  public var horizontalPosition: RelativePosition
  /// The position of the child from top to bottom.
  public var verticalPosition: RelativePosition
  /// The axes on which the spec is no larger than its child.
  public var sizing: RelativeSizing
  /// The element that is placed.
  public var child: Child

  /// Creates a spec with `child` at this position.
  @inlinable
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, child: consuming Child
  ) {
    (self.horizontalPosition, self.verticalPosition) = (horizontalPosition, verticalPosition)
    self.sizing = sizing
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, @LayoutChildBuilder child: () -> Child
  ) {
    self.init(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing,
      child: child())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    let parameters = RelativeParameters(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing)
    builder.begin(.relative(parameters), style, debugName)
    child._write(to: &builder)
    builder.end()
  }
}

extension RelativeLayoutSpec<AnyLayoutElement> {
  /// Creates the spec with a child of any type.
  @_disfavoredOverload
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, child: any LayoutElement
  ) {
    self.init(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing,
      child: AnyLayoutElement(child))
  }
}

/// The position of a relative spec's child on one axis.
public enum RelativePosition: UInt8, Hashable, Sendable, CaseIterable {
  /// At the start; the spec's minimum applies to the child too.
  case none
  /// At the left or the top.
  case start
  /// In the middle, rounded to a whole pixel.
  case center
  /// At the right or the bottom.
  case end
}

/// The axes on which a relative spec is no larger than its child.
public enum RelativeSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// Neither: the spec takes all the available room.
  case `default`
  /// As wide as the child.
  case minimumWidth
  /// As high as the child.
  case minimumHeight
  /// As large as the child.
  case minimumSize

  package var minimizesWidth: Bool { self == .minimumWidth || self == .minimumSize }
  package var minimizesHeight: Bool { self == .minimumHeight || self == .minimumSize }
}

extension LayoutPass {
  /// On a bounded axis the spec takes all the available room, otherwise its child's length. On an axis with a
  /// position the child has no minimum.
  func layOutRelative(_ id: Int, _ parameters: RelativeParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let available = range.max.validOrUndefined
    let childMin = Size(
      parameters.horizontalPosition == .none ? range.min.width : 0,
      parameters.verticalPosition == .none ? range.min.height : 0)
    let childSize = self.size(of: child, in: SizeRange(uncheckedMin: childMin, max: range.max), available)

    let content = Size(
      parameters.sizing.minimizesWidth || available.width.isNaN ? childSize.width : available.width,
      parameters.sizing.minimizesHeight || available.height.isNaN ? childSize.height : available.height)
    if Recording.isOn { recorder.pointee.note(content: content) }
    let size = content.clamped(to: range)
    let x = grid.round((size.width - childSize.width) * parameters.horizontalPosition.proportion)
    let y = grid.round((size.height - childSize.height) * parameters.verticalPosition.proportion)
    frames[child] = Rect(origin: Point(x, y), size: childSize)
    return size
  }
}

extension RelativePosition {
  /// The proportion of the free room that lies before the child.
  fileprivate var proportion: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}
