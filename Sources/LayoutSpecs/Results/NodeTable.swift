/// The element of each node of a layout: an open hash table over the nodes' numbers, or a list of a few.
struct NodeTable: Sendable {
  private let nodes: [(element: Int, node: NodeID)]
  /// Indices in `nodes`, plus one, by the hash of the number; 0 for a free slot. A power of two many; none for
  /// a few nodes, which are compared one by one.
  private var slots: [UInt32] = []

  private static let listedCount = 12

  /// - Precondition: no node is in `nodes` twice.
  init(_ nodes: [(element: Int, node: NodeID)], of tree: LayoutTree) {
    self.nodes = nodes
    if nodes.count <= NodeTable.listedCount {
      for index in nodes.indices {
        if let first = self.index(of: nodes[index].node), first != index {
          NodeTable.fail(nodes, first, index, tree)
        }
      }
      return
    }
    var slotCount = 32
    while slotCount < 2 * nodes.count { slotCount *= 2 }
    slots = Array(repeating: 0, count: slotCount)
    for index in nodes.indices {
      let slot = slot(of: nodes[index].node)
      if slots[slot] != 0 {
        NodeTable.fail(nodes, Int(slots[slot]) - 1, index, tree)
      }
      slots[slot] = UInt32(index + 1)
    }
  }

  /// The node's element; nil if it is not in the table.
  subscript(node: NodeID) -> ElementID? {
    if slots.isEmpty { return index(of: node).map { ElementID(nodes[$0].element) } }
    let place = slots[slot(of: node)]
    return place == 0 ? nil : ElementID(nodes[Int(place) - 1].element)
  }

  /// Returns the index of the first entry of the node in a list of a few.
  private func index(of node: NodeID) -> Int? {
    nodes.withUnsafeBufferPointer { nodes in nodes.firstIndex { $0.node == node } }
  }

  private static func fail(
    _ nodes: [(element: Int, node: NodeID)], _ first: Int, _ second: Int, _ tree: LayoutTree
  ) -> Never {
    let places = [nodes[first], nodes[second]].map { tree.path(to: ElementID($0.element)) }
    preconditionFailure("A node lies twice in one tree: at \(places[0]), and at \(places[1])")
  }

  /// Returns the slot of the node, or its free slot: at least half of the slots are free, so the search ends.
  private func slot(of node: NodeID) -> Int {
    let mask = slots.count - 1
    // Numbers follow each other; the product's upper half depends on all of their bits.
    let product = node.number &* 0x9E37_79B9_7F4A_7C15
    var slot = Int(product >> 32) & mask
    while slots[slot] != 0 && nodes[Int(slots[slot]) - 1].node != node { slot = (slot + 1) & mask }
    return slot
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
