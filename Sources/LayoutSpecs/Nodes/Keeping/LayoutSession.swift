/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// The root is written into the first arena, with its spec. A node that is expanded during a layout is written
/// into the next one, behind the nodes expanded before it: while a pass runs over one arena, only deeper ones
/// grow.
///
/// It belongs to the thread of the layout, and is kept for another layout when that has ended.
final class LayoutSession {
  /// The flag that cancels the layout; nil if nobody can.
  @exclusivity(unchecked) private(set) var cancellation: BackgroundLayout?
  @exclusivity(unchecked) private var pixelGrid = PixelGrid()
  /// The traits of the node that is being expanded; nil if all have their default values.
  @exclusivity(unchecked) private(set) var traits: TraitValues?
  /// The nodes that are being expanded, outermost first.
  @exclusivity(unchecked) private var path: [OpenNode] = []
  /// The number of trees that are being laid out, one within another.
  @exclusivity(unchecked) private var depth = 0
  @exclusivity(unchecked) private var levels: [Level] = []
  /// The nodes that are expanded during the layout, because their content depends on their size.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The entries by node, once a node was expanded twice: then those below it occur in several entries.
  @exclusivity(unchecked) private var entriesByNode: [ObjectIdentifier: [Int]]?
  /// The root, if it is laid out right to left.
  @exclusivity(unchecked) private var mirroring = Mirroring()
  /// The memory of the root's earlier layouts; nil if there is none.
  @exclusivity(unchecked) private var store: TableStore?
  /// Joins the arenas into one tree.
  @exclusivity(unchecked) private var assembly = LayoutAssembly()

  /// Runs `body` with a session that no other layout uses meanwhile.
  static func with<Result>(
    _ pixelGrid: PixelGrid, cancellation: BackgroundLayout? = nil, _ body: (LayoutSession) -> Result
  ) -> Result {
    let session = idleSessions.take() ?? LayoutSession()
    session.cancellation = cancellation
    if session.pixelGrid != pixelGrid {
      session.pixelGrid = pixelGrid
      for level in session.levels { level.compiler.reset(pixelGrid: pixelGrid) }
    }
    defer {
      session.end()
      if session.isWorthKeeping { idleSessions.keep(session) }
    }
    return body(session)
  }

  private static let idleSessions = IdleSessions()

  private struct OpenNode {
    let node: DisplayNode
    let id: NodeID

    var owner: SpecOwner { SpecOwner(node: Unmanaged.passUnretained(node), id: id) }
  }

  private struct Entry {
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

  /// The state of one depth.
  private final class Level {
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
    store = nil
    mirroring = Mirroring()
    if !path.isEmpty { path.removeAll(keepingCapacity: true) }
    if !entries.isEmpty {
      entries.removeAll(keepingCapacity: true)
      entriesByNode = nil
      assembly.reset()
    }
    for level in levels where level.arena != nil {
      if isKnownUniquelyReferenced(&level.arena) {
        level.arena?.clear()
      } else {
        level.arena = nil
      }
      if !level.compiler.isEmpty { level.compiler.reset(pixelGrid: pixelGrid) }
    }
  }

  /// True if the session takes little memory.
  private var isWorthKeeping: Bool {
    entries.capacity <= 256 && levels.count <= 8
      && levels.allSatisfy { $0.context.byteCount <= 1 << 16 && $0.compiler.builder.tables.isWorthKeeping }
  }

  /// The session in which each thread lays out.
  static let threads = ThreadLocal<LayoutSession>()

  /// True if the node's own code runs at the moment, for its content.
  func isExpanding(_ node: DisplayNode) -> Bool { path.last?.node === node }

  // MARK: Laying out

