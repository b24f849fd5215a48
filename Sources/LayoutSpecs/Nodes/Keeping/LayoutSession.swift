/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// The root is written into the tables of the first level, with its spec. A node that is expanded during a layout is
/// written into those of the next one, behind the nodes expanded before it: while a pass runs over one level's tables,
/// only deeper ones grow.
///
/// It belongs to the thread of the layout, which keeps it for its next one. How nodes are
/// expanded is in `LayoutSession+Expanding.swift`.
final class LayoutSession {
  /// The flag that cancels the layout; nil if nobody can.
  @exclusivity(unchecked) private(set) var cancellation: BackgroundLayout?
  @exclusivity(unchecked) var pixelGrid = PixelGrid()
  /// The traits of the node that is being expanded; nil if all have their default values.
  @exclusivity(unchecked) var traits: TraitValues?
  /// The nodes that are being expanded, outermost first.
  @exclusivity(unchecked) var path: [OpenNode] = []
  /// Those of them from `LayoutSession.comparedNodes` on, which are too many to be compared one by one.
  @exclusivity(unchecked) var deepNodes: Set<NodeID> = []
  /// The number of trees that are being laid out, one within another.
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var levels: [Level] = []
  /// The number of levels that were written to.
  @exclusivity(unchecked) var usedDepths = 0
  /// Numbers for nodes, and the number of those that were written.
  @exclusivity(unchecked) var numbers = UniqueNumbers()
  @exclusivity(unchecked) var nodeCount = 0
  /// The nodes that are expanded during the layout, because their content depends on their size.
  @exclusivity(unchecked) var entries: [Entry] = []
  /// Their expansions.
  @exclusivity(unchecked) var expansions: [Expansion] = []
  /// The layouts from which trees were copied, each with the element of the node whose content was.
  @exclusivity(unchecked) var adoptions: [(layout: NodeLayout, element: Int)] = []
  /// The entries by node, once a node was expanded twice: then those below it occur in several entries.
  @exclusivity(unchecked) var entriesByNode: [ObjectIdentifier: [Int]]?
  /// The expansions whose layouts are suspended, outermost first.
  @exclusivity(unchecked) var suspended: [RunningExpansion] = []
  /// The node for whose expansion the thread's stack has no room, and its range.
  @exclusivity(unchecked) var request: (number: Int, range: SizeRange)?
  /// The levels for which the thread's stack has room: when the layout began, and when user code was called.
  @exclusivity(unchecked) private(set) var wholeRoom = DeepDescent.usualLimit
  @exclusivity(unchecked) var room = DeepDescent.usualLimit
  /// The layout in which user code began this one; nil if there is none.
  @exclusivity(unchecked) private var outer: LayoutSession?
  /// The number of times that a node's own code was asked for its spec, and the work of the layouts that were begun in
  /// this one. Both are those of this layout alone only if there is one around it, which wants to know: see `LayoutWork`.
  @exclusivity(unchecked) var questionCount = 0
  @exclusivity(unchecked) var innerWork = LayoutWork()
  /// The root, if it is laid out right to left.
  @exclusivity(unchecked) private var mirroring = Mirroring()
  /// What differs from the last layout, if the root is laid out by comparing.
  @exclusivity(unchecked) var changes = LayoutComparison.Changes()
  /// The specs that nodes returned. They hold the nodes within, but not the nodes themselves.
  @exclusivity(unchecked) var asked: [AskedSpec] = []
  /// The number of those that were compared, which come first, and their places by node once one is looked for among many.
  @exclusivity(unchecked) var comparedCount = 0
  @exclusivity(unchecked) var comparedByNode: [NodeID: Int] = [:]
  /// An earlier layout of the root, from which the content of nodes is taken that are as they were; nil if there is none.
  @exclusivity(unchecked) var last: NodeLayout?
  /// Joins the trees into one.
  @exclusivity(unchecked) private var assembly = LayoutAssembly()

