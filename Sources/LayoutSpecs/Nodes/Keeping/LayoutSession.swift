/// One layout from its root to its last node: the state that all nodes expanded on the way share.
///
/// The root is written into the first arena. A node that is expanded during a layout is written into the next
/// one, behind the nodes expanded before it: while a pass runs over one arena, only deeper ones grow.
///
/// It belongs to the thread of the layout.
final class LayoutSession {
  /// The flag that cancels the layout; nil if nobody can.
  let cancellation: BackgroundLayout?
  private let pixelGrid: PixelGrid
  /// The traits of the node that is being expanded; nil if all have their default values.
  @exclusivity(unchecked) private(set) var traits: TraitValues?
  /// The nodes that are being expanded, outermost first. Their number is the depth of the present level.
  @exclusivity(unchecked) private var path: [DisplayNode] = []
  @exclusivity(unchecked) private var levels: [Level] = []
  /// The nodes that are expanded during the layout, because their content depends on their size.
  @exclusivity(unchecked) private var entries: [Entry] = []
  /// The entries by node, once a node was expanded twice: then those below it occur in several entries.
  @exclusivity(unchecked) private var entriesByNode: [ObjectIdentifier: [Int]]?

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

    func expansion(in range: SizeRange) -> NodeExpansion? {
      if let first, first.range == range { return first }
      return others.isEmpty ? nil : others.first { $0.range == range }
    }
  }

  /// The state of one depth.
  private final class Level {
    let arena: LayoutArena
    @exclusivity(unchecked) var compiler: LayoutCompiler
    @exclusivity(unchecked) var context = LayoutContext()

    init(pixelGrid: PixelGrid, session: LayoutSession) {
      arena = LayoutArena()
      compiler = LayoutCompiler(pixelGrid: pixelGrid, session: session)
    }
  }

  init(pixelGrid: PixelGrid, cancellation: BackgroundLayout? = nil) {
    self.pixelGrid = pixelGrid
    self.cancellation = cancellation
  }

  /// The session in which each thread lays out.
  static let threads = ThreadLocal<LayoutSession>()

  /// True if the node's own code runs at the moment, for its content.
  func isExpanding(_ node: DisplayNode) -> Bool { path.last === node }

  // MARK: Laying out

  /// Lays out an element and everything below it, and lets its nodes keep their expansions.
  func layOutRoot(_ element: any LayoutElement, in constraint: LayoutConstraint) -> LaidOutElement {
    traits = constraint.traits
    let (_, content) = LayoutSession.threads.with(self) { layOut(element, in: constraint) }
    for level in levels { level.arena.finish(level.compiler.takeTables()) }
    if cancellation?.isCancelled != true { keepExpansions() }
    return content
  }

  /// Writes an element into the arena of the present depth, and lays it out.
  private func layOut(
    _ element: any LayoutElement, in constraint: LayoutConstraint
  ) -> (size: Size, content: LaidOutElement) {
    if levels.count == path.count { levels.append(Level(pixelGrid: pixelGrid, session: self)) }
    let level = levels[path.count]
    // The first level of a node's layout has the node alone.
    if !path.isEmpty && level.arena.frames.isEmpty { level.compiler.builder.reserveSmallTree() }
    let firstDeferred = entries.count
    let bounds = level.compiler.writeTree(of: element, in: path.last)
    let deferred = firstDeferred..<entries.count
    let nodes = level.compiler.takeNodes()
    let arena = level.arena
    arena.frames.append(contentsOf: repeatElement(.withoutLayout, count: bounds.elements.count))
    let size = arena.frames.withUnsafeMutableBufferPointer { frames in
      withUnsafePointer(to: &level.compiler.builder.tables) { tables in
        level.context.layOut(
          tables, bounds, in: constraint, frames: frames.baseAddress!, nodes: deferred.isEmpty ? nil : self)
      }
    }
    let content = LaidOutElement(
      arena: arena, elements: bounds.elements, nodes: nodes, firstDeferred: firstDeferred,
      expansions: deferred.isEmpty ? [] : entries[deferred].map(\.settled),
      otherAnswers: deferred.isEmpty ? [:] : otherAnswers(of: deferred))
    return (size, content)
  }

  /// Returns the answers of nodes, by their number, except the final one if its spec is known. Usually a node
  /// is expanded once, and there are none.
  private func otherAnswers(of deferred: Range<Int>) -> [Int: [NodeAnswer]] {
    var answers: [Int: [NodeAnswer]] = [:]
    for number in deferred {
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
    let (kept, version, overrides) = node.lock.withLock {
      (node.cache.expansion(in: range, pixelGrid, traits), node.cache.version, node.guardedOverrides)
    }
    if entries[number].first != nil { noteEntriesByNode() }
    let known = kept ?? knownElsewhere(node, in: range, version: version)
    let expansion = known ?? expand(node, overrides, in: range)
    if kept == nil { entries[number].hasNew = true }
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

  private func expand(_ node: DisplayNode, _ overrides: TraitValues?, in range: SizeRange) -> NodeExpansion {
    precondition(
      !path.contains { $0 === node },
      "A node lies within itself: \((path + [node]).map(\.asciiArtName).joined(separator: " > "))")
    path.append(node)
    let inherited = traits
    if let overrides { traits = node.traits(overrides, in: inherited) }
    defer {
      path.removeLast()
      traits = inherited
    }
    let direction = traits.map { Traits($0).layoutDirection } ?? .leftToRight
    if let spec = node.specThatFits(range) {
      let constraint = LayoutConstraint(range: range, parentSize: range.max, pixelGrid: pixelGrid)
      let (size, content) = layOut(spec, in: constraint)
      return NodeExpansion(
        range: range, pixelGrid: pixelGrid, traits: inherited, layoutDirection: direction, size: size,
        content: content)
    }
    let size = range.clamp(node.calculateSizeThatFits(range.max).orZeroWhereUndefined)
    return NodeExpansion(
      range: range, pixelGrid: pixelGrid, traits: inherited, layoutDirection: direction, size: size,
      content: nil)
  }
}
