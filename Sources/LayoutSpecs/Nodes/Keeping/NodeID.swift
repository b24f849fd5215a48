/// A node's identity.
///
/// It can outlive the node, and is never given to another one.
public struct NodeID: Hashable {
  let address: ObjectIdentifier
  /// Keeps the node's address from being given to another object, and not the node alive. It is never read.
  private unowned let node: DisplayNode

  init(_ node: DisplayNode) {
    self.node = node
    address = ObjectIdentifier(node)
  }

  public static func == (a: NodeID, b: NodeID) -> Bool { a.address == b.address }

  public func hash(into hasher: inout Hasher) { hasher.combine(address) }
}

// SAFETY: an identity counts references to the node, which any thread may do, and never looks into it.
extension NodeID: @unchecked Sendable {}
