/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// The root is written into the first arena, with its spec. A node that is expanded during a layout is written
/// into the next one, behind the nodes expanded before it: while a pass runs over one arena, only deeper ones
/// grow.
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
  /// The nodes that are expanded during the layout, because their content depends on their size.
  @exclusivity(unchecked) var entries: [Entry] = []
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
  /// The root, if it is laid out right to left.
  @exclusivity(unchecked) private var mirroring = Mirroring()
  /// What differs from the last layout, if the root is laid out by comparing.
  @exclusivity(unchecked) var changes = LayoutComparison.Changes()
  /// The specs of nodes that were compared. They hold the nodes within, but not the nodes themselves.
  @exclusivity(unchecked) var asked: [AskedSpec] = []
  /// Their places by node, once one is looked for among many.
  @exclusivity(unchecked) var askedByNode: [NodeID: Int] = [:]
  /// The root's last layout, which has other elements; nil if there is none.
  @exclusivity(unchecked) var last: NodeLayout?
  /// True if nodes were given expansions, which other threads may read.
  @exclusivity(unchecked) private var isHandedOver = false
  /// Joins the arenas into one tree.
  @exclusivity(unchecked) private var assembly = LayoutAssembly()

  /// Runs `body` with a session that no other layout uses meanwhile.
  static func with<Result>(
    _ pixelGrid: PixelGrid, cancellation: BackgroundLayout? = nil, _ body: (LayoutSession) -> Result
  ) -> Result {
    let session = spare.take() ?? LayoutSession()
    session.cancellation = cancellation
    if session.pixelGrid != pixelGrid {
      session.pixelGrid = pixelGrid
      for level in session.levels { level.compiler.reset(pixelGrid: pixelGrid) }
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

  struct Entry {
    let node: DisplayNode
    /// The node's version when the expansions began.
    var version: UInt64 = 0
    /// Usually a node is expanded once.
    var first: NodeExpansion?
    var others: [NodeExpansion] = []
    /// True if the node does not keep all of them yet.
    var hasNew = false
    /// The expansion in the final range; nil if the node got no layout.
    var settled: NodeExpansion?

    /// True if the node was expanded once, with a spec, in the final range.
    var hasOneFinalSpec: Bool {
      others.isEmpty && first?.content != nil && first === settled
    }

    func expansion(in range: SizeRange) -> NodeExpansion? {
      if let first, first.range == range { return first }
      return others.isEmpty ? nil : others.first { $0.range == range }
    }
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
    let tree: WrittenTree
  }

  /// A tree in the arena of its depth.
  struct WrittenTree {
    let depth: Int
    let arena: LayoutArena
    let bounds: ArenaBounds
    let nodes: [NodeElement]
    /// The numbers of its nodes that are expanded during the layout.
    let deferred: Range<Int>
  }

  /// The state of one depth.
  final class Level {
    /// The arena of the present session; nil until it is needed. Expansions may keep it.
    @exclusivity(unchecked) var arena: LayoutArena?
    @exclusivity(unchecked) var compiler: LayoutCompiler
    @exclusivity(unchecked) var context = LayoutContext()

    init(pixelGrid: PixelGrid, session: LayoutSession) {
      compiler = LayoutCompiler(pixelGrid: pixelGrid, session: session)
    }
  }

  private func end() {
    cancellation = nil
    traits = nil
    outer = nil
    mirroring = Mirroring()
    last = nil
    changes.reset()
    if !asked.isEmpty { asked.removeAll(keepingCapacity: asked.capacity <= 256) }
    if !askedByNode.isEmpty { askedByNode.removeAll() }
    if !path.isEmpty { path.removeAll(keepingCapacity: true) }
    if !deepNodes.isEmpty { deepNodes.removeAll() }
    if !entries.isEmpty {
      entries.removeAll(keepingCapacity: true)
      entriesByNode = nil
      assembly.reset()
    }
    if usedDepths > 0 { endLevels() }
  }

  /// Clears the levels that were written to.
  private func endLevels() {
    for depth in 0..<usedDepths {
      let level = levels[depth]
      // Not only by its references: the thread sanitizer does not see that another thread has let its own go.
      if depth == 0 || !isHandedOver, isKnownUniquelyReferenced(&level.arena) {
        level.arena?.clear()
      } else {
        level.arena = nil
      }
      if !level.compiler.isEmpty { level.compiler.reset(pixelGrid: pixelGrid) }
    }
    (usedDepths, isHandedOver) = (0, false)
    isWorthKeeping =
      entries.capacity <= 256 && levels.count <= 8
      && levels.allSatisfy { $0.context.byteCount <= 1 << 16 && $0.compiler.builder.tables.isWorthKeeping }
  }

  /// True if the session takes little memory.
  @exclusivity(unchecked) private var isWorthKeeping = true

  /// The session in which each thread lays out.
  static let threads = ThreadLocal<LayoutSession>()

  /// True if the node's own code runs at the moment, for its content.
  func isExpanding(_ node: DisplayNode) -> Bool { path.last?.node === node }

  // MARK: Laying out

  /// Lays out a node and everything below it, and lets the nodes keep their expansions.
  ///
  /// A node that has a spec is written together with it. Otherwise it is a leaf, or it kept its content.
  func layOut(_ root: DisplayNode, in constraint: LayoutConstraint) -> LayoutParts {
    layOutRoot(root, in: constraint) { writeRoot(root, in: constraint, to: &$0) }
  }

  /// Lays out a spec and everything below it, and lets its nodes keep their expansions.
  func layOut(_ spec: some LayoutElement, in constraint: LayoutConstraint) -> LayoutParts {
    layOutRoot(nil, in: constraint) { spec._write(to: &$0) }
  }

  @inline(__always)
  private func layOutRoot(
    _ root: DisplayNode?, in constraint: LayoutConstraint, _ write: (inout LayoutCompiler) -> Void
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
      level.compiler.builder.tables.setTypes(of: root, laidOut.nodes)
      return LayoutParts(
        tree: level.compiler.builder.takeTree(), frames: laidOut.arena.takeFrames(),
        nodes: laidOut.nodes, nodeAnswers: NodeAnswers(), mirroring: mirroring)
    }
    let expansions = expansions(of: laidOut)
    let content = content(laidOut, expansions)
    defer { if cancellation?.isCancelled != true { keepExpansions() } }
    for level in levels where !level.compiler.isEmpty {
      level.arena?.tree = level.compiler.builder.takeTree()
    }
    return assembly.parts(of: content, expansions, root: root, mirroring)
  }

  /// The most layouts within each other that user code may begin.
  private static let deepestNesting = 32

  /// Begins a layout on a stack on which `outer` has taken some room.
  func begin(within outer: LayoutSession?) {
    self.outer = outer
    wholeRoom = DeepDescent.usualLimit
    if let outer {
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
    _ node: DisplayNode, in constraint: LayoutConstraint, to compiler: inout LayoutCompiler
  ) {
    guard let (style, name) = compiler.writeIfPlain(node, isRoot: true) else { return }
    let range = compiler.builder.tables.range(ofStyle: style.index, in: constraint)
    let inherited = traits
    let state = node.expandable(in: range, pixelGrid, inherited)
    let kept = state.expansion
    if kept == nil, cancellation?.isCancelled != true {
      // The root is being expanded, with its own traits, until the layout ends.
      let open = OpenNode(node: node, owner: state.owner)
      path.append(open)
      if let overrides = state.overrides { traits = node.traits(overrides, in: inherited) }
      if let spec = spec(of: node, state, in: range, inherited) {
        compiler.writeComposite(open.owner, spec, style, name)
        if layoutDirection == .rightToLeft { mirroring.widths[0] = node.mirroringElement }
        return
      }
    }
    if let kept, kept.content != nil, kept.layoutDirection == .rightToLeft {
      mirroring.widths[0] = node.mirroringElement
    }
    let number = add(node)
    entries[number].version = state.version
    entries[number].hasNew = kept == nil
    entries[number].first = kept ?? expansion(of: node, inherited, in: range)
    compiler.writeDeferred(number, style, name)
  }

  /// Writes a tree into the arena of the present depth.
  @inline(__always)
  func write(_ write: (inout LayoutCompiler) -> Void) -> WrittenTree {
    if levels.count == depth { levels.append(Level(pixelGrid: pixelGrid, session: self)) }
    let level = levels[depth]
    let arena = level.arena ?? LayoutArena()
    level.arena = arena
    usedDepths = max(usedDepths, depth + 1)
    let firstDeferred = entries.count
    let bounds = level.compiler.writeTree(in: path.last?.owner, write)
    arena.addFrames(bounds.elements.count)
    return WrittenTree(
      depth: depth, arena: arena, bounds: bounds, nodes: level.compiler.takeNodes(),
      deferred: firstDeferred..<entries.count)
  }

  /// Lays a tree out. Returns nil if `request` is to be expanded first.
  func layOut(_ tree: WrittenTree, in constraint: LayoutConstraint, room: Int) -> Size? {
    depth = tree.depth + 1
    let level = levels[tree.depth]
    let size = tree.arena.frames.withUnsafeMutableBufferPointer { frames in
      level.context.layOut(
        level.compiler.builder.tablesPointer, tree.bounds, in: constraint, frames: frames.baseAddress!,
        nodes: tree.deferred.isEmpty ? nil : self, room: room)
    }
    if size != nil {
      depth = tree.depth
      level.context.noteAsked(tree.bounds, in: level.compiler.builder.tablesPointer)
    }
    return size
  }

  /// Returns the expansions of a tree's nodes in their final ranges.
  @inline(__always)
  func expansions(of tree: WrittenTree) -> [NodeExpansion?] { tree.deferred.map { entries[$0].settled } }

  /// Returns a tree whose nodes have these expansions.
  func content(_ tree: WrittenTree, _ expansions: [NodeExpansion?]) -> LaidOutElement {
    LaidOutElement(
      arena: tree.arena, elements: tree.bounds.elements, nodes: tree.nodes,
      firstDeferred: tree.deferred.lowerBound,
      expansions: expansions, otherAnswers: otherAnswers(of: tree.deferred))
  }

  /// Returns the answers of nodes, by their number, except the final one if its spec is known. Usually a node
  /// is expanded once, and there are none.
  private func otherAnswers(of deferred: Range<Int>) -> [Int: [NodeAnswer]] {
    var answers: [Int: [NodeAnswer]] = [:]
    for number in deferred where !entries[number].hasOneFinalSpec {
      let entry = entries[number]
      for expansion in [entry.first].compactMap(\.self) + entry.others
      where expansion.content == nil || expansion !== entry.settled {
        answers[number, default: []].append(NodeAnswer(range: expansion.range, size: expansion.size))
      }
    }
    return answers
  }

  /// Lets each node keep its new expansions, unless it was invalidated meanwhile.
  private func keepExpansions() {
    for entry in entries where entry.hasNew {
      guard let first = entry.first else { continue }
      isHandedOver = true
      var dropped: [NodeExpansion] = []
      entry.node.lock.withLock {
        entry.node.cache.keep(first, version: entry.version, &dropped)
        for other in entry.others { entry.node.cache.keep(other, version: entry.version, &dropped) }
      }
      withExtendedLifetime(dropped) {}
    }
  }
}
