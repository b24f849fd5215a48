/// A finished layout: one tree of an element and all expansions, its frames and nodes, and the nodes' answers
/// whose specs are not part of it.
struct LayoutParts {
  let tree: LayoutTree
  let frames: [Rect]
  /// The nodes in pre-order, except the root.
  let nodes: [NodeElement]
  /// Those of them that were expanded, likewise.
  var expanded: [ExpandedNode] = []
  let nodeAnswers: NodeAnswers
  let mirroring: Mirroring
  /// True if every node whose own code was asked has a spec, which is part of the tree.
  var isChangeable = true

  /// Returns the layout in its constraint.
  ///
  /// - Parameter root: The node that it is the layout of; nil for a spec.
  /// - Precondition: no node occurs twice in it.
  func layout(of root: DisplayNode?, in constraint: LayoutConstraint) -> Layout {
    let rootCount = root == nil ? 0 : 1
    var ids: [(element: Int, node: NodeID)] = []
    ids.reserveCapacity(rootCount + nodes.count)
    if let root { ids.append((0, root.id)) }
    nodes.withUnsafeBufferPointer { nodes in
      for index in nodes.indices { ids.append((nodes[index].element, nodes[index].id)) }
    }
    return Layout(
      tree: tree, frames: frames, in: constraint, nodes: ids, nodeAnswers: nodeAnswers, mirroring: mirroring)
  }
}

/// Joins an element and the expansions of its nodes into one tree in pre-order.
struct LayoutAssembly: ~Copyable {
  private var builder = LayoutTreeBuilder()
  /// The number of elements of the tree.
  private var capacity = 0
  private var frames: [Rect] = []
  private var nodes: [NodeElement] = []
  private var expanded: [ExpandedNode] = []
  private var nodeAnswers = NodeAnswers()
  private var mirroring = Mirroring()
  private var isChangeable = true
  /// The elements that are not ended, by their ids in the new tree and their ends in the arena.
  private var open: [(place: Int, end: Int)] = []
  /// The contents around the one that is being appended.
  private var outer: [Cursor] = []
  /// The arenas that were read last, each with the indices of its styles in the new tree.
  private var sources: [(arena: LayoutArena, stylePlaces: [UInt32])] = []
  /// The arena that is being read.
  private var source = 0

  /// The number of arenas whose styles are remembered: those of the depths of a usual layout.
  private static let rememberedSources = 4
  /// The index of a style that was not needed yet.
  private static let unknown = UInt32.max

  /// Returns the element with all expansions as a layout.
  ///
  /// - Complexity: linear in the number of elements.
  mutating func parts(
    of element: LaidOutElement, _ expansions: [NodeExpansion?], root: DisplayNode?,
    _ rootMirroring: Mirroring
  ) -> LayoutParts {
    mirroring = rootMirroring
    builder.reset(pixelGrid: element.arena.tables.pointee.pixelGrid)
    capacity = element.totalCount
    builder.tables.elements.reserve(capacity)
    frames.reserveCapacity(capacity)
    append(element, expansions)
    builder.tables.setTypes(of: root, nodes)
    let parts = LayoutParts(
      tree: builder.takeTree(), frames: frames, nodes: nodes, expanded: expanded,
      nodeAnswers: nodeAnswers, mirroring: mirroring, isChangeable: isChangeable && nodeAnswers.isEmpty)
    isChangeable = true
    (frames, nodes, expanded, nodeAnswers, mirroring) = ([], [], [], NodeAnswers(), Mirroring())
    return parts
  }

  /// Forgets all arenas, and keeps the memory.
  mutating func reset() {
    if !sources.isEmpty { sources.removeAll(keepingCapacity: true) }
    source = 0
  }

  /// A content with expansions, a part of which is appended.
  private struct Cursor {
    /// The expansion; nil for the whole layout.
    let expansion: NodeExpansion?
    /// The node that it is the content of; nil for the whole layout.
    let parent: Int?
    /// The next element of the arena, and the next node.
    var index: Int
    var nextNode = 0
    /// The number of open elements around the content.
    let firstOpen: Int
  }

  /// Appends an element and everything below it. Nodes may lie within each other to any depth.
  private mutating func append(_ root: LaidOutElement, _ expansions: [NodeExpansion?]) {
    defer { extendLifetime(root) }
    read(root.arena)
    if expansions.isEmpty { return appendRecords(of: root, below: nil) }
    nodes.reserveCapacity(root.nodes.count)
    var cursor = Cursor(expansion: nil, parent: nil, index: root.elements.lowerBound, firstOpen: 0)
    while true {
      let next: (expansion: NodeExpansion, place: Int)?
      if let expansion = cursor.expansion {
        next = appendUpToExpansion(&cursor, expansion.content!, expansion.expansions)
      } else {
        next = appendUpToExpansion(&cursor, root, expansions)
      }
      if let next {
        outer.append(cursor)
        cursor = Cursor(
          expansion: next.expansion, parent: next.place, index: next.expansion.content!.elements.lowerBound,
          firstOpen: open.count)
      } else {
        if let place = cursor.parent { end(place) }
        guard let last = outer.popLast() else { return }
        cursor = last
      }
    }
  }

