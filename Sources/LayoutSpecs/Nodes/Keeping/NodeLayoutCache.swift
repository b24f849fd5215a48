/// The layouts that a node keeps.
///
/// Mutating methods return the results that are no longer kept. The caller releases them after the node's
/// lock: with them the last reference to another node may go, which runs user code.
struct NodeLayoutCache {
  /// The number of constraints for which a node keeps layouts: a list uses one, a flexing stack two or three.
  private static let capacity = 4

  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// The node's expansions as part of other layouts, oldest first.
  private var expansions: [NodeExpansion] = []
  /// The node's layouts as the root, oldest first.
  private var roots: [NodeLayout] = []
  /// The calculated layout: the last one of the node itself, or of a node around it.
  private(set) var calculated: NodeLayout?
  /// True if the node was written into a tree since it was last invalidated.
  private(set) var isIncluded = false
  private var containers: NodeContainers?
  /// The constraint and the size of the last layout. Invalidating does not discard them.
  private(set) var lastConstraint: LayoutConstraint?
  private(set) var lastSize = Size.zero
  /// The number of times that the node's block was run.
  var blockRuns: UInt64 = 0

  /// True if there is anything to discard, or any layout around to invalidate.
  var isWatched: Bool { isIncluded || calculated != nil || !roots.isEmpty || !expansions.isEmpty }

  /// Discards everything, and returns the nodes whose layouts contain this one.
  mutating func invalidate() -> NodeContainers? {
    version &+= 1
    expansions = []
    roots = []
    calculated = nil
    isIncluded = false
    defer { containers = nil }
    return containers
  }

  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree.
  mutating func include(in container: DisplayNode?) {
    isIncluded = true
    guard let container else { return }
    if let containers { containers.insert(container) } else { containers = NodeContainers(container) }
  }

  func expansion(in range: SizeRange, _ grid: PixelGrid) -> NodeExpansion? {
    expansions.first { $0.range == range && $0.pixelGrid == grid }
  }

  mutating func keep(_ expansion: NodeExpansion, version: UInt64) -> NodeExpansion? {
    guard version == self.version else { return nil }
    let dropped = expansions.count == NodeLayoutCache.capacity ? expansions.removeFirst() : nil
    expansions.append(expansion)
    return dropped
  }

  func root(_ constraint: LayoutConstraint) -> NodeLayout? {
    roots.first { $0.constraint == constraint }
  }

  /// Makes a layout the calculated one, and keeps it.
  mutating func keep(_ layout: NodeLayout, version: UInt64) -> [NodeLayout] {
    note(layout)
    guard version == self.version else { return [] }
    var dropped = replaceCalculated(by: layout)
    guard !roots.contains(where: { $0.constraint == layout.constraint }) else { return dropped }
    if roots.count == NodeLayoutCache.capacity { dropped.append(roots.removeFirst()) }
    roots.append(layout)
    return dropped
  }

  /// Makes a part of another node's layout the calculated one, unless the node was invalidated since.
  mutating func settle(on layout: NodeLayout) -> [NodeLayout] {
    note(layout)
    return layout.version == version ? replaceCalculated(by: layout) : []
  }

  /// Makes an earlier layout the calculated one again, unless the node was invalidated since that version.
  mutating func restore(_ layout: NodeLayout?, version: UInt64) -> [NodeLayout] {
    guard version == self.version else { return [] }
    if let layout { note(layout) }
    return replaceCalculated(by: layout)
  }

  private mutating func note(_ layout: NodeLayout) {
    (lastConstraint, lastSize) = (layout.constraint, layout.layout.size)
  }

  private mutating func replaceCalculated(by layout: NodeLayout?) -> [NodeLayout] {
    defer { calculated = layout }
    return calculated.map { [$0] } ?? []
  }
}

/// The nodes whose specs a node was written into, as weak references.
///
/// A class, because most nodes are part of one spec: a weak reference and an array in every node cost more.
final class NodeContainers {
  private weak var first: DisplayNode?
  private var others: [WeakNode] = []

  init(_ node: DisplayNode) {
    first = node
  }

  private struct WeakNode {
    weak var node: DisplayNode?
  }

  /// Adds a node unless it is already present.
  func insert(_ node: DisplayNode) {
    guard first !== node else { return }
    if others.isEmpty && first == nil {
      first = node
      return
    }
    guard !others.contains(where: { $0.node === node }) else { return }
    others.removeAll { $0.node == nil }
    others.append(WeakNode(node: node))
  }

  /// The nodes that still exist.
  var nodes: [DisplayNode] { (first.map { [$0] } ?? []) + others.compactMap(\.node) }
}
