// The expansion of nodes during a layout.
//
// A pass that meets a node whose content depends on its size asks the session for the node's size. The session
// calls the node's own code, writes the spec into the next level, and lays it out in a pass of its own, which
// may meet nodes in turn. So passes lie within each other on the thread's stack, and each takes as many levels
// as its tree is deep, and some for the node's own code.
//
// Before the stack's room runs out, all these passes are abandoned, as a deep descent is (`DeepLayout.swift`),
// and their trees are suspended: written, with the nodes open. The node that was to be expanded is expanded
// from a fresh stack. Then the suspended trees are laid out again, innermost first, each from a fresh stack:
// it finds the sizes of the nodes that it asked for before. So a node's own code is called once for each
// range, on the thread of the layout, at any depth.

extension LayoutSession {
  /// The most nodes within each other. Far more than any screen has: a node that holds a new node of its own
  /// class would never end.
  static let mostNodes = 1 << 14

  // MARK: A stack of any depth

  /// Lays out the tree of the whole layout, and all nodes below.
  func layOutFromTop(_ root: WrittenTree, in constraint: LayoutConstraint) {
    var isDone = false
    while !isDone {
      let firstSuspended = suspended.count
      if let (number, range) = request {
        request = nil
        _ = size(of: number, in: range, room: wholeRoom)
      } else if let (number, version, expansion) = suspended.last {
        if let size = layOutExpansion(expansion, room: wholeRoom) {
          suspended.removeLast()
          finish(expansion, size, of: number, version: version)
        }
      } else {
        isDone = passOver(root, in: constraint, room: wholeRoom) != nil
      }
      // The passes that were abandoned have ended innermost first.
      if suspended.count > firstSuspended + 1 { suspended[firstSuspended...].reverse() }
    }
  }

  // MARK: The nodes' own code

  /// Writes the root node of a layout, together with its spec if it has one. Otherwise the node is a leaf, or has kept
  /// its layout.
  func writeRoot(
    _ node: DisplayNode, in constraint: LayoutConstraint, to builder: inout LayoutTreeBuilder
  ) {
    guard let (ownStyle, name) = builder.writeIfPlain(node, at: nil, or: \.guardedStyleAndName) else {
      return
    }
    let style = builder.intern(ownStyle)
    let range = builder.tables.range(ofStyle: style.index, in: constraint)
    let inherited = traits
    let state = node.expandable(in: range, pixelGrid, inherited)
    if state.layout == nil, state.size == nil, cancellation?.isCancelled != true {
      // The root is being expanded, with its own traits, until the layout ends.
      path.append(state.code.owner)
      if let overrides = state.code.overrides { traits = node.traits(overrides, in: inherited) }
      if let place = ask(node, state, in: range, inherited) {
        builder.begin(.compositeNode, style: style, name: name)
        builder.container = state.code.owner
        asked[place].spec._write(to: &builder)
        builder.end()
        if layoutDirection == .rightToLeft { mirroring[0] = node.mirroringElement }
        return
      }
    }
    let number = add(node)
    if let layout = state.layout {
      let known = adopt(layout, layout.layout.element.index, in: range, inherited, depth: 1)
      if known.layoutDirection == .rightToLeft { mirroring[0] = node.mirroringElement }
      add(known, of: number, version: state.version)
    } else {
      add(measured(node, state.size, inherited, in: range), of: number, version: state.version)
    }
    builder.writeDeferred(number, style, name)
  }

  /// Returns the index of a node's spec in this range, asking the node unless it was asked before; nil if it has no spec.
  func ask(
    _ node: DisplayNode, _ state: ExpandableNode, in range: SizeRange, _ inherited: TraitValues?
  ) -> Int? {
    hasChangedBelow = false
    if comparedCount > 0,
      let place = placeOfCompared(state.code.owner.id, range, version: state.version, inherited)
    {
      return place
    }
    guard let spec = state.spec ?? askForSpec(of: node, in: range, hasBlock: state.code.hasBlock) else {
      return nil
    }
    if hasChangedBelow {
      for place in 0..<comparedCount where asked[place].node == state.code.owner.id {
        asked[place].version = .max
      }
    }
    asked.append(
      AskedSpec(
        node: state.code.owner.id, range: range, version: state.version, traits: inherited, spec: spec))
    return asked.count - 1
  }

