/// A spec that centres its child in the available room.
///
/// It is laid out as the relative spec `CenterParameters.relative`.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterLayoutSpec: LayoutElement {
  /// The style, which the spec around it reads. Default: `Style.default`.
  public var style = Style()
  /// The name in descriptions and pictures. Default: nil.
  public var debugName: String?
  /// The axes on which the child is centred, and the rule for the spec's size.
  public let parameters: CenterParameters
  /// The element that is centred.
  public let child: any LayoutElement

  /// Creates a spec that centres `child`; by default on both axes.
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: any LayoutElement) {
    parameters = CenterParameters(centering: centering, sizing: sizing)
    self.child = child
  }

  /// Writes the spec and its children.
  public func write(to compiler: inout LayoutCompiler) {
    compiler.write(.center(parameters), self, children: [child])
  }
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
  public var relative: RelativeParameters {
    RelativeParameters(
      horizontalPosition: centering == .x || centering == .xy ? .center : .none,
      verticalPosition: centering == .y || centering == .xy ? .center : .none,
      sizing: sizing.relative)
  }
}

/// The axes on which a center spec centres its child.
public enum Centering: UInt8, Hashable, Sendable, CaseIterable {
  /// Neither.
  case none
  /// From left to right.
  case x
  /// From top to bottom.
  case y
  /// On both axes.
  case xy
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
