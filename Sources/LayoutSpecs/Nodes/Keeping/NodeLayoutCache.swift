/// The layouts that a node keeps.
///
/// Mutating methods return the results that are no longer kept. The caller releases them after the node's
/// lock: with them the last reference to another node may go, which runs user code.
struct NodeLayoutCache {
  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// The node's expansions as part of other layouts.
  private var expansions = Recent<NodeExpansion>()
  /// The node's layouts as the root.
  private var roots = Recent<NodeLayout>()
  /// The calculated layout: the last one of the node itself, or of a node around it.
  private(set) var calculated: NodeLayout?
  /// True if the node was written into a tree since it was last invalidated.
  private(set) var isIncluded = false
  private var containers = NodeContainers()
  /// The constraint and the size of the last layout. Invalidating does not discard them.
  private(set) var lastConstraint: LayoutConstraint?
  private(set) var lastSize = Size.zero
  /// The memory of the node's earlier layouts; nil until its second layout.
  private var store: TableStore?
  /// The number of times that the node's block was run.
  var blockRuns: UInt64 = 0

  /// True if there is anything to discard, or any layout around to invalidate.
  var isWatched: Bool { isIncluded || calculated != nil || !roots.isEmpty || !expansions.isEmpty }

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
    swap(&discarded.expansions, &expansions)
    swap(&discarded.roots, &roots)
    swap(&discarded.calculated, &calculated)
    (discarded.firstContainer, discarded.otherContainers) = containers.removeAll()
    isIncluded = false
  }

  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree.
  @inline(__always)
  mutating func include(in container: Unmanaged<DisplayNode>?) {
    isIncluded = true
    if let container { containers.insert(container) }
  }

  /// Returns the memory for the node's next layout as a root. Most nodes have one layout, and need none.
  mutating func tableStore() -> TableStore? {
    if store == nil && lastConstraint != nil { store = TableStore() }
    return store
  }

  /// Returns the node's content in this range, also if it was laid out as a root.
  ///
  /// Mutating so that the cache is read in place: it is part of a class, and would be copied.
  mutating func expansion(in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?) -> NodeExpansion? {
    let known = expansions.first { $0.range == range && $0.pixelGrid == grid && $0.traits === traits }
    if let known { return known }
    let root = roots.first {
      $0.contentRange == range && $0.constraint.pixelGrid == grid && $0.constraint.traits === traits
        && $0.layout.isWholeExpansion
    }
    return root.map { NodeExpansion($0, in: range) }
  }

  /// Keeps an expansion, and adds the one that is no longer kept to `dropped`.
  mutating func keep(_ expansion: NodeExpansion, version: UInt64, _ dropped: inout [NodeExpansion]) {
    guard version == self.version, expansions.first(where: { $0 === expansion }) == nil else { return }
    if let old = expansions.add(expansion) { dropped.append(old) }
  }

  func root(_ constraint: LayoutConstraint) -> NodeLayout? {
    roots.first { $0.constraint == constraint }
  }

  /// Makes a layout the calculated one, and keeps it.
  mutating func keep(_ layout: NodeLayout, version: UInt64) -> [NodeLayout] {
    note(layout)
    guard version == self.version else { return [] }
    var dropped = replaceCalculated(by: layout)
    if root(layout.constraint) == nil, let old = roots.add(layout) { dropped.append(old) }
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
    // They are not needed, and must not be released under the lock.
    lastConstraint?.traits = nil
  }

  private mutating func replaceCalculated(by layout: NodeLayout?) -> [NodeLayout] {
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

/// The nodes whose specs a node was written into, as weak references.
private struct NodeContainers {
  /// Most nodes are part of one spec.
  private weak var first: DisplayNode?
  /// Its address, which the identity reserves: comparing it counts no references.
  private var firstAddress: UnsafeMutableRawPointer?
  private var firstID: NodeID?
  private var others: [WeakNode] = []

  private struct WeakNode {
    weak var node: DisplayNode?
  }

  /// Adds a node unless it is already present.
  @inline(__always)
  mutating func insert(_ node: Unmanaged<DisplayNode>) {
    if node.toOpaque() != firstAddress { insertNew(node.takeUnretainedValue()) }
  }

  @inline(never)
  private mutating func insertNew(_ node: DisplayNode) {
    if firstAddress == nil {
      first = node
      firstAddress = Unmanaged.passUnretained(node).toOpaque()
      firstID = node.id
    } else if !others.contains(where: { $0.node === node }) {
      others.removeAll { $0.node == nil }
      others.append(WeakNode(node: node))
    }
  }

  /// Removes all nodes, and returns those that still exist.
  mutating func removeAll() -> (first: DisplayNode?, others: [DisplayNode]) {
    defer {
      if firstAddress != nil { (first, firstAddress, firstID) = (nil, nil, nil) }
      if !others.isEmpty { others = [] }
    }
    return (firstAddress == nil ? nil : first, others.isEmpty ? [] : others.compactMap(\.node))
  }
}