  /// Lays out a node and everything below it, and lets the nodes keep their expansions.
  ///
  /// A node that has a spec is written together with it. Otherwise it is a leaf, or it kept its content.
  ///
  /// - Parameter store: The memory of the node's earlier layouts; nil for none.
  func layOut(
    _ root: DisplayNode, in constraint: LayoutConstraint, _ store: TableStore? = nil
  ) -> LayoutParts {
    self.store = store
    return layOutRoot(root, in: constraint) { writeRoot(root, in: constraint, to: &$0) }
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
    let laidOut = LayoutSession.threads.with(self) { layOut(in: constraint, write) }
    if entries.isEmpty {
      let level = levels[0]
      level.compiler.builder.tables.setTypes(of: root, laidOut.nodes)
      return LayoutParts(
        tree: level.compiler.builder.takeTree(slot(0)), frames: laidOut.arena.takeFrames(),
        nodes: laidOut.nodes, nodeAnswers: NodeAnswers(), mirroring: mirroring)
    }
    let content = content(laidOut)
    defer { if cancellation?.isCancelled != true { keepExpansions() } }
    for (depth, level) in levels.enumerated() where !level.compiler.isEmpty {
      level.arena?.tree = level.compiler.builder.takeTree(slot(depth))
    }
    return assembly.parts(of: content, root: root, mirroring, store?.slot(LayoutSession.directDepths))
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
      let open = OpenNode(node: node, id: state.id)
      path.append(open)
      if let overrides = state.overrides { traits = node.traits(overrides, in: inherited) }
      if let spec = node.specThatFits(range, blockRuns: state.blockRuns) {
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

  /// A tree in an arena that was laid out.
  private struct LaidOutTree {
    let arena: LayoutArena
    let elements: Range<Int>
    let nodes: [NodeElement]
    /// The numbers of its nodes that were expanded during the layout.
    let deferred: Range<Int>
    let size: Size
  }

  /// Writes a tree into the arena of the present depth, and lays it out.
  private func layOut(
    in constraint: LayoutConstraint, _ write: (inout LayoutCompiler) -> Void
  ) -> LaidOutTree {
    if levels.count == depth { levels.append(Level(pixelGrid: pixelGrid, session: self)) }
    let level = levels[depth]
    depth += 1
    defer { depth -= 1 }
    let arena = level.arena ?? LayoutArena()
    level.arena = arena
    if level.compiler.isEmpty, let slot = slot(depth - 1) { level.compiler.builder.begin(in: slot) }
    let firstDeferred = entries.count
    let bounds = level.compiler.writeTree(in: path.last?.owner, write)
    let deferred = firstDeferred..<entries.count
    let nodes = level.compiler.takeNodes()
    arena.addFrames(bounds.elements.count)
    let size = arena.frames.withUnsafeMutableBufferPointer { frames in
      level.context.layOut(
        level.compiler.builder.tablesPointer, bounds, in: constraint, frames: frames.baseAddress!,
        nodes: deferred.isEmpty ? nil : self)
    }
    return LaidOutTree(
      arena: arena, elements: bounds.elements, nodes: nodes, deferred: deferred, size: size)
  }

  /// Returns a tree with the expansions of its nodes.
  private func content(_ tree: LaidOutTree) -> LaidOutElement {
    LaidOutElement(
      arena: tree.arena, elements: tree.elements, nodes: tree.nodes, firstDeferred: tree.deferred.lowerBound,
      expansions: tree.deferred.map { entries[$0].settled }, otherAnswers: otherAnswers(of: tree.deferred))
  }

  /// The depths whose trees are kept in slots of the root's store, each in the one of its depth. The slot
  /// behind them is for the whole layout, if it is not all of the first depth's tree.
  private static let directDepths = 2

  private func slot(_ depth: Int) -> TableStore.Slot? {
    depth < LayoutSession.directDepths ? store?.slot(depth) : nil
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
      var dropped: [NodeExpansion] = []
      entry.node.lock.withLock {
        entry.node.cache.keep(first, version: entry.version, &dropped)
        for other in entry.others { entry.node.cache.keep(other, version: entry.version, &dropped) }
      }
      withExtendedLifetime(dropped) {}
    }
  }

  // MARK: Deferred nodes

  /// Adds a node to be expanded during the layout, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    entriesByNode?[ObjectIdentifier(node), default: []].append(entries.count - 1)
    return entries.count - 1
  }

