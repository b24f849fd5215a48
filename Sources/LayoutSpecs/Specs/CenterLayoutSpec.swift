/// A spec that puts its child in the middle of the room there is.
///
/// It lays out as the relative spec that `CenterParameters.relative` gives.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterLayoutSpec: LayoutElement {
  /// What the spec asks of the spec around it. Default: `Style.default`.
  public var style = Style()
  /// What the spec is called in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// On which axes the child is centred, and how large the spec is.
  public let parameters: CenterParameters
  /// The element that is centred.
  public let child: any LayoutElement

  /// `child` in the middle; by default on both axes.
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: any LayoutElement) {
    parameters = CenterParameters(centering: centering, sizing: sizing)
    self.child = child
  }

  /// Writes the spec and what it arranges.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.center(parameters), self, children: [child])
  }
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
