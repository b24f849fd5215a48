// The expansion of nodes during a layout.
//
// A pass that meets a node whose content depends on its size asks the session for the node's size. The session
// calls the node's own code, writes the spec into the next arena, and lays it out in a pass of its own, which
// may meet nodes in turn. So passes lie within each other on the thread's stack, and each takes as many levels
// as its tree is deep, and some for the node's own code.
//
// Before the stack's room runs out, all these passes are abandoned, as a deep descent is (`DeepLayout.swift`),
// and their trees are suspended: written, with the nodes open. The node that was to be expanded is expanded
// from a fresh stack. Then the suspended trees are laid out again, innermost first, each from a fresh stack:
// it finds the sizes of the nodes that it has asked before. So a node's own code is called once for each
// range, on the thread of the layout, at any depth.

extension LayoutSession {
  /// The most nodes within each other. Far more than any screen has: a node that holds a new node of its own
  /// class would never end.
  static let mostNodes = 1 << 14
  /// The number of outermost nodes that are compared one by one with a node that is to be expanded.
  static let comparedNodes = 16

  // MARK: A stack of any depth

  /// Lays out the tree of the whole layout, and all nodes below.
  func layOutFromTop(_ root: WrittenTree, in constraint: LayoutConstraint) {
    var isDone = false
    while !isDone {
      let firstSuspended = suspended.count
      if let (number, range) = request {
        request = nil
        _ = expansion(number, in: range, room: wholeRoom)
      } else if let running = suspended.last {
        if let size = layOut(running.tree, in: running.constraint, room: wholeRoom) {
          suspended.removeLast()
          _ = finish(
            running.number, running.version, running.inherited, running.tree, in: running.constraint, size)
        }
      } else {
        isDone = layOut(root, in: constraint, room: wholeRoom) != nil
      }
      // The passes that were abandoned have ended innermost first.
      if suspended.count > firstSuspended + 1 { suspended[firstSuspended...].reverse() }
    }
  }

  // MARK: Nodes

  /// Adds a node to be expanded during the layout, and returns its number.
  func add(_ node: DisplayNode) -> Int {
    entries.append(Entry(node: node))
    entriesByNode?[ObjectIdentifier(node), default: []].append(entries.count - 1)
    return entries.count - 1
  }

  /// Returns the node's size in this range, in points; nil if the stack has no room for its expansion.
  ///
  /// - Parameter room: The levels for which the thread's stack has room.
  func size(of number: Int, in range: SizeRange, room: Int) -> Size? {
    expansion(number, in: range, room: room)?.size
  }

  /// Makes this range the final one. The node's size in it is known, unless the layout is cancelled.
  func settle(_ number: Int, in range: SizeRange) {
    entries[number].settled = entries[number].expansion(in: range)
  }

  /// Returns the node's content in this range: a kept expansion, or a new one. Returns nil, and sets `request`,
  /// if the stack has no room for it.
  private func expansion(_ number: Int, in range: SizeRange, room: Int) -> NodeExpansion? {
    if let known = entries[number].expansion(in: range) { return known }
    // A cancelled layout's result is discarded, so no more user code is run for it.
    if cancellation?.isCancelled == true {
      return NodeExpansion(
        range: range, pixelGrid: pixelGrid, traits: traits, layoutDirection: .leftToRight, size: range.min,
        content: nil)
    }
    let node = entries[number].node
    let state = node.expandable(in: range, pixelGrid, traits)
    if entries[number].first != nil { noteEntriesByNode() }
    if let known = state.expansion ?? knownElsewhere(node, in: range, version: state.version)
      ?? last?.expansion(of: node, state.owner.id, version: state.version, in: range, traits)
    {
      return keep(known, of: number, version: state.version, isNew: state.expansion == nil)
    }
    let room = room - DeepDescent.levelsPerNode
    if room < wholeRoom / 4 {
      request = (number, range)
      return nil
    }
    return expand(number, node, state, in: range, room: room)
  }

