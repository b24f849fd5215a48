/// A node's identity.
///
/// It may outlive the node, and is never reused for another one.
public struct NodeID: Hashable {
  let address: ObjectIdentifier
  /// Reserves the node's address, so that no other object gets it, without keeping the node alive.
  private unowned let node: DisplayNode

  init(_ node: DisplayNode) {
    self.node = node
    address = ObjectIdentifier(node)
  }

  public static func == (a: NodeID, b: NodeID) -> Bool { a.address == b.address }

  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

// SAFETY: an identity only counts references to the node, which is safe on any thread, and never reads it.
extension NodeID: @unchecked Sendable {}
