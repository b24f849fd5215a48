/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// The root is written into the tables of the first level, with its spec. A node that is expanded during a layout is
/// written into the tables of the next level, behind the nodes expanded before it: while a pass runs over one level's
/// tables, only deeper levels grow.
///
/// A session belongs to the thread of the layout, which keeps the session for its next layout. The expansion
/// of nodes is in `LayoutSession+Expanding.swift`.
final class LayoutSession {
  /// The thread, which keeps the session.
  let thread: Unmanaged<ThreadState>
  /// The flag that cancels the layout; nil if it cannot be cancelled.
  @exclusivity(unchecked) private(set) var cancellation: BackgroundLayout?
  @exclusivity(unchecked) var pixelGrid = PixelGrid()
  /// The traits of the node that is being expanded; nil if all have their default values.
  @exclusivity(unchecked) var traits: TraitValues?
  /// The nodes that are being expanded, outermost first.
  @exclusivity(unchecked) var path: [SpecOwner] = []
  /// True while the innermost of these nodes is asked for its spec; and true if it changed a node below it meanwhile.
  @exclusivity(unchecked) var isAsking = false
  @exclusivity(unchecked) var hasChangedBelow = false
  /// True if a `layoutSpecBlock` was run for its spec.
  @exclusivity(unchecked) var hasRunBlock = false
  /// The number of trees that are being laid out, one within another.
  @exclusivity(unchecked) var depth = 0
  @exclusivity(unchecked) var levels: [Level]
  /// The first level.
  let top: Level
  /// The number of levels that were written to.
  @exclusivity(unchecked) var usedDepths = 0
  /// Numbers for nodes, and the number of nodes that were written.
  @exclusivity(unchecked) var numbers = UniqueNumbers()
  @exclusivity(unchecked) var nodeCount = 0
  /// The nodes that are expanded during the layout, because their content depends on their size.
  @exclusivity(unchecked) var entries: [Entry] = []
  /// The expansions of the nodes in `entries`.
  @exclusivity(unchecked) var expansions: [Expansion] = []
  /// The layouts from which trees were copied, each with the element of the node whose content was copied.
  @exclusivity(unchecked) var adoptions: [(layout: NodeLayout, element: Int)] = []
  /// The entries by node, once a node was expanded twice: then the nodes below it occur in several entries.
  @exclusivity(unchecked) var entriesByNode: [ObjectIdentifier: [Int]]?
  /// The expansions whose layouts are suspended, outermost first.
  @exclusivity(unchecked) var suspended: [(number: Int, version: UInt64, expansion: Expansion)] = []
  /// The node for whose expansion the thread's stack has no room, and its range.
  @exclusivity(unchecked) var request: (number: Int, range: SizeRange)?
  /// The levels for which the thread's stack has room: when the layout began, and when user code was called.
  @exclusivity(unchecked) private(set) var wholeRoom = DeepDescent.usualLimit
  @exclusivity(unchecked) var room = DeepDescent.usualLimit
  /// The layout in which user code began this one, and which ends after it; nil if there is none.
  @exclusivity(unchecked) private unowned(unsafe) var outer: LayoutSession?
  /// The number of times that a node's own code was asked for its spec, since this count was reset; see `LayoutWork`.
  @exclusivity(unchecked) var questionCount = 0
  /// The root, if it is laid out right to left.
  @exclusivity(unchecked) var mirroring = Mirroring()
  /// The differences from the last layout, if the root is laid out by comparing.
  @exclusivity(unchecked) var changes = LayoutComparison.Changes()
  /// The specs that nodes returned. A spec holds the nodes in it, but not the node that returned it.
  @exclusivity(unchecked) var asked: [AskedSpec] = []
  /// The number of specs that were compared, which come first in `asked`, and their indices once a spec is looked up.
  @exclusivity(unchecked) var comparedCount = 0
  @exclusivity(unchecked) var comparedPlaces: [Question: Int] = [:]
  /// True if a node may lie twice in the layout, which then finds no nodes.
  @exclusivity(unchecked) var allowsRepeatedNodes = false
  /// An earlier layout of the root, from which the content of unchanged nodes is copied; nil if there is none.
  @exclusivity(unchecked) var last: NodeLayout?
  /// The identities of the nodes of a layout without expansions.
  @exclusivity(unchecked) var identities = Table<NodeTable.Entry>()
  /// Joins the trees into one.
  @exclusivity(unchecked) private var assembly = LayoutAssembly()

