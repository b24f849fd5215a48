/// The element of each node of a layout, by the nodes' numbers.
struct NodeTable: ~Copyable, Sendable {
  struct Entry {
    var element: Int
    let node: NodeID
  }

  /// By ascending numbers.
  let entries: Table<Entry>

  /// Creates a table in another owner's memory. Nodes are numbered in the order in which they are first written, so
  /// usually nothing is sorted.
  ///
  /// - Precondition: no node is in `nodes` twice.
  init(copying nodes: borrowing Table<Entry>, in room: inout TableRoom, of tree: borrowing LayoutTree) {
    entries = Table(copying: nodes, in: &room)
    if !NodeTable.isAscending(entries.entries) {
      var sorted = UnsafeMutableBufferPointer(start: entries.address, count: entries.count)
      sorted.sort { ($0.node.number, $0.element) < ($1.node.number, $1.element) }
      for (first, second) in zip(sorted, sorted.dropFirst()) where first.node == second.node {
        let tree = copy tree
        let places = [first, second].map { tree.path(to: ElementID($0.element)) }
        preconditionFailure("A node lies twice in one tree: at \(places[0]), and at \(places[1])")
      }
    }
  }

  private static func isAscending(_ nodes: UnsafeBufferPointer<Entry>) -> Bool {
    var last: UInt64 = 0
    for entry in nodes {
      if entry.node.number <= last { return false }
      last = entry.node.number
    }
    return true
  }

  /// The node's element; nil if it is not in the table.
  ///
  /// - Complexity: logarithmic in the number of nodes.
  subscript(node: NodeID) -> ElementID? {
    let place = entries.entries.partitioningIndex { $0.node.number >= node.number }
    return place < entries.count && entries[place].node == node ? ElementID(entries[place].element) : nil
  }
}
