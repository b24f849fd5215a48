/// Joins the trees of a layout into one in pre-order: each node that was expanded gets the tree of its final range.
struct LayoutAssembly: ~Copyable {
  /// Receives the elements and their nodes.
  private var builder = LayoutTreeBuilder()
  private var frames = Table<Rect>()
  /// The nodes' identities, in the order in which nodes were written, and the index of the first one after the root's.
  private var ids = Table<NodeTable.Entry>()
  private var firstID = 0
  private var expanded: [ExpandedNode] = []
  private var nodeAnswers = NodeAnswers()
  private var mirroring = Mirroring()
  private var isChangeable = true
  /// True if all that was written is part of the tree: all payloads are then copied at once.
  private var isWhole = false
  /// The open elements: their ids in the new tree, and their ends in the level.
  private var open: [(place: Int, end: Int)] = []
  /// The trees around the tree that is being appended.
  private var outer: [Cursor] = []

  /// Returns the tree of a session with all expansions as a layout.
  ///
  /// - Complexity: linear in the number of elements that were written.
  mutating func assemble(
    _ tree: LayoutSession.WrittenTree, in session: LayoutSession, root: DisplayNode?,
    _ constraint: LayoutConstraint, _ rootMirroring: Mirroring
  ) -> LayoutSession.Result {
    mirroring = rootMirroring
    if builder.tables.pixelGrid != session.pixelGrid { builder.reset(pixelGrid: session.pixelGrid) }
    if let root { ids.append(NodeTable.Entry(element: 0, node: root.id)) }
    firstID = ids.count
    ids.append(NodeTable.Entry(element: 0, node: .none), count: session.nodeCount)
    expanded.reserveCapacity(session.entries.count)
    let count = session.levels[..<session.usedDepths].reduce(0) { $0 + $1.builder.elementCount }
    builder.tables.elements.reserve(count)
    frames.reserve(count)
    builder.nodes.reserveCapacity(session.nodeCount)
    // Every expansion is part of the tree if every node has only one expansion, its final one.
    isWhole =
      session.expansions.count == session.entries.count
      && session.entries.allSatisfy { $0.settled != nil && $0.others.isEmpty }
    if isWhole {
      for level in session.levels[..<session.usedDepths] {
        builder.adoptPayloads(of: level.builder.mutableTables)
      }
    }
    appendAll(tree, session)
    let nodes = builder.takeNodes()
    builder.tables.setTypes(of: root, nodes)
    // Nodes that were written for a range that is not final are left out.
    if nodes.count != session.nodeCount || session.allowsRepeatedNodes {
      session.setIdentities(of: root?.id, nodes, &ids)
    }
    let layout = Layout(
      tree: builder.takeTree(), frames: frames, in: constraint, nodes: ids, expanded: expanded,
      isChangeable: isChangeable && nodeAnswers.isEmpty, nodeAnswers: nodeAnswers, mirroring: mirroring)
    isChangeable = true
    frames.removeAll()
    ids.removeAll()
    (expanded, nodeAnswers, mirroring) = ([], NodeAnswers(), Mirroring())
    return (layout, nodes)
  }

  /// A tree that is appended in part.
  private struct Cursor {
    let tree: LayoutSession.WrittenTree
    /// The node whose content the tree is; nil for the whole layout.
    let parent: Int?
    /// The next element and the next node of the level.
    var index: Int
    var node: Int
    /// The number of open elements around the tree.
    let firstOpen: Int

    init(_ tree: LayoutSession.WrittenTree, below parent: Int?, firstOpen: Int) {
      (self.tree, self.parent, self.firstOpen) = (tree, parent, firstOpen)
      (index, node) = (tree.bounds.elements.lowerBound, tree.nodes.lowerBound)
    }
  }

  /// Appends a tree and everything below it. Nodes may lie within each other to any depth.
  private mutating func appendAll(_ root: LayoutSession.WrittenTree, _ session: LayoutSession) {
    var cursor = Cursor(root, below: nil, firstOpen: 0)
    while true {
      if let next = appendUpToExpansion(&cursor, session) {
        outer.append(cursor)
        cursor = Cursor(next.tree, below: next.place, firstOpen: open.count)
      } else {
        if let place = cursor.parent { close(place) }
        guard let last = outer.popLast() else { return }
        cursor = last
      }
    }
  }

