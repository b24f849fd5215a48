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