  /// Returns the node's size in this range, in points.
  func size(of number: Int, in range: SizeRange) -> Size { expansion(number, in: range).size }

  /// Makes this range the final one.
  func settle(_ number: Int, in range: SizeRange) { entries[number].settled = expansion(number, in: range) }

  /// Returns the node's content in this range: a kept expansion, or a new one.
  private func expansion(_ number: Int, in range: SizeRange) -> NodeExpansion {
    if let known = entries[number].expansion(in: range) { return known }
    // A cancelled layout's result is discarded, so no more user code is run for it.
    if cancellation?.isCancelled == true {
      return NodeExpansion(
        range: range, pixelGrid: pixelGrid, traits: traits, layoutDirection: .leftToRight, size: range.min,
        content: nil)
    }
    let node = entries[number].node
    let state = node.expandable(in: range, pixelGrid, traits)
    let version = state.version
    if entries[number].first != nil { noteEntriesByNode() }
    let known = state.expansion ?? knownElsewhere(node, in: range, version: version)
    let expansion = known ?? expand(node, state, in: range)
    if state.expansion == nil { entries[number].hasNew = true }
    if entries[number].first == nil {
      entries[number].first = expansion
      entries[number].version = version
    } else {
      entries[number].others.append(expansion)
      // Of expansions that belong to different versions the node keeps none.
      if entries[number].version != version { entries[number].version = .max }
    }
    return expansion
  }

  /// Returns the expansion of the same node in the same range elsewhere in this session: the node around it
  /// was expanded in several ranges.
  private func knownElsewhere(_ node: DisplayNode, in range: SizeRange, version: UInt64) -> NodeExpansion? {
    guard let numbers = entriesByNode?[ObjectIdentifier(node)] else { return nil }
    for number in numbers where entries[number].version == version {
      if let known = entries[number].expansion(in: range), known.traits === traits { return known }
    }
    return nil
  }

  private func noteEntriesByNode() {
    guard entriesByNode == nil else { return }
    var numbers: [ObjectIdentifier: [Int]] = [:]
    for (number, entry) in entries.enumerated() {
      numbers[ObjectIdentifier(entry.node), default: []].append(number)
    }
    entriesByNode = numbers
  }

  private func expand(_ node: DisplayNode, _ state: ExpandableNode, in range: SizeRange) -> NodeExpansion {
    let open = OpenNode(node: node, id: state.id)
    precondition(
      !path.contains { $0.id == open.id },
      "A node lies within itself: \((path + [open]).map(\.node.asciiArtName).joined(separator: " > "))")
    path.append(open)
    let inherited = traits
    if let overrides = state.overrides { traits = node.traits(overrides, in: inherited) }
    defer {
      path.removeLast()
      traits = inherited
    }
    guard let spec = node.specThatFits(range, blockRuns: state.blockRuns) else {
      return expansion(of: node, inherited, in: range)
    }
    let direction = layoutDirection
    let constraint = LayoutConstraint(range: range, parentSize: range.max, pixelGrid: pixelGrid)
    let tree = layOut(in: constraint) { spec._write(to: &$0) }
    return NodeExpansion(
      range: range, pixelGrid: pixelGrid, traits: inherited, layoutDirection: direction, size: tree.size,
      content: content(tree))
  }

  /// The direction of the node that is being expanded.
  private var layoutDirection: LayoutDirection {
    traits.map { Traits($0).layoutDirection } ?? .leftToRight
  }

  /// Returns the content of a node that has no spec and measures itself.
  private func expansion(
    of node: DisplayNode, _ inherited: TraitValues?, in range: SizeRange
  ) -> NodeExpansion {
    let isCancelled = cancellation?.isCancelled == true
    let size = isCancelled ? range.min : node.calculateSizeThatFits(range.max).finite(in: range)
    return NodeExpansion(
      range: range, pixelGrid: pixelGrid, traits: inherited, layoutDirection: layoutDirection,
      size: size.clamped(to: range), content: nil)
  }
}
