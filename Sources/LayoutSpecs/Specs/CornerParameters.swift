/// The properties of a corner spec, apart from its two elements and its style.
///
/// Source: Texture's `ASCornerLayoutSpec`.
public struct CornerParameters: Hashable, Sendable {
  /// The corner of the child on which the corner element is centred. Default: top left.
  public var location: CornerLocation
  /// The distance of the corner element's centre from that corner, in points. Default: (0, 0).
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

  /// The properties, checked again; see `EdgeInsets.checked`.
  var checked: CornerParameters {
    CornerParameters(
      location: location, offset: Point(offset.x + 0, offset.y + 0), wrapsCorner: wrapsCorner)
  }
}
