/// What a node knows of its layouts.
///
/// What changes it returns what is no longer kept, for the caller to let go of once the node's lock is released: the last reference to another node may
/// go with it, and with that node code of the user's may run.
struct NodeLayoutCache {
  /// For so many constraints a node keeps its layouts: a list asks for one, a stack that flexes for two or three.
  private static let capacity = 4

  /// How often the node was invalidated. What was computed at another version is not kept.
  private(set) var version: UInt64 = 0
  /// What the node was expanded to as part of other layouts, oldest first.
  private var expansions: [NodeExpansion] = []
  /// Its layouts as the root, oldest first.
  private var roots: [NodeLayout] = []
  /// The layout that counts: the one that was asked for last, or that a node around it was laid out with.
  private(set) var calculated: NodeLayout?
  /// Whether the node was written into some tree since it was invalidated last, and by which nodes' specs.
  private(set) var isIncluded = false
  private var containers: NodeContainers?
  /// What the node was laid out in last, and how large it was. That is not forgotten.
  private(set) var lastConstraint: NodeConstraint?
  private(set) var lastSize = Size.zero
  /// How often the node's block was run.
  var blockRuns: UInt64 = 0

  /// Whether there is anything to forget, or anybody who has to know.
  var isWatched: Bool { isIncluded || calculated != nil || !roots.isEmpty || !expansions.isEmpty }

  /// Forgets everything, and returns the nodes whose layouts hold this one.
  mutating func invalidate() -> NodeContainers? {
    version &+= 1
    expansions = []
    roots = []
    calculated = nil
    isIncluded = false
    defer { containers = nil }
    return containers
  }

  /// Notes that the node was written into a tree, as part of what `container` holds; nil for a tree that no node stands for.
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

  func root(_ constraint: NodeConstraint) -> NodeLayout? {
    roots.first { $0.constraint == constraint }
  }

  /// Makes a layout the one that counts, and keeps it.
  mutating func keep(_ layout: NodeLayout, version: UInt64) -> [NodeLayout] {
    note(layout)
    guard version == self.version else { return [] }
    var dropped = replaceCalculated(by: layout)
    guard !roots.contains(where: { $0.constraint == layout.constraint }) else { return dropped }
    if roots.count == NodeLayoutCache.capacity { dropped.append(roots.removeFirst()) }
    roots.append(layout)
    return dropped
  }

  /// Makes a part of another node's layout the one that counts, where nothing was invalidated since.
  mutating func settle(on layout: NodeLayout) -> [NodeLayout] {
    note(layout)
    return layout.version == version ? replaceCalculated(by: layout) : []
  }

  /// Makes a layout of before the one that counts again, unless something was invalidated since that version.
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

/// The nodes whose specs a node was written into. They are not kept alive.
///
/// An object, since most nodes are written into the spec of one: a weak reference in each node, and an array of them, cost more.
final class NodeContainers {
  private weak var first: DisplayNode?
  private var others: [WeakNode] = []

  init(_ node: DisplayNode) {
    first = node
  }

  private struct WeakNode {
    weak var node: DisplayNode?
  }

  /// Adds a node that may be there already.
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

  /// Those that are still there.
  var nodes: [DisplayNode] { (first.map { [$0] } ?? []) + others.compactMap(\.node) }
}

/// What a node was laid out in as the root.
struct NodeConstraint: Equatable, Sendable {
  var range: SizeRange
  var parentSize: Size
  var pixelGrid: PixelGrid

  init(range: SizeRange, parentSize: Size, pixelGrid: PixelGrid) {
    (self.range, self.parentSize, self.pixelGrid) = (range, parentSize, pixelGrid)
  }

  /// What a caller asks for: fractions count against the largest size that the node may take, unless it says otherwise.
  init(_ constrainedSize: SizeRange, parentSize: Size? = nil, pixelGrid: PixelGrid) {
    self.init(
      range: constrainedSize.checked, parentSize: (parentSize ?? constrainedSize.max).checkedAsParent,
      pixelGrid: pixelGrid)
  }

  /// Exactly the size of the node's frame. It may be longer than a caller's range: the layout around the node
  /// decided it.
  init(exactly size: Size, pixelGrid: PixelGrid) {
    self.init(range: SizeRange(exactly: size), parentSize: size, pixelGrid: pixelGrid)
  }

  static func == (a: NodeConstraint, b: NodeConstraint) -> Bool {
    a.range == b.range && a.pixelGrid == b.pixelGrid && sameLength(a.parentSize.width, b.parentSize.width)
      && sameLength(a.parentSize.height, b.parentSize.height)
  }

  /// An undefined length is one like another.
  private static func sameLength(_ a: Double, _ b: Double) -> Bool { a == b || a.isNaN && b.isNaN }
}