  private init(_ thread: ThreadState) {
    self.thread = .passUnretained(thread)
    top = Level()
    levels = [top]
    top.builder.session = .passUnretained(self)
  }

  /// Returns a session that no other layout uses until it is finished.
  @inline(__always)
  static func start(
    _ pixelGrid: PixelGrid, cancellation: BackgroundLayout? = nil
  ) -> LayoutSession {
    // The thread keeps its state until it ends, so no reference is counted.
    ThreadState.current._withUnsafeGuaranteedRef { thread in
      let session = exchange(&thread.spareSession, with: nil) ?? LayoutSession(thread)
      if thread.work != nil { session.resetWork() }
      if cancellation != nil { session.cancellation = cancellation }
      if session.pixelGrid != pixelGrid {
        session.pixelGrid = pixelGrid
        for level in session.levels { level.builder.reset(pixelGrid: pixelGrid) }
      }
      return session
    }
  }

  /// Ends the layout of a session, which the thread keeps for its next one.
  ///
  /// - Parameter node: The node that was laid out; nil for a spec.
  @inline(__always)
  static func finish(_ session: consuming LayoutSession, of node: DisplayNode? = nil) {
    let thread = session.thread
    thread._withUnsafeGuaranteedRef { if $0.work != nil { $0.count(session, of: node) } }
    session.forget()
    guard session.isWorthKeeping else { return }
    var spare: LayoutSession? = consume session
    thread._withUnsafeGuaranteedRef { swap(&$0.spareSession, &spare) }
  }