  /// Makes an arena the one that is read.
  private mutating func read(_ arena: LayoutArena) {
    if source < sources.count, sources[source].arena === arena { return }
    if let known = sources.firstIndex(where: { $0.arena === arena }) {
      source = known
      return
    }
    // Usually all trees of an arena are part of the layout.
    let share = capacity / LayoutAssembly.rememberedSources
    if (share...capacity).contains(arena.frames.count) { builder.tables.reservePayloads(of: arena.tables) }
    let places = [UInt32](repeating: LayoutAssembly.unknown, count: arena.tables.pointee.styles.count)
    source = sources.count < LayoutAssembly.rememberedSources ? sources.count : sources.count - 1
    if source == sources.count { sources.append((arena, places)) } else { sources[source] = (arena, places) }
  }

  /// Appends an element without expansions: all links move by the same distance.
  private mutating func appendRecords(of element: LaidOutElement, below parent: Int?) {
    let tables = element.arena.tables
    let base = builder.elementCount
    let shift = base - element.elements.lowerBound
    for index in element.elements {
      var record = tables.pointee.elements[index]
      record.end = UInt32(Int(record.end) + shift)
      record.parent = UInt32(Int(record.parent) + shift)
      append(record, index, tables)
    }
    if let parent { builder.tables.elements[base].parent = UInt32(parent) }
    frames += element.arena.frames[element.elements]
    let first = nodes.count
    nodes += element.nodes
    for index in first..<nodes.count { nodes[index].element += shift }
    for var node in element.expanded {
      node.element += shift
      expanded.append(node)
    }
  }

  /// Appends elements with their expansions, up to one that has expansions in turn. Returns that one with
  /// its node's id; nil at the end.
  private mutating func appendUpToExpansion(
    _ cursor: inout Cursor, _ element: LaidOutElement, _ expansions: [NodeExpansion?]
  ) -> (expansion: NodeExpansion, place: Int)? {
    let tables = element.arena.tables
    defer { extendLifetime(element) }
    read(element.arena)
    while cursor.index < element.elements.upperBound {
      let index = cursor.index
      cursor.index += 1
      while open.count > cursor.firstOpen, open[open.count - 1].end == index { end(open.removeLast().place) }
      var record = tables.pointee.elements[index]
      let place = builder.elementCount
      let sourceEnd = Int(record.end)
      record.parent = UInt32(
        open.count > cursor.firstOpen ? open[open.count - 1].place : cursor.parent ?? place)
      record.end = UInt32(place + 1)
      let payload = Int(record.payload)
      let isDeferred = record.kind == .deferredNode
      let expansion = isDeferred ? expansions[payload - element.firstDeferred] : nil
      if isDeferred {
        record.kind = expansion?.content == nil ? .node : .compositeNode
        if expansion?.content == nil { isChangeable = false }
        if let answers = element.otherAnswers[payload] { nodeAnswers.add(answers, of: place) }
      }
      append(record, index, tables)
      frames.append(element.arena.frames[index])
      if cursor.nextNode < element.nodes.count, element.nodes[cursor.nextNode].element == index {
        var node = element.nodes[cursor.nextNode]
        node.element = place
        if let expansion {
          expanded.append(ExpandedNode(element: place, range: expansion.range, traits: expansion.traits))
          if expansion.content != nil, expansion.layoutDirection == .rightToLeft {
            mirroring.widths[place] = place + node.node.mirroringElement
          }
        }
        nodes.append(node)
        cursor.nextNode += 1
      }
      if let expansion, let content = expansion.content {
        if !expansion.expansions.isEmpty { return (expansion, place) }
        read(content.arena)
        appendRecords(of: content, below: place)
        read(element.arena)
        end(place)
      } else if isDeferred {
        builder.tables.finishElement(place)
      } else if sourceEnd > index + 1 {
        open.append((place, sourceEnd))
      }
    }
    while open.count > cursor.firstOpen { end(open.removeLast().place) }
    return nil
  }

  private mutating func end(_ place: Int) {
    builder.tables.elements[place].end = UInt32(builder.elementCount)
    builder.tables.finishElement(place)
  }

  /// Appends a record whose links are those of the new tree, with the payload, style and type that it has in
  /// its arena.
  private mutating func append(
    _ record: ElementRecord, _ index: Int, _ tables: UnsafePointer<LayoutTables>
  ) {
    var record = record
    if record.style != 0 { record.style = place(ofStyle: Int(record.style), tables) }
    if record.type != 0 {
      record.type = builder.tables.types.place(of: tables.pointee.types[Int(record.type) - 1])
    }
    builder.tables.append(record, from: tables)
    if !tables.pointee.names.isEmpty, let name = tables.pointee.names[UInt32(index)] {
      builder.tables.names[UInt32(builder.elementCount - 1)] = name
    }
  }

  private mutating func place(ofStyle style: Int, _ tables: UnsafePointer<LayoutTables>) -> UInt32 {
    if sources[source].stylePlaces[style] == LayoutAssembly.unknown {
      sources[source].stylePlaces[style] = builder.place(of: tables.pointee.styles[style].style)
    }
    return sources[source].stylePlaces[style]
  }
}
