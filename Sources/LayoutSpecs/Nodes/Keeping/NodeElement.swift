/// A node and its element in a tree, or in the tables of a level.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  /// The node's version when it was written into the tree.
  var version: UInt64

  /// The node's identity: it was made before the node was written, and never changes, so no lock is needed.
  var id: NodeID {
    @inline(__always) get { node.guardedID }
  }
}
