/// What a corner spec says, apart from its two elements and its style.
///
/// Source: Texture's `ASCornerLayoutSpec`.
public struct CornerParameters: Hashable, Sendable {
  /// The corner of the child on which the corner element is centred. Default: top left.
  public var location: CornerLocation
  /// How far the corner element is moved from there, in points. Default: (0, 0).
  public var offset: Point
  /// Whether the spec's size takes in the corner element too. Default: false, the size is the child's.
  public var wrapsCorner: Bool

  /// A corner spec with these properties.
  @inlinable
  public init(location: CornerLocation = .topLeft, offset: Point = .zero, wrapsCorner: Bool = false) {
    precondition(offset.x.isFinite && offset.y.isFinite, "A corner's offset is a finite number of points")
    self.location = location
    self.offset = offset
    self.wrapsCorner = wrapsCorner
  }
}

/// A corner of a frame.
public enum CornerLocation: UInt8, Hashable, Sendable, CaseIterable {
  /// Top left.
  case topLeft
  /// Top right.
  case topRight
  /// Bottom left.
  case bottomLeft
  /// Bottom right.
  case bottomRight

  var isRight: Bool { self == .topRight || self == .bottomRight }
  var isBottom: Bool { self == .bottomLeft || self == .bottomRight }
}

/// How large an absolute spec is.
///
/// Source: Texture's `ASAbsoluteLayoutSpecSizing`.
public enum AbsoluteSizing: UInt8, Hashable, Sendable, CaseIterable {
  /// As large as its maximum where that is finite, else as `sizeToFit`.
  case `default`
  /// As large as its children need. This is what the older `StaticLayoutSpec` did.
  case sizeToFit
}
