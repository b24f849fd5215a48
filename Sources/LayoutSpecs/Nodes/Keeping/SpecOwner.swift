/// The node whose spec is being written. The code that writes it holds the node, and so its handle.
struct SpecOwner {
  let handle: Unmanaged<NodeHandle>
  let id: NodeID
  unowned(unsafe) let node: DisplayNode
}
