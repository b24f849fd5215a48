/// The layouts that a node keeps.
///
/// Mutating methods return the results that are no longer kept. The caller releases them after the node's
/// lock: with them the last reference to another node may go, which runs user code. What only reads is
/// mutating too, so that the cache is read in place: as a part of a class, it would be copied.
struct NodeLayoutCache {
  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// True if the node was written into a tree since it was last invalidated.
  private(set) var isIncluded = false
  private var containers = NodeContainers()
  /// The results of the node's own layouts; nil until there are any. A leaf that is only part of other nodes'
  /// layouts has none, and takes little memory.
  private var results: NodeResults?

  /// True if there is anything to discard, or any layout around to invalidate.
  var isWatched: Bool {
    mutating get { isIncluded || results?.isEmpty == false }
  }

  /// The calculated layout: the last one of the node itself, or of a node around it.
  var calculated: NodeLayout? {
    mutating get { results?.calculated }
  }

  /// The constraint and the size of the last layout. Invalidating does not discard them.
  var lastConstraint: LayoutConstraint? {
    mutating get { results?.lastConstraint }
  }
  var lastSize: Size {
    mutating get { results?.lastSize ?? .zero }
  }

  /// The results that are discarded when a node is invalidated, and the nodes whose layouts contain it.
  struct Discarded {
    fileprivate var expansions = Recent<NodeExpansion>()
    fileprivate var roots = Recent<NodeLayout>()
    fileprivate var calculated: NodeLayout?
    /// The containers; most nodes have one at most.
    fileprivate(set) var firstContainer: DisplayNode?
    fileprivate(set) var otherContainers: [DisplayNode] = []

    init() {}
  }

  /// Discards everything into `discarded`, which is empty.
  mutating func invalidate(_ discarded: inout Discarded) {
    version &+= 1
    guard isWatched else { return }
    if let results {
      swap(&discarded.expansions, &results.expansions)
      swap(&discarded.roots, &results.roots)
      swap(&discarded.calculated, &results.calculated)
    }
    (discarded.firstContainer, discarded.otherContainers) = containers.removeAll()
    isIncluded = false
  }

  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree.
  @inline(__always)
  mutating func include(in container: SpecOwner?) {
    isIncluded = true
    if let container { containers.insert(container) }
  }

  /// Returns the node's layout as a root in this constraint, or the memory for a new one. Most nodes have one
  /// layout, and need no memory for the next.
  mutating func rootOrStore(_ constraint: borrowing LayoutConstraint) -> (NodeLayout?, TableStore?) {
    guard let results else { return (nil, nil) }
    if let known = results.root(constraint) { return (known, nil) }
    guard results.lastConstraint != nil else { return (nil, nil) }
    if results.store == nil { results.store = TableStore() }
    return (nil, results.store)
  }

  /// Returns the node's content in this range, also if it was laid out as a root.
  mutating func expansion(in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?) -> NodeExpansion? {
    guard let results else { return nil }
    let known = results.expansions.first {
      $0.range == range && $0.pixelGrid == grid && $0.traits === traits
    }
    if let known { return known }
    let root = results.roots.first {
      $0.contentRange == range && $0.constraint.pixelGrid == grid && $0.constraint.traits === traits
        && $0.layout.isWholeExpansion
    }
    return root.map { NodeExpansion($0, in: range) }
  }

  /// Keeps an expansion, and adds the one that is no longer kept to `dropped`.
  mutating func keep(_ expansion: NodeExpansion, version: UInt64, _ dropped: inout [NodeExpansion]) {
    guard version == self.version else { return }
    let results = ownResults()
    guard results.expansions.first(where: { $0 === expansion }) == nil else { return }
    if let old = results.expansions.add(expansion) { dropped.append(old) }
  }

  /// Makes a layout the calculated one, and keeps it.
  mutating func keep(_ layout: NodeLayout, version: UInt64) -> [NodeLayout] {
    let results = ownResults()
    results.note(layout)
    guard version == self.version else { return [] }
    var dropped = results.replaceCalculated(by: layout)
    if results.root(layout.constraint) == nil, let old = results.roots.add(layout) {
      dropped.append(old)
    }
    return dropped
  }