  /// Asks `node`, the innermost open node, for its content in this range, from its block or its class.
  ///
  /// - Precondition: the node does not have both.
  func askForSpec(of node: DisplayNode, in range: SizeRange, hasBlock: Bool) -> (any LayoutElement)? {
    questionCount &+= 1
    (isAsking, hasChangedBelow, hasRunBlock) = (true, false, false)
    defer { isAsking = false }
    let spec = node.content(in: range)
    precondition(
      hasRunBlock || !hasBlock,
      "\(node.asciiArtName) has a layoutSpecBlock, and its class overrides layoutSpecThatFits(_:): give it one of the two"
    )
    return spec
  }

  /// True if the node is being asked for its spec. Records that it has changed a node below: call this only if it has.
  func isAsking(_ node: NodeHandle) -> Bool {
    guard isAsking, path.last?.handle.toOpaque() == Unmanaged.passUnretained(node).toOpaque() else {
      return false
    }
    hasChangedBelow = true
    return true
  }

  // MARK: Nodes

  /// Adds a node to be expanded during the layout, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    entriesByNode?[ObjectIdentifier(node), default: []].append(entries.count - 1)
    return entries.count - 1
  }

  /// Returns the node's size in this range, in points; nil, with `request` set, if the stack has no room for its
  /// expansion.
  ///
  /// - Parameter room: The levels for which the thread's stack has room.
  func size(of number: Int, in range: SizeRange, room: Int) -> Size? {
    if let known = expansion(of: number, in: range) { return expansions[known].size }
    // A cancelled layout's result is discarded, so no more user code is run for it.
    if cancellation?.isCancelled == true { return range.min }
    let node = entries[number].node
    let state = node.expandable(in: range, pixelGrid, traits)
    if entries[number].first != nil, entriesByNode == nil {
      entriesByNode = Dictionary(grouping: entries.indices) { ObjectIdentifier(entries[$0].node) }
    }
    if let known = knownElsewhere(node, in: range, version: state.version) {
      add(known, of: number, version: state.version)
      return expansions[known].size
    }
    if let (layout, element) = state.layout.map({ ($0, $0.layout.element.index) })
      ?? last?.content(of: state.code.owner.id, version: state.version, in: range, traits)
    {
      return add(adopt(layout, element, in: range, traits, depth: depth), of: number, version: state.version)
    }
    let room = room - DeepDescent.levelsPerNode
    if room < wholeRoom / 4 {
      request = (number, range)
      return nil
    }
    return expand(number, node, state, in: range, room: room)
  }

  /// Makes this range the final one. The node's size in it is known, unless the layout is cancelled.
  func settle(_ number: Int, in range: SizeRange) {
    entries[number].settled = expansion(of: number, in: range)
  }

  /// Returns the index of the node's expansion in this range; nil if there is none.
  private func expansion(of number: Int, in range: SizeRange) -> Int? {
    if let first = entries[number].first, expansions[first].range == range { return first }
    return entries[number].others.first { expansions[$0].range == range }
  }

  /// Adds a new expansion to its node's expansions, and returns its size.
  @inline(__always) @discardableResult
  func add(_ expansion: Expansion, of number: Int, version: UInt64) -> Size {
    expansions.append(expansion)
    add(expansions.count - 1, of: number, version: version)
    return expansion.size
  }

  /// Adds an expansion to its node's expansions.
  @inline(__always)
  private func add(_ place: Int, of number: Int, version: UInt64) {
    if entries[number].first == nil {
      (entries[number].first, entries[number].version) = (place, version)
    } else {
      entries[number].others.append(place)
      // The node keeps no expansions if they belong to different versions.
      if entries[number].version != version { entries[number].version = .max }
    }
  }

  /// Returns the expansion of the same node in the same range elsewhere in this session, if a node around it
  /// was expanded in several ranges.
  private func knownElsewhere(_ node: DisplayNode, in range: SizeRange, version: UInt64) -> Int? {
    guard let numbers = entriesByNode?[ObjectIdentifier(node)] else { return nil }
    for number in numbers where entries[number].version == version {
      if let known = expansion(of: number, in: range), expansions[known].traits === traits { return known }
    }
    return nil
  }

  /// Lays out the node's content, and returns its size; nil if the layout is suspended.
  private func expand(
    _ number: Int, _ node: DisplayNode, _ state: ExpandableNode, in range: SizeRange, room: Int
  ) -> Size? {
    path.append(state.code.owner)
    if path.count > LayoutSession.mostNodes { stop() }
    let inherited = traits
    if let overrides = state.code.overrides { traits = node.traits(overrides, in: inherited) }
    self.room = room
    guard state.size == nil, let place = ask(node, state, in: range, inherited) else {
      let expansion = measured(node, state.size, inherited, in: range)
      close(inherited)
      return add(expansion, of: number, version: state.version)
    }
    if hasChangedBelow { forgetAnswers(of: number) }
    let expansion = Expansion(
      range: range, traits: inherited, layoutDirection: layoutDirection, asked: place,
      tree: write(at: depth) { asked[place].spec._write(to: &$0) }, isNew: state.spec == nil)
    guard let size = layOutExpansion(expansion, room: room) else {
      suspended.append((number, state.version, expansion))
      return nil
    }
    return finish(expansion, size, of: number, version: state.version)
  }

  /// Lets a node keep none of its specs so far: its code has changed a node in them since, as by a style for another range.
  private func forgetAnswers(of number: Int) {
    for number in entriesByNode?[ObjectIdentifier(entries[number].node)] ?? [number] {
      guard let first = entries[number].first else { continue }
      for place in [first] + entries[number].others { expansions[place].isNew = false }
    }
  }

  /// Stops the program: nodes lie within each other without an end in sight.
  private func stop() -> Never {
    let last = path[path.count - 1].id
    if let first = path.dropLast().lastIndex(where: { $0.id == last }) {
      preconditionFailure(
        "A node lies within itself: \(path[first...].map(\.node.asciiArtName).joined(separator: " > "))")
    }
    preconditionFailure(
      """
      \(LayoutSession.mostNodes) nodes lie within each other, the innermost of them \
      \(path.suffix(4).map(\.node.asciiArtName).joined(separator: " > ")). Does a layoutSpecThatFits make a node of \
      its own class?
      """)
  }

  /// Lays out a node's content, which was written; nil if the layout is suspended.
  private func layOutExpansion(_ expansion: Expansion, room: Int) -> Size? {
    let constraint = LayoutConstraint(
      range: expansion.range, parentSize: expansion.range.max, pixelGrid: pixelGrid)
    return expansion.tree.flatMap { passOver($0, in: constraint, room: room) }
  }

  /// Ends the expansion of the innermost open node, which has a spec of this size.
  @inline(__always) @discardableResult
  private func finish(_ expansion: Expansion, _ size: Size, of number: Int, version: UInt64) -> Size {
    var expansion = expansion
    expansion.size = size
    close(expansion.traits)
    return add(expansion, of: number, version: version)
  }

  /// Closes the innermost open node.
  @inline(__always)
  private func close(_ inherited: TraitValues?) {
    path.removeLast()
    traits = inherited
  }

  /// Lets each node keep the answers of its own code, unless the node was invalidated meanwhile.
  ///
  /// - Parameter isLayoutKept: True if the root keeps the layout, which contains the specs in the final ranges.
  func keepContents(isLayoutKept: Bool) {
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
        let node = entry.node
        let dropped = node.lock.withLock {
          node.cache.version == entry.version ? node.guardedHandle.extras.results.keep(content) : nil
        }
        withExtendedLifetime(dropped) {}
      }
    }
  }

  /// The direction of the node that is being expanded.
  var layoutDirection: Traits.LayoutDirection {
    traits.map { Traits($0).layoutDirection } ?? .leftToRight
  }

  /// Returns the content of a node that has no spec and measures itself.
  ///
  /// - Parameter known: The size that the node kept; nil to ask the node.
  func measured(
    _ node: DisplayNode, _ known: Size?, _ inherited: TraitValues?, in range: SizeRange
  ) -> Expansion {
    let isCancelled = cancellation?.isCancelled == true
    let size =
      known ?? (isCancelled ? range.min : node.calculateSizeThatFits(range.max).finite(in: range))
    return Expansion(
      range: range, traits: inherited, layoutDirection: layoutDirection, size: size.clamped(to: range),
      asked: nil, tree: nil, isNew: known == nil && !isCancelled)
  }

  /// Copies a node's content from a finished layout.
  ///
  /// - Parameter element: The node's element in that layout.
  func adopt(
    _ layout: NodeLayout, _ element: Int, in range: SizeRange, _ inherited: TraitValues?, depth: Int
  ) -> Expansion {
    let tables = layout.layout.tree.tablesPointer
    let content = (element + 1)..<Int(tables.pointee.elements[element].end)
    let below = layout.nodes[layout.places(below: element).nodes]
    var tree = write(at: depth) { $0.copyTree(content, of: tables, below) }
    levels[depth].context.setFrames(
      of: tree.bounds.elements, to: layout.layout.contentsPointer.pointee.frames.entries(content))
    tree.adoption = adoptions.count
    adoptions.append((layout, element))
    return Expansion(
      range: range, traits: inherited,
      layoutDirection: layout.layout.mirroring[element] == nil ? .leftToRight : .rightToLeft,
      size: layout.layout.contents.frames[content.lowerBound].size, asked: nil, tree: tree, isNew: false)
  }
}

