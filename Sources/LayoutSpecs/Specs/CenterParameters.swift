/// The properties of a center spec, apart from its child and its style; see `relative`.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterParameters: Hashable, Sendable {
  /// The axes on which the child is centred. Default: both.
  public var centering: Centering
  /// The axes on which the spec is no larger than its child. Default: neither; it takes all available room.
  public var sizing: CenterSizing

  /// Creates the properties of a center spec.
  @inlinable
  public init(centering: Centering = .xy, sizing: CenterSizing = .default) {
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
