/// Joins the trees of a layout into one in pre-order: each node that was expanded gets the tree of its final range.
///
/// The payloads of all levels become those of the first one, as they are; only the records are put in order. Those of
/// nodes that were expanded in several ranges are then written anew, without what is not in use.
struct LayoutAssembly: ~Copyable {
  /// The tables of the first level, to which all is added. Valid during `layout`.
  private var target: UnsafeMutablePointer<LayoutTables>! = nil
  /// The records of the first level, from whose table they were taken.
  private var records = Table<ElementRecord>()
  private var frames = Table<Rect>()
  private var nodes: [NodeElement] = []
  /// The nodes' identities, in the order in which they were written, and the index of the first node's after the root's.
  private var ids = Table<NodeTable.Entry>()
  private var firstID = 0
  private var expanded: [ExpandedNode] = []
  private var names: [UInt32: String] = [:]
  private var nodeAnswers = NodeAnswers()
  private var mirroring = Mirroring()
  private var isChangeable = true
  /// The elements that are not ended, by their ids in the new tree and their ends in the level.
  private var open: [(place: Int, end: Int)] = []
  /// The trees around the one that is being appended.
  private var outer: [Cursor] = []

  /// Returns the tree of a session with all expansions as a layout.
  ///
  /// - Complexity: linear in the number of elements that were written.
  mutating func layout(
    of tree: LayoutSession.WrittenTree, in session: LayoutSession, root: DisplayNode?,
    _ constraint: LayoutConstraint, _ rootMirroring: Mirroring
  ) -> LayoutSession.Result {
    mirroring = rootMirroring
    target = session.top.builder.mutableTables
    let count = gather(session)
    frames.reserve(count)
    target.pointee.elements.reserve(count)
    nodes.reserveCapacity(session.nodeCount)
    ids.reserve(session.nodeCount + 1)
    if let root { ids.append(NodeTable.Entry(element: 0, node: root.id)) }
    firstID = ids.count
    ids.append(NodeTable.Entry(element: 0, node: .none), count: session.nodeCount)
    expanded.reserveCapacity(session.entries.count)
    append(tree, session)
    records.removeAll()
    target.pointee.names = names
    target.pointee.setTypes(of: root, nodes)
    // Each expansion is part of the tree if each node has one of its own, which is the final one.
    let isWhole =
      session.expansions.count == session.entries.count
      && session.entries.allSatisfy { $0.settled != nil && $0.others.isEmpty }
    if !isWhole { target.pointee.rewriteTables() }
    if !isWhole || session.allowsRepeatedNodes { session.setIdentities(of: root?.id, nodes, &ids) }
    let layout = Layout(
      tree: session.top.builder.takeTree(), frames: frames, in: constraint,
      nodes: ids, nodeAnswers: nodeAnswers, mirroring: mirroring)
    let result = (layout, nodes, expanded, isChangeable && nodeAnswers.isEmpty)
    isChangeable = true
    frames.removeAll()
    ids.removeAll()
    (nodes, expanded, nodeAnswers, mirroring) = ([], [], NodeAnswers(), Mirroring())
    if !names.isEmpty { names = [:] }
    return result
  }

  /// Takes the records of the first level out of their table, and adds the payloads of the others to that level's.
  /// Returns the number of all elements.
  private mutating func gather(_ session: LayoutSession) -> Int {
    swap(&target.pointee.elements, &records)
    var count = records.count
    for depth in 1..<max(1, session.usedDepths) {
      let other = session.levels[depth]
      session.top.builder.adoptPayloads(of: other.tables)
      count += other.tables.pointee.elements.count
    }
    return count
  }

  /// A tree, a part of which is appended.
  private struct Cursor {
    let tree: LayoutSession.WrittenTree
    /// The node that it is the content of; nil for the whole layout.
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
  private mutating func append(_ root: LayoutSession.WrittenTree, _ session: LayoutSession) {
    var cursor = Cursor(root, below: nil, firstOpen: 0)
    while true {
      if let next = appendUpToExpansion(&cursor, session) {
        outer.append(cursor)
        cursor = Cursor(next.tree, below: next.place, firstOpen: open.count)
      } else {
        if let place = cursor.parent { end(place) }
        guard let last = outer.popLast() else { return }
        cursor = last
      }
    }
  }

  /// The records of a level.
  private func records(of depth: Int, _ session: LayoutSession) -> UnsafePointer<ElementRecord> {
    UnsafePointer(depth == 0 ? records.address : session.levels[depth].tables.pointee.elements.address)
  }