  /// Runs `body` with a session that no other layout uses meanwhile.
  static func with<Result>(
    _ pixelGrid: PixelGrid, cancellation: BackgroundLayout? = nil, _ body: (LayoutSession) -> Result
  ) -> Result {
    let session = spare.take() ?? LayoutSession()
    session.cancellation = cancellation
    if session.pixelGrid != pixelGrid {
      session.pixelGrid = pixelGrid
      for level in session.levels { level.builder.reset(pixelGrid: pixelGrid) }
    }
    defer {
      session.end()
      if session.isWorthKeeping { spare.keep(session) }
    }
    return body(session)
  }

  private static let spare = ThreadSpare<LayoutSession>()

  struct OpenNode {
    let node: DisplayNode
    let owner: SpecOwner

    var id: NodeID { owner.id }
  }

  /// A node that is expanded during the layout.
  struct Entry {
    let node: DisplayNode
    /// The node's version when the expansions began.
    var version: UInt64 = 0
    /// The indices of its expansions. Usually a node is expanded once.
    var first: Int?
    var others: [Int] = []
    /// The expansion in the final range; nil if the node got no layout.
    var settled: Int?
  }

  /// A node's content in one range, laid out.
  struct Expansion {
    let range: SizeRange
    /// The traits of the node around.
    let traits: TraitValues?
    /// The direction of the node's own content.
    let layoutDirection: Traits.LayoutDirection
    let size: Size
    /// The index of the spec that the node returned; nil if it has none, or was not asked.
    let asked: Int?
    /// The spec with its frames; nil if the node has none and measures itself.
    let tree: WrittenTree?
    /// True if the node is to keep what its code answered.
    var isNew: Bool
  }

  /// A node whose spec was written and is being laid out.
  struct RunningExpansion {
    /// The node's number.
    let number: Int
    /// The node's version when it was expanded.
    let version: UInt64
    /// The traits of the node around.
    let inherited: TraitValues?
    let constraint: LayoutConstraint
    /// See `Expansion`.
    let asked: Int
    let isNew: Bool
    let tree: WrittenTree
  }

  /// A tree in the tables of its level.
  struct WrittenTree {
    let depth: Int
    let bounds: ArenaBounds
    /// Its nodes among those of the level.
    let nodes: Range<Int>
    /// The number of nodes that were written before.
    let nodesBefore: Int
    /// The numbers of its nodes that are expanded during the layout.
    var deferred = 0..<0
    /// The index of the layout from which it was copied; nil if it was written.
    var adoption: Int?
  }

  /// The trees of one depth.
  final class Level {
    @exclusivity(unchecked) var builder: LayoutTreeBuilder
    @exclusivity(unchecked) var context = LayoutContext()
    /// The frames relative to the parent element, by element; a width of NaN if there is no layout.
    @exclusivity(unchecked) var frames: [Rect] = []

    init(pixelGrid: PixelGrid, session: LayoutSession) {
      builder = LayoutTreeBuilder(pixelGrid: pixelGrid)
      builder.session = .passUnretained(session)
    }

    /// The tables of the trees.
    var tables: UnsafePointer<LayoutTables> { builder.tablesPointer }

    /// Returns the frames, and forgets them.
    func takeFrames() -> [Rect] {
      var taken: [Rect] = []
      swap(&taken, &frames)
      return taken
    }

    /// Forgets the trees, and keeps the memory.
    func clear(_ pixelGrid: PixelGrid) {
      if !frames.isEmpty { frames.removeAll(keepingCapacity: true) }
      if !builder.isEmpty { builder.reset(pixelGrid: pixelGrid) }
    }

    /// True if the level takes little memory.
    var isWorthKeeping: Bool {
      context.byteCount <= 1 << 16 && frames.capacity <= 512 && builder.tables.isWorthKeeping
    }
  }

  private func end() {
    cancellation = nil
    traits = nil
    if let outer {
      outer.innerWork += work
      self.outer = nil
    }
    mirroring = Mirroring()
    last = nil
    changes.reset()
    if asked.capacity > 256 { asked = [] }
    // Usually it is one, for which this is cheaper than `removeAll`.
    while !asked.isEmpty { asked.removeLast() }
    if comparedCount > 0 { (comparedCount, comparedByNode) = (0, [:]) }
    if !path.isEmpty { path.removeAll(keepingCapacity: true) }
    if !deepNodes.isEmpty { deepNodes.removeAll() }
    if !entries.isEmpty {
      entries.removeAll(keepingCapacity: true)
      expansions.removeAll(keepingCapacity: true)
      if !adoptions.isEmpty { adoptions.removeAll() }
      entriesByNode = nil
    }
    if usedDepths > 0 { endLevels() }
  }

