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
    var (low, high) = (0, entries.count)
    while low < high {
      let middle = (low + high) / 2
      if entries[middle].node.number < node.number { low = middle + 1 } else { high = middle }
    }
    return low < entries.count && entries[low].node == node ? ElementID(entries[low].element) : nil
  }
}

extension LayoutTree {
  /// Returns the path from the root to an element: `StackLayoutSpec > [1] InsetLayoutSpec > [0] TextNode
  /// "title"`.
  ///
  /// - Complexity: linear in the number of siblings along the path.
  func path(to id: ElementID) -> String {
    var parts: [String] = []
    var child = id
    while child != root {
      let parent = parent(of: child)
      let place = children(of: parent).enumerated().first { $0.element == child }?.offset ?? 0
      parts.append("[\(place)] \(title(of: child))")
      child = parent
    }
    return ([title(of: root)] + parts.reversed()).joined(separator: " > ")
  }
}

/// A node's identity.
///
/// It may outlive the node, and is never reused for another one.
public struct NodeID: Hashable, Sendable {
  /// Nodes are numbered from 1 on, in the order in which somebody first asked for their identities.
  let number: UInt64

  /// The identity of a node that nobody asked for it.
  static let none = NodeID(number: 0)
}