  /// Runs a body with this as the session in which the calling thread lays out.
  @inline(__always)
  func onThread<Value>(_ body: () -> Value) -> Value {
    thread._withUnsafeGuaranteedRef { thread in
      let outer = thread.session
      thread.session = .passUnretained(self)
      defer { thread.session = outer }
      return body()
    }
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

  /// A node's content in one range.
  struct Expansion {
    let range: SizeRange
    /// The traits of the node around.
    let traits: TraitValues?
    /// The direction of the node's own content.
    let layoutDirection: Traits.LayoutDirection
    /// The size, once it is laid out.
    var size = Size.zero
    /// The index of the spec that the node returned; nil if it has none, or was not asked.
    let asked: Int?
    /// The spec with its frames; nil if the node has none and measures itself.
    let tree: WrittenTree?
    /// True if the node is to keep this answer of its code.
    var isNew: Bool
  }

  /// A tree in the tables of its level.
  struct WrittenTree {
    let depth: Int
    let bounds: ArenaBounds
    /// The tree's nodes among the nodes of the level.
    let nodes: Range<Int>
    let nodesBefore: Int
    /// The numbers of its nodes that are expanded during the layout.
    let deferred: Range<Int>
    /// The index of the layout from which it was copied; nil if it was written.
    var adoption: Int?
  }

  /// A spec that a node returned.
  struct AskedSpec {
    let node: NodeID
    let range: SizeRange
    /// That of the node; one that it never has if the node's code has changed a node in the spec since.
    var version: UInt64
    let traits: TraitValues?
    let spec: any LayoutElement
  }

  /// The trees of one depth.
  final class Level {
    @exclusivity(unchecked) var builder = LayoutTreeBuilder()
    @exclusivity(unchecked) var context = LayoutContext()

    var tables: UnsafePointer<LayoutTables> { builder.tablesPointer }

    /// Forgets the trees, and keeps the memory.
    func clear(_ pixelGrid: PixelGrid) {
      context.removeFrames()
      if !builder.isEmpty { builder.reset(pixelGrid: pixelGrid) }
    }
  }

  /// Forgets the layout.
  private func forget() {
    if cancellation != nil { cancellation = nil }
    if traits != nil { traits = nil }
    if last != nil { last = nil }
    if !mirroring.isEmpty { mirroring = Mirroring() }
    (outer, allowsRepeatedNodes) = (nil, false)
    isWorthKeeping = asked.count <= 256 && changes.count <= 256
    if !changes.isEmpty { changes.removeAll() }
    // Usually there is one, for which this is cheaper than `removeAll`.
    while !asked.isEmpty { asked.removeLast() }
    if comparedCount > 0 { (comparedCount, comparedPlaces) = (0, [:]) }
    if !path.isEmpty { path.removeAll(keepingCapacity: true) }
    if usedDepths > 0 { endLevels() }
  }

  /// Forgets the trees that were written.
  private func endLevels() {
    if entries.count > 256 || levels.count > 8 { isWorthKeeping = false }
    if !entries.isEmpty {
      entries.removeAll(keepingCapacity: true)
      expansions.removeAll(keepingCapacity: true)
      if !adoptions.isEmpty { adoptions.removeAll() }
      entriesByNode = nil
    }
    for depth in 0..<usedDepths {
      Unmanaged.passUnretained(levels[depth])._withUnsafeGuaranteedRef { level in
        level.clear(pixelGrid)
        if level.context.byteCount > 1 << 17 || !level.builder.tables.isWorthKeeping {
          isWorthKeeping = false
        }
      }
    }
    (usedDepths, nodeCount) = (0, 0)
  }

  /// True if the session takes little memory.
  @exclusivity(unchecked) private var isWorthKeeping = true

  // MARK: Laying out

  /// Lays a node out, and everything below it; nil if it was cancelled.
  ///
  /// - Parameters:
  ///   - traits: The traits that the node inherits now.
  ///   - version: The node's present version.
  ///   - last: An earlier layout. If there is no other reference to it, it becomes the new layout.
  ///   - isKept: True if the node is going to keep the layout, provided that it still has this version.
  func layout(
    of root: DisplayNode, in constraint: LayoutConstraint, _ traits: TraitValues?, version: UInt64,
    after last: inout NodeResults.Last?, isKept: Bool
  ) -> NodeLayout? {
    if last != nil {
      if compareWithLast(root, as: &last!, traits, version: version) {
        return exchange(&last, with: nil)!.layout
      }
      self.last = last!.layout
    }
    // Nodes without a class of their own have no common shapes: their blocks differ.
    let hasShape = last == nil && isKept && type(of: root) != DisplayNode.self
    let shapes =
      hasShape
      ? thread._withUnsafeGuaranteedRef { $0.shapes.candidates(of: type(of: root), in: constraint, traits) }
      : nil
    if let shapes,
      let layout = fillShape(of: root, oneOf: shapes, in: constraint, traits, version: version)
    {
      return layout
    }
    let result = writeAndLayOut(root, in: constraint, traits, version: version, isKept: isKept) {
      writeRoot(root, in: constraint, to: &$0)
    }
    if cancellation?.isCancelled == true { return nil }
    let layout = NodeLayout(result, constraint, traits, version: version)
    if shapes != nil { thread._withUnsafeGuaranteedRef { $0.shapes.keep(layout, of: type(of: root)) } }
    return layout
  }

  /// A finished layout, and its nodes in pre-order, except the root.
  typealias Result = (layout: Layout, nodes: [NodeElement])

  /// Lays out a tree, and lets its nodes keep the answers of their code that the layout does not contain.
  ///
  /// - Parameters:
  ///   - root: The node at the root, which `writeRoot` writes; nil for a spec.
  ///   - traits: The traits that the root inherits.
  ///   - version: The root's version.
  ///   - isKept: True if the root is going to keep the layout, provided that it still has this version.
  func writeAndLayOut(
    _ root: DisplayNode?, in constraint: LayoutConstraint, _ traits: TraitValues?, version: UInt64 = 0,
    isKept: Bool = false, write: (inout LayoutTreeBuilder) -> Void
  ) -> Result {
    self.traits = traits
    begin()
    let laidOut = onThread {
      let tree = self.write(at: depth, write)
      layOutFromTop(tree, in: constraint)
      return tree
    }
    if entries.isEmpty {
      let nodes = top.builder.takeNodes()
      top.builder.tables.setTypes(of: root, nodes)
      setIdentities(of: root?.id, nodes, &identities)
      let layout = Layout(
        tree: top.builder.takeTree(), frames: top.context.frames, in: constraint, nodes: identities,
        mirroring: mirroring)
      return (layout, nodes)
    }
    let result = assembly.assemble(laidOut, in: self, root: root, constraint, mirroring)
    if cancellation?.isCancelled != true {
      keepContents(
        isLayoutKept: isKept && root.map { root in root.lock.withLock { root.cache.version } } == version)
    }
    return result
  }

  /// Sets the identities of the root and of the other nodes, by which the layout finds them.
  func setIdentities(of root: NodeID?, _ nodes: [NodeElement], _ ids: inout Table<NodeTable.Entry>) {
    ids.removeAll()
    if allowsRepeatedNodes { return }
    ids.reserve(nodes.count + 1)
    if let root { ids.append(NodeTable.Entry(element: 0, node: root)) }
    for index in nodes.indices {
      ids.append(NodeTable.Entry(element: nodes[index].element, node: nodes[index].id))
    }
  }

  /// The most layouts within each other that user code may begin.
  private static let deepestNesting = 32

  /// Begins a layout on a stack on which the layout around it has taken some room.
  func begin() {
    wholeRoom = DeepDescent.usualLimit
    if let outer = thread._withUnsafeGuaranteedRef({ $0.session })?.takeUnretainedValue() {
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

  func level(_ depth: Int) -> Level {
    while levels.count <= depth {
      let level = Level()
      level.builder.reset(pixelGrid: pixelGrid)
      level.builder.session = .passUnretained(self)
      levels.append(level)
    }
    usedDepths = max(usedDepths, depth + 1)
    return levels[depth]
  }

  /// Writes a tree behind the other trees of this depth.
  @inline(__always)
  func write(at depth: Int, _ write: (inout LayoutTreeBuilder) -> Void) -> WrittenTree {
    let level = level(depth)
    let (firstDeferred, firstNode) = (entries.count, level.builder.nodes.count)
    // SAFETY: the session holds the node until its spec is laid out.
    level.builder.container = path.last
    let bounds = level.builder.writeTree(write)
    level.context.addFrames(bounds.elements.count)
    let nodes = firstNode..<level.builder.nodes.count
    defer { nodeCount += nodes.count }
    return WrittenTree(
      depth: depth, bounds: bounds, nodes: nodes, nodesBefore: nodeCount,
      deferred: firstDeferred..<entries.count)
  }

  /// Lays a tree out. Returns nil if `request` is to be expanded first.
  func passOver(_ tree: WrittenTree, in constraint: LayoutConstraint, room: Int) -> Size? {
    depth = tree.depth + 1
    let level = levels[tree.depth]
    let size = level.context.layOut(
      level.tables, tree.bounds, in: constraint, nodes: tree.deferred.isEmpty ? nil : self, room: room)
    if size != nil {
      depth = tree.depth
      // Only a node keeps a layout.
      if !path.isEmpty { level.context.noteAsked(tree.bounds, in: level.tables) }
    }
    return size
  }
}