  /// Clears the levels that were written to.
  private func endLevels() {
    for depth in 0..<usedDepths { levels[depth].clear(pixelGrid) }
    (usedDepths, nodeCount) = (0, 0)
    isWorthKeeping =
      entries.capacity <= 256 && levels.count <= 8 && levels.allSatisfy(\.isWorthKeeping)
      && assembly.isWorthKeeping
  }

  /// True if the session takes little memory.
  @exclusivity(unchecked) private var isWorthKeeping = true

  /// The session in which each thread lays out.
  static let threads = ThreadLocal<LayoutSession>()

  /// True if the node's own code runs at the moment, for its content.
  func isExpanding(_ node: DisplayNode) -> Bool { path.last?.node === node }

  // MARK: Laying out

  /// Lays out a node and everything below it, and lets the nodes keep what their code answered that the layout does
  /// not have.
  ///
  /// A node that has a spec is written together with it. Otherwise it is a leaf, or it kept its layout.
  ///
  /// - Parameter keptVersion: The version in which the root is going to keep the layout; nil if it does not.
  func layOut(_ root: DisplayNode, in constraint: LayoutConstraint, keptVersion: UInt64? = nil) -> LayoutParts
  {
    layOutRoot(root, in: constraint, keptVersion) { writeRoot(root, in: constraint, to: &$0) }
  }

  /// Lays out a spec and everything below it, and lets its nodes keep what their code answered.
  func layOut(_ spec: some LayoutElement, in constraint: LayoutConstraint) -> LayoutParts {
    layOutRoot(nil, in: constraint, nil) { spec._write(to: &$0) }
  }

  @inline(__always)
  private func layOutRoot(
    _ root: DisplayNode?, in constraint: LayoutConstraint, _ keptVersion: UInt64?,
    _ write: (inout LayoutTreeBuilder) -> Void
  ) -> LayoutParts {
    traits = constraint.traits
    begin(within: LayoutSession.threads.current)
    let laidOut = LayoutSession.threads.with(self) {
      let tree = self.write(write)
      layOutFromTop(tree, in: constraint)
      return tree
    }
    if entries.isEmpty {
      let level = levels[0]
      let nodes = level.builder.takeNodes()
      level.builder.tables.setTypes(of: root, nodes)
      return LayoutParts(
        tree: level.builder.takeTree(), frames: level.takeFrames(), nodes: nodes,
        nodeAnswers: NodeAnswers(), mirroring: mirroring)
    }
    let parts = assembly.parts(of: laidOut, in: self, root: root, mirroring)
    if cancellation?.isCancelled != true {
      let version = root.map { root in root.lock.withLock { root.cache.version } }
      keepContents(isLayoutKept: version != nil && version == keptVersion)
    }
    return parts
  }

  /// The most layouts within each other that user code may begin.
  private static let deepestNesting = 32

  /// Begins a layout on a stack on which `outer` has taken some room.
  func begin(within outer: LayoutSession?) {
    wholeRoom = DeepDescent.usualLimit
    if let outer {
      if self.outer == nil { resetWork() }
      self.outer = outer
      // Never so few that nothing could be laid out.
      wholeRoom = max(outer.room - DeepDescent.levelsPerNode, 4 * DeepDescent.levelsPerNode)
      checkNesting()
    }
    room = wholeRoom
  }

  /// Stops the program if layouts lie within each other without an end in sight.
  private func checkNesting() {
    var count = 0
    var nodes: [DisplayNode] = []
    var session = outer
    while let current = session {
      count += 1
      if let node = current.path.last?.node { nodes.append(node) }
      session = current.outer
    }
    precondition(
      count < LayoutSession.deepestNesting,
      """
      \(count) layouts lie within each other, each begun by the code of an element that was being laid out: \
      \(nodes.prefix(4).reversed().map(\.asciiArtName).joined(separator: " > ")). Return nodes in a spec, which is \
      laid out with them, and do not lay them out in layoutSpecThatFits
      """)
  }

