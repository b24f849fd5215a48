/// The shapes of nodes that were laid out first on a thread: for a class, the layout of one node without the nodes.
///
/// The cells of a list are of few classes, and the specs of one class mostly have the same elements with other texts
/// and images. So the first layout of a node is compared with that of another one of its class, as a later one is with
/// its own last one. If the elements are the same, only its leaves are written, and the rest is copied.
///
/// Why the frames are those of a tree that is written: elements, styles and parameters are compared, and contents are
/// the node's own, so the tree is the same. It is laid out whole.
struct LayoutShapes {
  private var shapes: [Shape] = []
  /// The place of the next class once there are many.
  private var next = 0

  /// The number of classes, and the most elements of a shape.
  private static let capacity = 8
  private static let mostElements = 128

  private struct Shape {
    let type: ObjectIdentifier
    /// Nil after one node of the class: it may be the only one.
    var layout: NodeLayout?
    var misses = ComparisonMisses()
  }

  /// Returns the shape that a first layout is to be compared with; nil if there is none, or if it is not worth it.
  mutating func shape(
    of type: DisplayNode.Type, in constraint: LayoutConstraint, _ traits: TraitValues?
  ) -> NodeLayout? {
    guard let place = place(of: type), let layout = shapes[place].layout, layout.constraint == constraint,
      layout.traits === traits
    else { return nil }
    defer { shapes[place].misses.add() }
    return shapes[place].misses.isWorthComparing ? layout : nil
  }

  /// Notes that a node has the shape of its class.
  mutating func hit(_ type: DisplayNode.Type) {
    if let place = place(of: type) { shapes[place].misses = ComparisonMisses() }
  }

  /// Keeps a first layout as the shape of its class.
  mutating func keep(_ layout: NodeLayout, of type: DisplayNode.Type) {
    let tables = layout.layout.tree.tablesPointer
    // Without objects of the user's, which the node or its spec may have let go.
    guard layout.contentRange != nil, layout.isChangeable,
      tables.pointee.elements.count <= LayoutShapes.mostElements,
      tables.pointee.measurements.isEmpty, tables.pointee.algorithms.isEmpty
    else { return }
    if let place = place(of: type) {
      shapes[place].layout = NodeLayout(shapeOf: layout)
    } else if shapes.count < LayoutShapes.capacity {
      shapes.append(Shape(type: ObjectIdentifier(type)))
    } else {
      shapes[next] = Shape(type: ObjectIdentifier(type))
      next = (next + 1) % LayoutShapes.capacity
    }
  }

  private func place(of type: DisplayNode.Type) -> Int? {
    shapes.firstIndex { $0.type == ObjectIdentifier(type) }
  }
}

extension NodeLayout {
  convenience init(shapeOf other: NodeLayout) {
    self.init(
      (other.layout, [], other.expanded, true), other.constraint, other.traits, version: 0, isShape: true)
  }
}

extension LayoutSession {
  /// Returns the first layout of a node that has the shape of its class; nil if it has not.
  func layOutLikeAnother(
    _ root: DisplayNode, in constraint: LayoutConstraint, _ traits: TraitValues?, version: UInt64
  ) -> NodeLayout? {
    // Others have the shapes of their blocks.
    guard type(of: root) != DisplayNode.self,
      let shape = thread._withUnsafeGuaranteedRef({ $0.shapes.shape(of: type(of: root), in: constraint, traits) })
    else { return nil }
    let level = level(0)
    level.builder.beginLeaves()
    if self.traits !== traits { self.traits = traits }
    guard isSame(root, as: shape, below: .none, version: version) else {
      changes.removeAll()
      level.clear(pixelGrid)
      return nil
    }
    let nodes = level.builder.takeNodes()
    // The root's spec was asked last.
    let ids = identities(of: asked[comparedCount - 1].node, nodes)
    let laidOut = Layout(
      tree: level.builder.tree(ofShape: shape.layout.tree.tablesPointer, changes.styles), frames: [],
      in: constraint, nodes: ids, mirroring: shape.layout.mirroring)
    let layout = NodeLayout((laidOut, nodes, shape.expanded, true), constraint, traits, version: version)
    guard layout.layOut(&level.context, room: wholeRoom) else {
      level.clear(pixelGrid)
      return nil
    }
    thread._withUnsafeGuaranteedRef { $0.shapes.hit(type(of: root)) }
    return layout
  }

  func keepShape(of layout: NodeLayout, _ root: DisplayNode) {
    if type(of: root) == DisplayNode.self { return }
    thread._withUnsafeGuaranteedRef { $0.shapes.keep(layout, of: type(of: root)) }
  }
}

extension LayoutTreeBuilder {
  /// Compares a node of a first layout with the next element of a shape. A leaf is written behind the others.
  @inline(never)
  mutating func compareFirst(
    _ node: DisplayNode, _ comparison: UnsafeMutablePointer<LayoutComparison>
  ) {
    guard let rest = writeIfPlain(node, at: comparison.pointee.element) else {
      return comparison.pointee.passLeaf(of: type(of: node), in: mutableTables)
    }
    session?._withUnsafeGuaranteedRef { session in
      let open = comparison.pointee.beginFirst(
        of: type(of: node), version: nodes[nodes.count - 1].version, session.traits, style: rest.style.index,
        in: tablesPointer, rest.name)
      if let open { compareContent(of: node, open, comparison, session) }
    }
  }

  /// Returns the tree of a shape with the leaves that were written.
  mutating func tree(
    ofShape shape: UnsafePointer<LayoutTables>, _ styles: [(element: Int, style: Style)]
  ) -> LayoutTree {
    var tree = LayoutTree(
      TableBox.make(
        LayoutTables(copying: shape.pointee, leaves: tables, edits: EditLog(branch: numbers.make()))))
    let hasParagraphs = !shape.pointee.paragraphs.isEmpty || !tables.paragraphs.isEmpty
    tree.tables.setLeaves(tables, facts: hasParagraphs)
    for (element, style) in styles { tree.setStyle(style, of: ElementID(element)) }
    return tree
  }
}

extension LayoutTables {
  /// Sets the contents of leaves, the places of which lie in their parents'.
  ///
  /// - Parameter facts: True if they may have other baselines, on which the facts of the elements around depend.
  fileprivate mutating func setLeaves(_ leaves: borrowing LayoutTables, facts: Bool) {
    for leaf in leaves.elements.entries {
      let index = Int(leaf.parent)
      elements[index].payload = leaf.payload
      elements[index].flags = leaf.flags
    }
    guard facts else { return }
    for index in elements.indices.reversed() where !elements[index].kind.isLeaf { finishElement(index) }
  }
}