  /// Appends a tree that has no nodes to be expanded: all links move by the same distance.
  private mutating func appendRecords(
    of tree: LayoutSession.WrittenTree, below parent: Int?, _ session: LayoutSession
  ) {
    let level = session.levels[tree.depth]
    let source = records(of: tree.depth, session)
    let base = frames.count
    let elements = tree.bounds.elements
    let shift = base - elements.lowerBound
    target.pointee.elements.append(atMost: elements.count) { room in
      for index in elements {
        var record = source[index]
        record.end = UInt32(truncatingIfNeeded: Int(record.end) + shift)
        record.parent = UInt32(truncatingIfNeeded: Int(record.parent) + shift)
        (room + (index - elements.lowerBound)).initialize(to: record)
      }
      return elements.count
    }
    if let parent { target.pointee.elements[base].parent = UInt32(parent) }
    if !level.tables.pointee.names.isEmpty {
      for index in elements { copyName(of: index, level, to: index + shift) }
    }
    frames.append(contentsOf: level.context.frames.entries(elements))
    let firstNode = nodes.count
    nodes += level.builder.nodes[tree.nodes]
    let firstID = firstID + tree.nodesBefore - firstNode
    nodes.withUnsafeMutableBufferPointer { nodes in
      for index in firstNode..<nodes.count {
        nodes[index].element += shift
        ids[firstID + index] = NodeTable.Entry(element: nodes[index].element, node: nodes[index].id)
      }
    }
    if let adoption = tree.adoption { adopt(session.adoptions[adoption], at: base) }
  }

  /// Adds what a layout says of the content that is copied from it.
  ///
  /// - Parameter place: The content's first element.
  private mutating func adopt(_ source: (layout: NodeLayout, element: Int), at place: Int) {
    let layout = source.layout.layout
    let content = (source.element + 1)..<layout.tree.subtree(of: ElementID(source.element)).upperBound
    let shift = place - content.lowerBound
    if !source.layout.isChangeable { isChangeable = false }
    for var node in source.layout.nodes(below: source.element).expanded {
      node.element += shift
      expanded.append(node)
    }
    nodeAnswers.add(layout.contents.nodeAnswers, of: content, movedBy: shift)
    for (node, reference) in layout.mirroring.widths where content.contains(node) {
      mirroring.widths[node + shift] = reference + shift
    }
  }

  /// Appends elements of a tree that has nodes to be expanded, with their expansions, up to one that has such nodes in
  /// turn. Returns its tree with its node's id; nil at the end.
  private mutating func appendUpToExpansion(
    _ cursor: inout Cursor, _ session: LayoutSession
  ) -> (tree: LayoutSession.WrittenTree, place: Int)? {
    let (tree, level) = (cursor.tree, session.levels[cursor.tree.depth])
    let source = records(of: tree.depth, session)
    while cursor.index < tree.bounds.elements.upperBound {
      let index = cursor.index
      cursor.index += 1
      while open.count > cursor.firstOpen, open[open.count - 1].end == index { end(open.removeLast().place) }
      var record = source[index]
      let place = frames.count
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
      target.pointee.elements.append(record)
      if !level.tables.pointee.names.isEmpty { copyName(of: index, level, to: place) }
      frames.append(level.context.frames[index])
      if cursor.node < tree.nodes.upperBound, level.builder.nodes[cursor.node].element == index {
        var node = level.builder.nodes[cursor.node]
        node.element = place
        nodes.append(node)
        ids[firstID + tree.nodesBefore + cursor.node - tree.nodes.lowerBound] = NodeTable.Entry(
          element: place, node: node.id)
        cursor.node += 1
        if let expansion {
          expanded.append(
            ExpandedNode(
              element: place, range: session.expansions[expansion].range,
              traits: session.expansions[expansion].traits))
          if content != nil, session.expansions[expansion].layoutDirection == .rightToLeft {
            mirroring.widths[place] = place + node.node.mirroringElement
          }
        }
      }
      if let content {
        if !content.deferred.isEmpty { return (content, place) }
        appendRecords(of: content, below: place, session)
        end(place)
      } else if number != nil {
        target.pointee.finishElement(place)
      } else if sourceEnd > index + 1 {
        open.append((place, sourceEnd))
      }
    }
    while open.count > cursor.firstOpen { end(open.removeLast().place) }
    return nil
  }

  /// Adds the answers of a node except the final one if its spec is known. Usually a node is expanded once, and there
  /// are none.
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

  private func end(_ place: Int) {
    target.pointee.elements[place].end = UInt32(target.pointee.elements.count)
    target.pointee.finishElement(place)
  }

  private mutating func copyName(of element: Int, _ level: LayoutSession.Level, to place: Int) {
    if let name = level.tables.pointee.names[UInt32(element)] { names[UInt32(place)] = name }
  }
}
