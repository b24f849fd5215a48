/// A node's identity.
///
/// It may outlive the node, and is never reused for another one.
public struct NodeID: Hashable, Sendable {
  /// Nodes are numbered from 1 on, in the order in which somebody first asked for their identities.
  let number: UInt64

  /// The identity of a node that nobody asked for it.
  static let none = NodeID(number: 0)
}
