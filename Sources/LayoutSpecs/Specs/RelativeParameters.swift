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

/// What a center spec says, apart from its child and its style. It is a relative spec with other words.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterParameters: Hashable, Sendable {
  /// On which axes the child is centred. Default: on neither.
  public var centering: Centering
  /// On which axes the spec is no larger than its child. Default: on neither; it takes all the room there is.
  public var sizing: CenterSizing

  /// A center spec with these properties.
  @inlinable
  public init(centering: Centering = .none, sizing: CenterSizing = .default) {
    self.centering = centering
    self.sizing = sizing
  }

  /// The relative spec that gives the same layout.
  public var relative: RelativeParameters {
    RelativeParameters(
      horizontalPosition: centering == .x || centering == .xy ? .center : .none,
      verticalPosition: centering == .y || centering == .xy ? .center : .none,
      sizing: sizing.relative)
  }
}

/// On which axes a center spec centres its child.
public enum Centering: UInt8, Hashable, Sendable, CaseIterable {
  /// On neither.
  case none
  /// From left to right.
  case x
  /// From top to bottom.
  case y
  /// On both axes.
  case xy
}

/// On which axes a center spec is no larger than its child.
public enum CenterSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// On neither: the spec takes all the room there is.
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