  /// Makes a part of another node's layout the calculated one, unless the node was invalidated since.
  mutating func settle(on layout: NodeLayout) -> [NodeLayout] {
    let results = ownResults()
    results.note(layout)
    return layout.version == version ? results.replaceCalculated(by: layout) : []
  }

  /// Makes an earlier layout the calculated one again, unless the node was invalidated since that version.
  mutating func restore(_ layout: NodeLayout?, version: UInt64) -> [NodeLayout] {
    guard version == self.version else { return [] }
    let results = ownResults()
    if let layout { results.note(layout) }
    return results.replaceCalculated(by: layout)
  }

  private mutating func ownResults() -> NodeResults {
    if let results { return results }
    let new = NodeResults()
    results = new
    return new
  }
}

/// The results of a node's layouts. Guarded by the node's lock.
private final class NodeResults {
  /// The node's expansions as part of other layouts.
  @exclusivity(unchecked) var expansions = Recent<NodeExpansion>()
  /// The node's layouts as the root.
  @exclusivity(unchecked) var roots = Recent<NodeLayout>()
  @exclusivity(unchecked) var calculated: NodeLayout?
  @exclusivity(unchecked) private(set) var lastConstraint: LayoutConstraint?
  @exclusivity(unchecked) private(set) var lastSize = Size.zero
  /// The memory of the node's earlier layouts; nil until its second layout.
  @exclusivity(unchecked) var store: TableStore?

  var isEmpty: Bool { calculated == nil && roots.isEmpty && expansions.isEmpty }

  func root(_ constraint: borrowing LayoutConstraint) -> NodeLayout? {
    roots.first { $0.constraint == constraint }
  }

  func note(_ layout: NodeLayout) {
    (lastConstraint, lastSize) = (layout.constraint, layout.layout.size)
    // They are not needed, and must not be released under the lock.
    lastConstraint?.traits = nil
  }

  func replaceCalculated(by layout: NodeLayout?) -> [NodeLayout] {
    defer { calculated = layout }
    return calculated.map { [$0] } ?? []
  }
}

/// The results for the constraints that a node was laid out in most recently.
private struct Recent<Result> {
  /// The number of constraints: a list uses one, a flexing stack two or three.
  private static var capacity: Int { 4 }

  /// Usually there is one, which then takes no memory of its own.
  private var newest: Result?
  /// The others, oldest first.
  private var older: [Result] = []

  var isEmpty: Bool { newest == nil }

  func first(where isWanted: (Result) -> Bool) -> Result? {
    if let newest, isWanted(newest) { return newest }
    return older.isEmpty ? nil : older.first(where: isWanted)
  }

  /// Adds a result, and returns the oldest if there are too many.
  mutating func add(_ result: Result) -> Result? {
    if let newest { older.append(newest) }
    newest = result
    return older.count == Self.capacity ? older.removeFirst() : nil
  }
}

/// The node whose spec is being written. Whoever writes it holds the node.
struct SpecOwner {
  let node: Unmanaged<DisplayNode>
  let id: NodeID
}

/// The nodes whose specs a node was written into, as weak references.
private struct NodeContainers {
  /// Most nodes are part of one spec.
  private weak var first: DisplayNode?
  /// Its identity: comparing it counts no references.
  private var firstID = NodeID.none
  private var others: [WeakNode] = []

  private struct WeakNode {
    weak var node: DisplayNode?
  }

  /// Adds a node unless it is already present.
  @inline(__always)
  mutating func insert(_ owner: SpecOwner) {
    if owner.id != firstID { insertNew(owner) }
  }

  @inline(never)
  private mutating func insertNew(_ owner: SpecOwner) {
    let node = owner.node.takeUnretainedValue()
    if firstID == .none {
      (first, firstID) = (node, owner.id)
    } else if !others.contains(where: { $0.node === node }) {
      others.removeAll { $0.node == nil }
      others.append(WeakNode(node: node))
    }
  }

  /// Removes all nodes, and returns those that still exist.
  mutating func removeAll() -> (first: DisplayNode?, others: [DisplayNode]) {
    defer {
      if firstID != .none { (first, firstID) = (nil, .none) }
      if !others.isEmpty { others = [] }
    }
    return (firstID == .none ? nil : first, others.isEmpty ? [] : others.compactMap(\.node))
  }
}
