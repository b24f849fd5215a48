/// A node and its element in a tree, or in the tables of a level.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  let id: NodeID
  /// The node's version when it was written into the tree.
  var version: UInt64
}