extension DisplayNode {
  /// Returns the node's state before it is expanded in this range. The node was written, and so has an identity.
  final func expandable(
    in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?
  ) -> ExpandableNode {
    lock.lock()
    defer { lock.unlock() }
    if let part = guardedPart, let expansion = part.expansion, expansion.range == range,
      expansion.traits === traits, part.contents.constraint.pixelGrid == grid,
      part.tree.kind(of: part.element) == .compositeNode
    {
      lock.unlock()
      appliedNodeLayout()
      lock.lock()
    }
    let content = cache.handle?.extras.results.content(in: range, traits)
    return ExpandableNode(
      layout: cache.handle?.extras.results.layout(in: range, grid, traits), spec: content?.spec,
      size: content.flatMap { $0.spec == nil ? $0.size : nil }, version: cache.version, code: guardedCode)
  }

  /// The caller holds the lock.
  final var guardedCode: NodeCode {
    NodeCode(owner: guardedOwner, overrides: guardedOverrides, hasBlock: guardedHasBlock)
  }
}

/// The state of a node in the moment before it is expanded.
struct ExpandableNode {
  /// A layout of the node whose content has this range; nil if there is none.
  let layout: NodeLayout?
  /// The answer of the node's own code in this range, if it was kept: a spec or a size. Both nil if the node is to be asked.
  let spec: (any LayoutElement)?
  let size: Size?
  let version: UInt64
  let code: NodeCode
}

/// The facts about a node's own code that a session needs to ask the node for its spec.
struct NodeCode {
  let owner: SpecOwner
  let overrides: TraitValues?
  let hasBlock: Bool
}

/// An answer of a node's own code in a range, which the node keeps if no kept layout contains it.
final class KeptContent: Sendable {
  let range: SizeRange
  /// The traits of the node around.
  let traits: TraitValues?
  /// The spec; nil if the node has none and measures itself.
  let spec: (any LayoutElement)?
  let size: Size

  init(range: SizeRange, traits: TraitValues?, spec: (any LayoutElement)?, size: Size) {
    (self.range, self.traits, self.spec, self.size) = (range, traits, spec, size)
  }
}
