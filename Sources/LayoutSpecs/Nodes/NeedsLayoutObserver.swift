/// An observer that a node tells when it needs layout.
final class NeedsLayoutObserver: @unchecked Sendable {
  enum Kind {
    case app
    case host
    case list
  }

  let kind: Kind
  /// The app's closure; nil for a host or a list, which know the node.
  let body: (@Sendable (DisplayNode) -> Void)?
  let own: @Sendable () -> Void
  /// True if a layout of the node was begun since the last call. Guarded by the node's lock.
  @exclusivity(unchecked) var hasBegunLayout = false

  init(
    _ kind: Kind, body: (@Sendable (DisplayNode) -> Void)? = nil, own: @escaping @Sendable () -> Void = {}
  ) {
    (self.kind, self.body, self.own) = (kind, body, own)
  }
}