  /// Appends a tree that has no nodes to be expanded.
  private mutating func appendWhole(
    _ tree: LayoutSession.WrittenTree, below parent: Int?, _ session: LayoutSession
  ) {
    let level = session.levels[tree.depth]
    let (base, firstNode) = (builder.elementCount, builder.nodes.count)
    builder.copyTree(
      tree.bounds.elements, of: level.tables, level.builder.nodes[tree.nodes], isAdopted: isWhole)
    if let parent { builder.tables.elements[base].parent = UInt32(parent) }
    frames.append(contentsOf: level.context.frames.entries(tree.bounds.elements))
    let place = firstID + tree.nodesBefore - firstNode
    builder.nodes.withUnsafeBufferPointer { nodes in
      for index in firstNode..<nodes.count {
        ids[place + index] = NodeTable.Entry(element: nodes[index].element, node: nodes[index].id)
      }
    }
    if let adoption = tree.adoption { adopt(session.adoptions[adoption], at: base) }
  }

  /// Adds the expanded nodes, answers and mirroring of content that is copied from a layout.
  ///
  /// - Parameter place: The content's first element.
  private mutating func adopt(_ source: (layout: NodeLayout, element: Int), at place: Int) {
    let layout = source.layout.layout
    let content = (source.element + 1)..<layout.tree.subtree(of: ElementID(source.element)).upperBound
    let shift = place - content.lowerBound
    if !source.layout.isChangeable { isChangeable = false }
    for var node in source.layout.expanded[source.layout.places(below: source.element).expanded] {
      node.element += shift
      expanded.append(node)
    }
    nodeAnswers.add(layout.contents.nodeAnswers, of: content, movedBy: shift)
    for (node, reference) in layout.mirroring where content.contains(node) {
      mirroring[node + shift] = reference + shift
    }
  }

  /// Appends elements of a tree that has nodes to be expanded, with their expansions, up to an expansion that has such
  /// nodes in turn. Returns that expansion's tree and its node's id; nil at the end.
  private mutating func appendUpToExpansion(
    _ cursor: inout Cursor, _ session: LayoutSession
  ) -> (tree: LayoutSession.WrittenTree, place: Int)? {
    let (tree, level) = (cursor.tree, session.levels[cursor.tree.depth])
    while cursor.index < tree.bounds.elements.upperBound {
      let index = cursor.index
      cursor.index += 1
      while open.count > cursor.firstOpen, open[open.count - 1].end == index {
        close(open.removeLast().place)
      }
      var record = level.tables.pointee.elements[index]
      let place = builder.elementCount
      let sourceEnd = Int(record.end)
      record.parent = UInt32(
        open.count > cursor.firstOpen ? open[open.count - 1].place : cursor.parent ?? place)
      record.end = UInt32(place + 1)
      let number = record.kind == .deferredNode ? Int(record.payload) : nil
      let expansion = number.flatMap { session.entries[$0].settled }
      let content = expansion.flatMap { session.expansions[$0].tree }
      if let number {
        (record.kind, record.payload) = (content == nil ? .node : .compositeNode, 0)
        if content == nil { isChangeable = false }
        addAnswers(of: number, at: place, session)
      }
      builder.append(record, copying: index, of: level.tables, isAdopted: isWhole)
      frames.append(level.context.frames[index])
      if cursor.node < tree.nodes.upperBound, level.builder.nodes[cursor.node].element == index {
        var node = level.builder.nodes[cursor.node]
        node.element = place
        builder.nodes.append(node)
        ids[firstID + tree.nodesBefore + cursor.node - tree.nodes.lowerBound] = NodeTable.Entry(
          element: place, node: node.id)
        cursor.node += 1
        if let expansion {
          expanded.append(
            ExpandedNode(
              element: place, range: session.expansions[expansion].range,
              traits: session.expansions[expansion].traits))
          if content != nil, session.expansions[expansion].layoutDirection == .rightToLeft {
            mirroring[place] = place + node.node.mirroringElement
          }
        }
      }
      if let content {
        if !content.deferred.isEmpty { return (content, place) }
        appendWhole(content, below: place, session)
        close(place)
      } else if number != nil {
        builder.tables.finishElement(place)
      } else if sourceEnd > index + 1 {
        open.append((place, sourceEnd))
      }
    }
    while open.count > cursor.firstOpen { close(open.removeLast().place) }
    return nil
  }

  /// Adds the answers of a node, except the final answer if its spec is known. Usually a node is expanded once, and
  /// there are none.
  private mutating func addAnswers(of number: Int, at place: Int, _ session: LayoutSession) {
    guard let first = session.entries[number].first else { return }
    let (others, settled) = (session.entries[number].others, session.entries[number].settled)
    if others.isEmpty, first == settled, session.expansions[first].tree != nil { return }
    var answers: [NodeAnswer] = []
    for expansion in [first] + others where expansion != settled || session.expansions[expansion].tree == nil
    {
      answers.append(
        NodeAnswer(range: session.expansions[expansion].range, size: session.expansions[expansion].size))
    }
    nodeAnswers.add(answers, of: place)
  }

  private mutating func close(_ place: Int) {
    builder.tables.elements[place].end = UInt32(builder.elementCount)
    builder.tables.finishElement(place)
  }
}