  /// True if the node is being expanded.
  @inline(__always)
  private func isOpen(_ id: NodeID) -> Bool {
    for index in 0..<min(path.count, LayoutSession.comparedNodes) where path[index].id == id { return true }
    return path.count > LayoutSession.comparedNodes && deepNodes.contains(id)
  }

  /// Adds an expansion to those of its node.
  @inline(__always)
  private func keep(
    _ expansion: NodeExpansion, of number: Int, version: UInt64, isNew: Bool = true
  ) -> NodeExpansion {
    if isNew { entries[number].hasNew = true }
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

  /// Returns the node's content from its own code; nil if its layout is suspended.
  private func expand(
    _ number: Int, _ node: DisplayNode, _ state: ExpandableNode, in range: SizeRange, room: Int
  ) -> NodeExpansion? {
    let open = OpenNode(node: node, owner: state.owner)
    precondition(
      !isOpen(open.id),
      "A node lies within itself: \((path + [open]).map(\.node.asciiArtName).joined(separator: " > "))")
    precondition(
      path.count < LayoutSession.mostNodes,
      """
      \(path.count) nodes lie within each other, the innermost of them \
      \(path.suffix(4).map(\.node.asciiArtName).joined(separator: " > ")). Does a layoutSpecThatFits make a node of \
      its own class?
      """)
    path.append(open)
    if path.count > LayoutSession.comparedNodes { deepNodes.insert(open.id) }
    let inherited = traits
    if let overrides = state.overrides { traits = node.traits(overrides, in: inherited) }
    self.room = room
    guard let spec = spec(of: node, state, in: range, inherited) else {
      let expansion = expansion(of: node, inherited, in: range)
      close(inherited)
      return keep(expansion, of: number, version: state.version)
    }
    let constraint = LayoutConstraint(range: range, parentSize: range.max, pixelGrid: pixelGrid)
    let tree = write { spec._write(to: &$0) }
    guard let size = layOut(tree, in: constraint, room: room) else {
      suspended.append(
        RunningExpansion(
          number: number, version: state.version, inherited: inherited, constraint: constraint, tree: tree))
      return nil
    }
    return finish(number, state.version, inherited, tree, in: constraint, size)
  }

  /// Ends the expansion of the innermost open node, which has a spec of this size.
  @inline(__always)
  private func finish(
    _ number: Int, _ version: UInt64, _ inherited: TraitValues?, _ tree: WrittenTree,
    in constraint: LayoutConstraint, _ size: Size
  ) -> NodeExpansion {
    let expansions = expansions(of: tree)
    let expansion = NodeExpansion(
      range: constraint.range, pixelGrid: pixelGrid, traits: inherited,
      layoutDirection: layoutDirection, size: size, content: content(tree, expansions),
      expansions: expansions)
    close(inherited)
    return keep(expansion, of: number, version: version)
  }

  /// Closes the innermost open node.
  @inline(__always)
  private func close(_ inherited: TraitValues?) {
    let node = path.removeLast()
    if path.count >= LayoutSession.comparedNodes { deepNodes.remove(node.id) }
    traits = inherited
  }

  /// The direction of the node that is being expanded.
  var layoutDirection: LayoutDirection {
    traits.map { Traits($0).layoutDirection } ?? .leftToRight
  }

  /// Returns the content of a node that has no spec and measures itself.
  func expansion(
    of node: DisplayNode, _ inherited: TraitValues?, in range: SizeRange
  ) -> NodeExpansion {
    let isCancelled = cancellation?.isCancelled == true
    let size = isCancelled ? range.min : node.calculateSizeThatFits(range.max).finite(in: range)
    return NodeExpansion(
      range: range, pixelGrid: pixelGrid, traits: inherited, layoutDirection: layoutDirection,
      size: size.clamped(to: range), content: nil)
  }
}
