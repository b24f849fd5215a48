/// A node's identity.
///
/// It may outlive the node, and is never reused for another one.
public struct NodeID: Hashable, Sendable {
  /// Nodes are numbered from 1 on, in the order in which their identities were first needed.
  let number: UInt64

  /// The value for a node whose identity was not needed yet.
  static let none = NodeID(number: 0)
}
