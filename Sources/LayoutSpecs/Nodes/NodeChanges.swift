/// Nodes that were invalidated.
enum NodeChanges {
  case none
  case one(NodeID)
  /// It is not known which.
  case any

  /// True if the node may be one of them.
  @inline(__always)
  func contain(_ node: NodeID) -> Bool {
    switch self {
    case .none: false
    case .one(let changed): changed == node
    case .any: true
    }
  }
}
