/// A spec that centres its child in the available room.
///
/// It is laid out as the relative spec `CenterParameters.relative`.
///
/// Source: Texture's `ASCenterLayoutSpec`.
public struct CenterLayoutSpec<Child: LayoutElement>: LayoutElement {
  public var style = Style()
  public var debugName: String?
  /// The axes on which the child is centred.
  public var centering: Centering
  /// The axes on which the spec is no larger than its child.
  public var sizing: CenterSizing
  /// The element that is centred.
  public var child: Child

  /// Creates a spec that centres `child`; by default on both axes.
  @inlinable
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: consuming Child) {
    (self.centering, self.sizing) = (centering, sizing)
    self.child = child
  }

  /// Creates the spec with its child between braces.
  @inlinable
  public init(
    centering: Centering = .xy, sizing: CenterSizing = .default, @LayoutChildBuilder child: () -> Child
  ) {
    self.init(centering: centering, sizing: sizing, child: child())
  }

  public var sublayoutElements: [any LayoutElement] { child.elements }

  @inlinable
  public func _write(to builder: inout LayoutTreeBuilder) {
    builder.begin(.center(CenterParameters(centering: centering, sizing: sizing)), style, debugName)
    child._write(to: &builder)
    builder.end()
  }
}

extension CenterLayoutSpec<AnyLayoutElement> {
  /// Creates the spec with a child of any type.
  @_disfavoredOverload
  public init(centering: Centering = .xy, sizing: CenterSizing = .default, child: any LayoutElement) {
    self.init(centering: centering, sizing: sizing, child: AnyLayoutElement(child))
  }
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
