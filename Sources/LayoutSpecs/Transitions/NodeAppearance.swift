/// The appearance of a node at one moment: its frame and its opacity.
public struct NodeAppearance: Hashable, Sendable {
  /// The node's frame in its supernode, in points.
  public var frame: Rect
  /// The opacity, from 0, invisible, to 1.
  public var alpha: Double

  /// Creates an appearance.
  public init(frame: Rect, alpha: Double = 1) {
    self.frame = frame
    self.alpha = alpha
  }
}
