/// A node's content in one size range: the spec that it returned, laid out. It is immutable once its session
/// has ended, and nodes keep it from one layout to the next.
final class NodeExpansion: Sendable {
  let range: SizeRange
  let pixelGrid: PixelGrid
  /// The traits of the node around.
  let traits: TraitValues?
  /// The direction of the node's own content.
  let layoutDirection: LayoutDirection
  let size: Size
  /// The spec and its frames; nil if the node has none and measures itself.
  let content: LaidOutElement?
  /// The expansions of the content's deferred nodes in their final ranges, in pre-order; nil if one got no
  /// layout.
  ///
  /// SAFETY: they are set by `init`, and taken out by `deinit` alone.
  @exclusivity(unchecked) nonisolated(unsafe) private(set) var expansions: [NodeExpansion?]

  init(
    range: SizeRange, pixelGrid: PixelGrid, traits: TraitValues?, layoutDirection: LayoutDirection,
    size: Size, content: LaidOutElement?, expansions: [NodeExpansion?] = []
  ) {
    self.range = range
    self.pixelGrid = pixelGrid
    self.traits = traits
    self.layoutDirection = layoutDirection
    self.size = size
    self.content = content
    self.expansions = expansions
  }

  deinit {
    // So few elements do not lie deep within each other: each releases those below it.
    if content?.totalCount ?? 0 > 64 { releaseExpansions() }
  }

  /// Releases the expansions of the nodes below one after the other.
  @inline(never)
  private func releaseExpansions() {
    var below: [NodeExpansion?] = []
    swap(&below, &expansions)
    while !below.isEmpty {
      var last = below.removeLast()
      guard isKnownUniquelyReferenced(&last), let last else { continue }
      below += last.expansions
      last.expansions = []
    }
  }

  /// Creates the content of a node that has a spec in a finished layout: of the element's node, in this range and with
  /// these traits around it. Nothing in it is laid out right to left.
  init(of element: Int, in layout: NodeLayout, range: SizeRange, _ traits: TraitValues?) {
    self.range = range
    pixelGrid = layout.constraint.pixelGrid
    self.traits = traits
    layoutDirection = .leftToRight
    let (layout, (nodes, expanded)) = (layout.layout, layout.nodes(below: element))
    size = layout.frames[element + 1].size
    content = LaidOutElement(
      arena: LayoutArena(layout),
      elements: (element + 1)..<layout.tree.subtree(of: ElementID(element)).upperBound,
      nodes: nodes, expanded: expanded, firstDeferred: 0, expansions: [], otherAnswers: [:])
    expansions = []
  }
}

/// The state of a node in the moment before it is expanded.
struct ExpandableNode {
  /// The expansion that the node kept, if there is one.
  let expansion: NodeExpansion?
  let version: UInt64
  let overrides: TraitValues?
  let owner: SpecOwner
  /// See `DisplayNode.specThatFits(_:blockRuns:)`.
  let blockRuns: UInt64?
}

/// An element and everything below it in a session's arena, without the expansions of its nodes.
///
/// The arena does not hold the node that this is the content of.
struct LaidOutElement: Sendable {
  let arena: LayoutArena
  /// The elements in the arena, in pre-order.
  let elements: Range<Int>
  /// The nodes, in pre-order, each with its element in the arena.
  let nodes: [NodeElement]
  /// Those of them that were expanded, if that is known already.
  let expanded: [ExpandedNode]
  /// The payload of the first deferred node; the others count on from it.
  let firstDeferred: Int
  /// The answers of deferred nodes in other than the final range, or without a spec; by payload.
  let otherAnswers: [Int: [NodeAnswer]]
  /// The number of elements with those of all expansions.
  let totalCount: Int

  init(
    arena: LayoutArena, elements: Range<Int>, nodes: [NodeElement], expanded: [ExpandedNode] = [],
    firstDeferred: Int, expansions: [NodeExpansion?], otherAnswers: [Int: [NodeAnswer]]
  ) {
    self.arena = arena
    self.elements = elements
    self.nodes = nodes
    self.expanded = expanded
    self.firstDeferred = firstDeferred
    self.otherAnswers = otherAnswers
    var count = elements.count
    for expansion in expansions { count += expansion?.content?.totalCount ?? 0 }
    totalCount = count
  }
}

/// A node and its element in a tree or an arena.
struct NodeElement: Sendable {
  var element: Int
  let node: DisplayNode
  let id: NodeID
  /// The node's version when it was written into the tree.
  var version: UInt64
}

/// A node that was expanded, by its element in a tree or an arena.
struct ExpandedNode: Sendable {
  var element: Int
  /// The range and the inherited traits in which it was expanded.
  let range: SizeRange
  let traits: TraitValues?
}

/// The elements and frames of all expansions at one depth of a session: trees one after another, which share
/// their tables.
final class LayoutArena {
  /// The trees; nil until the session has ended. Their ids are those of the arena, and so are `end` and
  /// `parent`.
  @exclusivity(unchecked) var tree: LayoutTree?
  /// The frames relative to the parent element, by element; a width of NaN if there is no layout.
  @exclusivity(unchecked) var frames: [Rect] = []

  init() {}

  /// Creates an arena of a finished layout.
  init(_ layout: Layout) {
    tree = layout.tree
    frames = layout.frames
  }

  /// Adds the frames of elements without a layout.
  func addFrames(_ count: Int) { frames.addWithoutLayout(count) }

  /// Returns the frames, and forgets them.
  func takeFrames() -> [Rect] {
    var taken: [Rect] = []
    swap(&taken, &frames)
    return taken
  }

  /// Forgets the tree, and keeps the memory of the frames.
  func clear() {
    tree = nil
    if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
  }

  /// The tables of the trees.
  ///
  /// - Precondition: the session has ended.
  var tables: UnsafePointer<LayoutTables> { tree!.tablesPointer }
}

extension [Rect] {
  /// Adds the frames of elements without a layout.
  mutating func addWithoutLayout(_ count: Int) {
    // Not `Array(repeating:count:)`, which looks its type up at run time; the first frames take just their room.
    if isEmpty { reserveCapacity(count) }
    for _ in 0..<count { append(.withoutLayout) }
  }
}

// SAFETY: only its session writes to an arena. Expansions, through which other threads reach it, are handed
// over under nodes' locks when the session ends.
extension LayoutArena: @unchecked Sendable {}
