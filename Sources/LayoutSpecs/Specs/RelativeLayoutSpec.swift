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
  /// The position of the child, and the rule for the spec's size.
  public var parameters: RelativeParameters
  /// The element that is placed.
  public var child: Child

  /// The position of the child from left to right.
  public var horizontalPosition: RelativePosition {
    get { parameters.horizontalPosition }
    set { parameters.horizontalPosition = newValue }
  }
  /// The position of the child from top to bottom.
  public var verticalPosition: RelativePosition {
    get { parameters.verticalPosition }
    set { parameters.verticalPosition = newValue }
  }
  /// The axes on which the spec is no larger than its child.
  public var sizing: RelativeSizing {
    get { parameters.sizing }
    set { parameters.sizing = newValue }
  }

  /// Creates a spec with `child` at this position.
  @inlinable
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, child: consuming Child
  ) {
    parameters = RelativeParameters(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing)
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, @LayoutElementBuilder child: () -> Child
  ) {
    parameters = RelativeParameters(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing)
    self.child = child()
  }

  @inlinable
  public func _write(to compiler: inout LayoutCompiler) {
    compiler.begin(.relative(parameters), style, debugName)
    child._write(to: &compiler)
    compiler.end()
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

extension LayoutPass {
  /// On a bounded axis the spec takes all the available room, otherwise its child's length. On an axis with a
  /// position the child has no minimum.
  func layOutRelative(_ id: Int, _ parameters: RelativeParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let available = range.max.validOrUndefined
    let childSize = self.size(of: child, in: parameters.childRange(in: range), available)

    var size = Size(
      available.width.isNaN ? childSize.width : available.width,
      available.height.isNaN ? childSize.height : available.height
    ).clamped(to: range)
    size = Size(
      parameters.sizing.minimizesWidth ? smaller(size.width, childSize.width) : size.width,
      parameters.sizing.minimizesHeight ? smaller(size.height, childSize.height) : size.height
    ).clamped(to: range)

    if Recording.isOn {
      recorder.pointee.note(
        content: Size(
          parameters.sizing.minimizesWidth || available.width.isNaN ? childSize.width : available.width,
          parameters.sizing.minimizesHeight || available.height.isNaN ? childSize.height : available.height))
    }
    let x = grid.round((size.width - childSize.width) * parameters.horizontalPosition.proportion)
    let y = grid.round((size.height - childSize.height) * parameters.verticalPosition.proportion)
    frames[child] = Rect(origin: Point(x, y), size: childSize)
    return size
  }
}

extension RelativeParameters {
  /// Returns the range of the child in the spec's range: without a minimum on an axis with a position.
  @inline(__always)
  func childRange(in range: SizeRange) -> SizeRange {
    let min = Size(
      horizontalPosition == .none ? range.min.width : 0, verticalPosition == .none ? range.min.height : 0)
    return SizeRange(uncheckedMin: min, max: range.max)
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

/// A spec that centres its child in the available room.
///
/// It is laid out as the relative spec `CenterParameters.relative`.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterLayoutSpec<Child: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The axes on which the child is centred, and the rule for the spec's size.
  public var parameters: CenterParameters
  /// The element that is centred.
  public var child: Child

  /// The axes on which the child is centred.
  public var centering: Centering {
    get { parameters.centering }
    set { parameters.centering = newValue }
  }
  /// The axes on which the spec is no larger than its child.
  public var sizing: CenterSizing {
    get { parameters.sizing }
    set { parameters.sizing = newValue }
  }

  /// Creates a spec that centres `child`; by default on both axes.
  @inlinable
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: consuming Child) {
    parameters = CenterParameters(centering: centering, sizing: sizing)
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(
    centering: Centering = .xy, sizing: CenterSizing = .default, @LayoutElementBuilder child: () -> Child
  ) {
    parameters = CenterParameters(centering: centering, sizing: sizing)
    self.child = child()
  }

  @inlinable
  public func _write(to compiler: inout LayoutCompiler) {
    compiler.begin(.center(parameters), style, debugName)
    child._write(to: &compiler)
    compiler.end()
  }
}

extension CenterLayoutSpec<AnyLayoutElement> {
  /// Creates the spec with a child of any type.
  @_disfavoredOverload
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: any LayoutElement) {
    self.init(centering: centering, sizing: sizing, child: AnyLayoutElement(child))
  }
}