  /// Writes the node of the whole layout.
  private func writeRoot(
    _ node: DisplayNode, in constraint: LayoutConstraint, to builder: inout LayoutTreeBuilder
  ) {
    guard let (style, name) = builder.writeIfPlain(node, isRoot: true) else { return }
    let range = builder.tables.range(ofStyle: style.index, in: constraint)
    let inherited = traits
    let state = node.expandable(in: range, pixelGrid, inherited)
    if state.layout == nil, state.size == nil, cancellation?.isCancelled != true {
      // The root is being expanded, with its own traits, until the layout ends.
      let open = OpenNode(node: node, owner: state.owner)
      path.append(open)
      if let overrides = state.overrides { traits = node.traits(overrides, in: inherited) }
      if let place = ask(node, state, in: range, inherited) {
        builder.writeComposite(open.owner, asked[place].spec, style, name)
        if layoutDirection == .rightToLeft { mirroring.widths[0] = node.mirroringElement }
        return
      }
    }
    let number = add(node)
    if let layout = state.layout {
      let known = adopt(layout, layout.layout.element.index, in: range, inherited, depth: 1)
      if known.layoutDirection == .rightToLeft { mirroring.widths[0] = node.mirroringElement }
      keep(known, of: number, version: state.version)
    } else {
      keep(measured(node, state.size, inherited, in: range), of: number, version: state.version)
    }
    builder.writeDeferred(number, style, name)
  }

  /// Returns the level of this depth.
  func level(_ depth: Int) -> Level {
    while levels.count <= depth { levels.append(Level(pixelGrid: pixelGrid, session: self)) }
    usedDepths = max(usedDepths, depth + 1)
    return levels[depth]
  }

  /// Writes a tree behind those of the present depth.
  @inline(__always)
  func write(_ write: (inout LayoutTreeBuilder) -> Void) -> WrittenTree {
    let level = level(depth)
    let (firstDeferred, firstNode) = (entries.count, level.builder.nodes.count)
    let bounds = level.builder.writeTree(in: path.last?.owner, write)
    level.frames.addWithoutLayout(bounds.elements.count)
    return WrittenTree(
      depth: depth, bounds: bounds, nodes: firstNode..<level.builder.nodes.count,
      nodesBefore: countNodes(level.builder.nodes.count - firstNode), deferred: firstDeferred..<entries.count
    )
  }

  /// Counts written nodes, and returns the number of those before.
  func countNodes(_ count: Int) -> Int {
    defer { nodeCount += count }
    return nodeCount
  }

  /// Lays a tree out. Returns nil if `request` is to be expanded first.
  func layOut(_ tree: WrittenTree, in constraint: LayoutConstraint, room: Int) -> Size? {
    depth = tree.depth + 1
    let level = levels[tree.depth]
    let size = level.frames.withUnsafeMutableBufferPointer { frames in
      level.context.layOut(
        level.tables, tree.bounds, in: constraint, frames: frames.baseAddress!,
        nodes: tree.deferred.isEmpty ? nil : self, room: room)
    }
    if size != nil {
      depth = tree.depth
      level.context.noteAsked(tree.bounds, in: level.tables)
    }
    return size
  }

  /// Lets each node keep what its own code answered, unless it was invalidated meanwhile.
  ///
  /// - Parameter isLayoutKept: True if the root keeps the layout, which has the specs in the final ranges.
  private func keepContents(isLayoutKept: Bool) {
    for entry in entries {
      guard let first = entry.first else { continue }
      let part = isLayoutKept ? entry.settled.flatMap { expansions[$0].tree == nil ? nil : $0 } : nil
      if first == part && entry.others.isEmpty { continue }
      for place in [first] + entry.others where place != part && expansions[place].isNew {
        // Two entries of one node may share an expansion.
        expansions[place].isNew = false
        let expansion = expansions[place]
        let content = KeptContent(
          range: expansion.range, traits: expansion.traits, spec: expansion.asked.map { asked[$0].spec },
          size: expansion.size)
        let dropped = entry.node.lock.withLock { entry.node.cache.keep(content, version: entry.version) }
        withExtendedLifetime(dropped) {}
      }
    }
  }
}
