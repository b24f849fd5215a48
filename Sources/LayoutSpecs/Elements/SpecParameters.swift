// The properties of specs, apart from their children and their style; those of a stack are in
// `StackParameters.swift`.

/// The rule for the size of an absolute spec.
///
/// Source: Texture's `ASAbsoluteLayoutSpecSizing`.
public enum AbsoluteSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// The maximum on an axis on which it is finite, otherwise as `sizeToFit`.
  case `default`
  /// The size that the children need, as in the older `StaticLayoutSpec`.
  case sizeToFit
}

/// The properties of a center spec, apart from its child and its style; see `relative`.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterParameters: Hashable, Sendable {
  /// The axes on which the child is centred. Default: neither.
  public var centering: Centering
  /// The axes on which the spec is no larger than its child. Default: neither; it takes all available room.
  public var sizing: CenterSizing

  /// Creates the properties of a center spec.
  @inlinable
  public init(centering: Centering = .none, sizing: CenterSizing = .default) {
    self.centering = centering
    self.sizing = sizing
  }

  /// The relative spec with the same layout.
  package var relative: RelativeParameters {
    RelativeParameters(
      horizontalPosition: centering == .x || centering == .xy ? .center : .none,
      verticalPosition: centering == .y || centering == .xy ? .center : .none,
      sizing: sizing.relative)
  }
}

/// The axes on which a center spec centres its child: neither, from left to right, from top to bottom, or
/// both.
public enum Centering: UInt8, Hashable, Sendable, CaseIterable {
  case none, x, y, xy
}

/// The axes on which a center spec is no larger than its child.
public enum CenterSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// Neither: the spec takes all the available room.
  case `default`
  /// As wide as the child.
  case minimumX
  /// As high as the child.
  case minimumY
  /// As large as the child.
  case minimumXY

  var relative: RelativeSizing {
    switch self {
    case .default: .default
    case .minimumX: .minimumWidth
    case .minimumY: .minimumHeight
    case .minimumXY: .minimumSize
    }
  }
}

/// The properties of a relative spec, apart from its child and its style.
///
/// Source: Texture's `ASRelativeLayoutSpec`.
public struct RelativeParameters: Hashable, Sendable {
  /// The position of the child from left to right. Default: none.
  public var horizontalPosition: RelativePosition
  /// The position of the child from top to bottom. Default: none.
  public var verticalPosition: RelativePosition
  /// The axes on which the spec is no larger than its child. Default: neither; it takes all available room.
  public var sizing: RelativeSizing

  /// Creates the properties of a relative spec.
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

/// The properties of a corner spec, apart from its two elements and its style.
///
/// Source: Texture's `ASCornerLayoutSpec`.
public struct CornerParameters: Hashable, Sendable {
  /// The corner of the child on which the corner element is centred. Default: top left.
  public var location: CornerLocation
  /// The distance of the corner element's centre from there, in points. Default: (0, 0).
  public var offset: Point
  /// True if the spec's size includes the corner element. Default: false, the size is the child's.
  public var wrapsCorner: Bool

  /// Creates the properties of a corner spec.
  ///
  /// - Precondition: `offset` lies between -10,000,000 and 10,000,000 points on both axes.
  @inlinable
  public init(location: CornerLocation = .topLeft, offset: Point = .zero, wrapsCorner: Bool = false) {
    precondition(
      offset.x.isValidOffset && offset.y.isValidOffset,
      "A corner's offset lies between -10,000,000 and 10,000,000 points")
    self.location = location
    self.offset = offset
    self.wrapsCorner = wrapsCorner
  }
}

/// A corner of a frame.
public enum CornerLocation: UInt8, Hashable, Sendable, CaseIterable {
  case topLeft, topRight, bottomLeft, bottomRight

  var isRight: Bool { self == .topRight || self == .bottomRight }
  var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
}
