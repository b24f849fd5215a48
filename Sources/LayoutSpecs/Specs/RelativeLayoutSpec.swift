/// A spec that puts its child at an edge, a corner or the middle of the room there is.
///
/// ```swift
/// RelativeLayoutSpec(horizontalPosition: .end, verticalPosition: .start, child: icon)
/// ```
///
/// Source: Texture's `ASRelativeLayoutSpec`.
public struct RelativeLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// Where the child lies, and how large the spec is.
  public let parameters: RelativeParameters
  /// The element that is placed.
  public let child: any LayoutElement

  /// `child` at that position.
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default, child: any LayoutElement
  ) {
    parameters = RelativeParameters(
      horizontalPosition: horizontalPosition, verticalPosition: verticalPosition, sizing: sizing)
    self.child = child
  }

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.relative(parameters), self, children: [child])
  }
}

/// What a relative spec says, apart from its child and its style.
///
/// Source: Texture's `ASRelativeLayoutSpec`.
public struct RelativeParameters: Hashable, Sendable {
  /// Where the child lies from left to right. Default: none.
  public var horizontalPosition: RelativePosition
  /// Where the child lies from top to bottom. Default: none.
  public var verticalPosition: RelativePosition
  /// On which axes the spec is no larger than its child. Default: on neither; it takes all the room there is.
  public var sizing: RelativeSizing

  /// A relative spec with these properties.
  @inlinable
  public init(
    horizontalPosition: RelativePosition = .none, verticalPosition: RelativePosition = .none,
    sizing: RelativeSizing = .default
  ) {
    self.horizontalPosition = horizontalPosition
    self.verticalPosition = verticalPosition
    self.sizing = sizing
  }
}

/// Where a relative spec puts its child on one axis.
public enum RelativePosition: UInt8, Hashable, Sendable, CaseIterable {
  /// At the start, and the child keeps the minimum that the spec was given.
  case none
  /// At the left or the top.
  case start
  /// In the middle, rounded to a whole pixel.
  case center
  /// At the right or the bottom.
  case end
}

/// On which axes a relative spec is no larger than its child.
public enum RelativeSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// On neither: the spec takes all the room there is.
  case `default`
  /// As wide as the child.
  case minimumWidth
  /// As high as the child.
  case minimumHeight
  /// As large as the child.
  case minimumSize

  var minimizesWidth: Bool { self == .minimumWidth || self == .minimumSize }
  var minimizesHeight: Bool { self == .minimumHeight || self == .minimumSize }
}

extension LayoutPass {
  /// The spec takes all the room there is on an axis that is bounded, else as much as its child; the child is as small as
  /// it likes where it has a position, and lies there.
  func layoutRelative(_ id: Int, _ parameters: RelativeParameters, _ range: SizeRange) -> Size {
    let child = id + 1
    let available = range.max.validOrUndefined
    let childSize = measure(child, parameters.childRange(in: range), available)

    var size = range.clamp(
      Size(
        available.width.isNaN ? childSize.width : available.width,
        available.height.isNaN ? childSize.height : available.height))
    size = range.clamp(
      Size(
        parameters.sizing.minimizesWidth ? smaller(size.width, childSize.width) : size.width,
        parameters.sizing.minimizesHeight ? smaller(size.height, childSize.height) : size.height))

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
  /// What the child gets of the spec's range: on an axis with a position it may be as small as it likes.
  @inline(__always)
  func childRange(in range: SizeRange) -> SizeRange {
    let min = Size(
      horizontalPosition == .none ? range.min.width : 0, verticalPosition == .none ? range.min.height : 0)
    return SizeRange(uncheckedMin: min, max: range.max)
  }
}

extension RelativePosition {
  /// How much of the free room lies before the child.
  fileprivate var proportion: Double {
    switch self {
    case .none, .start: 0
    case .center: 0.5
    case .end: 1
    }
  }
}

extension Size {
  /// The lengths that an element can have; the others undefined.
  var validOrUndefined: Size {
    Size(width.isValidLength ? width : .nan, height.isValidLength ? height : .nan)
  }
}
