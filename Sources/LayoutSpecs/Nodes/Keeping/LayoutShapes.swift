/// The shapes of nodes that were laid out for the first time on a thread: for each class, the layouts of some nodes,
/// without these nodes.
///
/// The cells of a list are of few classes, and the specs of one class mostly have the same elements with other texts and
/// images, or one of two or three sets of elements. So the first layout of a node is compared with layouts of other nodes
/// of its class, as a later layout is compared with the node's own last one. If the elements are the same, only its
/// leaves are written, and the rest is shared or copied.
///
/// Why the frames are the same as for a tree that is written: elements, styles and parameters are compared, and
/// contents are the node's own, so the tree is the same. All of it is laid out.
struct LayoutShapes {
  private var classes: [Shapes] = []
  /// The index at which the next class is stored once there is no more room.
  private var next = 0

  /// The most classes, the most shapes of a class, and the most elements of a shape.
  private static let classCount = 8
  private static let shapeCount = 3
  private static let mostElements = 128

  private struct Shapes {
    let type: ObjectIdentifier
    /// The shape that a node had last comes first. Empty after the class's first node, which may be the only one.
    var layouts: [NodeLayout] = []
    var misses = ComparisonMisses()
  }

  /// Returns the shapes to compare a first layout with, in this order. If it is like none of them, it becomes a new shape.
  /// nil if comparing is not worth it.
  mutating func candidates(
    of type: DisplayNode.Type, in constraint: LayoutConstraint, _ traits: TraitValues?
  ) -> [NodeLayout]? {
    guard let place = place(of: type),
      classes[place].layouts.contains(where: { $0.isIn(constraint, traits) })
    else { return [] }
    let isWorthComparing = classes[place].misses.isWorthComparing
    // As long as the class has room for more shapes, it has no misses.
    if classes[place].layouts.count == LayoutShapes.shapeCount { classes[place].misses.countOne() }
    return isWorthComparing ? classes[place].layouts : nil
  }

  /// Records that a layout has a shape of its class.
  mutating func hit(_ layout: NodeLayout, like shape: NodeLayout, of type: DisplayNode.Type) {
    guard let place = place(of: type) else { return }
    classes[place].misses = ComparisonMisses()
    guard let number = classes[place].layouts.firstIndex(where: { $0 === shape }) else { return }
    // Later layouts may share this one's elements: their leaves are written in the same order.
    if !layout.layout.contents.tree.isSharing { classes[place].layouts[number] = NodeLayout(shapeOf: layout) }
    if number > 0 { classes[place].layouts.swapAt(0, number) }
  }

  /// Keeps a first layout as a shape of its class.
  mutating func keep(_ layout: NodeLayout, of type: DisplayNode.Type) {
    let tables = layout.layout.tree.tablesPointer
    // A shape must not keep objects of the user that the node or its spec may have released.
    guard layout.contentRange != nil, layout.isChangeable,
      tables.pointee.elements.count <= LayoutShapes.mostElements,
      tables.pointee.measurements.isEmpty,
      tables.pointee.algorithms.entries.allSatisfy({ $0 is ScrollAlgorithm })
    else { return }
    if let place = place(of: type) {
      if classes[place].layouts.count == LayoutShapes.shapeCount { classes[place].layouts.removeLast() }
      classes[place].layouts.insert(NodeLayout(shapeOf: layout), at: 0)
    } else if classes.count < LayoutShapes.classCount {
      classes.append(Shapes(type: ObjectIdentifier(type)))
    } else {
      classes[next] = Shapes(type: ObjectIdentifier(type))
      next = (next + 1) % LayoutShapes.classCount
    }
  }

  private func place(of type: DisplayNode.Type) -> Int? {
    classes.firstIndex { $0.type == ObjectIdentifier(type) }
  }
}

extension DisplayNode {
  /// Forgets the shapes that the calling thread keeps, so that the next first layouts are compared with nothing.
  package static func forgetShapes() {
    ThreadState.current._withUnsafeGuaranteedRef { $0.shapes = LayoutShapes() }
  }
}

extension NodeLayout {
  convenience init(shapeOf other: NodeLayout) {
    self.init((other.layout, []), other.constraint, other.traits, version: 0, order: other.order)
  }
}

extension LayoutSession {
  /// Returns the first layout of a node that has one of these shapes; nil if the node has none.
  func fillShape(
    of root: DisplayNode, oneOf shapes: [NodeLayout], in constraint: LayoutConstraint,
    _ traits: TraitValues?, version: UInt64
  ) -> NodeLayout? {
    for shape in shapes where shape.isIn(constraint, traits) {
      usedDepths = 1
      top.builder.beginLeaves()
      if self.traits !== traits { self.traits = traits }
      let hasShape = isSame(root, as: shape, isShape: true, below: .none, version: version)
      let layout = hasShape ? layOutLeaves(of: root, in: shape, constraint, traits, version: version) : nil
      if let layout {
        thread._withUnsafeGuaranteedRef { $0.shapes.hit(layout, like: shape, of: type(of: root)) }
        return layout
      }
      top.clear(pixelGrid)
      changes.removeAll()
      // Then the node has no other shape, but a node within it gets another range.
      if hasShape { return nil }
    }
    return nil
  }

  /// Lays out the leaves that were written for a node that has this shape; nil if a node within it gets another range.
  private func layOutLeaves(
    of root: DisplayNode, in shape: NodeLayout, _ constraint: LayoutConstraint, _ traits: TraitValues?,
    version: UInt64
  ) -> NodeLayout? {
    var tree = top.builder.tree(ofShape: shape.layout.contentsPointer)
    for (element, style) in changes.styles { tree.setStyle(style, of: ElementID(element)) }
    guard top.context.layOut(tree, in: constraint, settled: shape.expanded, room: wholeRoom) else {
      return nil
    }
    let nodes = top.builder.takeNodes()
    setIdentities(of: root.guardedID, nodes, &identities)
    let layout = Layout(
      tree: tree, frames: top.context.frames, in: constraint, nodes: identities,
      expanded: shape.expanded, mirroring: shape.layout.mirroring)
    return NodeLayout((layout, nodes), constraint, traits, version: version, order: shape.order)
  }
}

extension LayoutTreeBuilder {
  /// Compares a node of a first layout with the next element of a shape. A leaf is written behind the leaves before it.
  @inline(never)
  mutating func compareFirst(
    _ node: DisplayNode, _ comparison: UnsafeMutablePointer<LayoutComparison>
  ) {
    guard comparison.pointee.isSame else { return }
    container = comparison.pointee.owner
    let element = comparison.pointee.element
    let isComposite = comparison.pointee.isNext(type(of: node), .compositeNode)
    let code = writeIfPlain(node, at: element) {
      isComposite ? $0.guardedCode(with: comparison.pointee.tables, element, isShape: true) : nil
    }
    guard let code else { return comparison.pointee.passLeaf(of: type(of: node), in: mutableTables) }
    session?._withUnsafeGuaranteedRef { session in
      guard let code,
        let open = comparison.pointee.beginFirst(version: nodes[nodes.count - 1].version, session.traits)
      else { return comparison.pointee.fail() }
      compareContent(of: node, code, open, comparison, session)
    }
  }

  /// Returns the tree of a shape with the leaves that were written.
  mutating func tree(ofShape shape: UnsafePointer<LayoutContents>) -> LayoutTree {
    let edits = EditLog(branch: numbers.make())
    let isSharing = shape.pointee.tree.tablesPointer.pointee.hasLeaves(like: tables)
    var tree = shape.pointee.tree.with(leaves: tables, isSharing: isSharing, edits: edits)
    if !isSharing { tree.tables.setLeaves(tables) }
    return tree
  }
}

extension LayoutTables {
  /// True if these elements, with the leaves in other tables instead of their own, would have the same payload indices,
  /// flags and baselines. The `parent` of such a leaf is its index in these tables.
  fileprivate func hasLeaves(like leaves: borrowing LayoutTables) -> Bool {
    let haveBaselines = !paragraphs.isEmpty || !leaves.paragraphs.isEmpty
    for leaf in leaves.elements.entries {
      let own = elements[Int(leaf.parent)]
      if own.payload != leaf.payload || own.flags != leaf.flags { return false }
      if haveBaselines, own.kind == .text,
        baselines(ofText: Int(own.payload)) != leaves.baselines(ofText: Int(own.payload))
      {
        return false
      }
    }
    return true
  }

  fileprivate mutating func setLeaves(_ leaves: borrowing LayoutTables) {
    for leaf in leaves.elements.entries {
      let index = Int(leaf.parent)
      elements[index].payload = leaf.payload
      elements[index].flags = leaf.flags
    }
    for index in elements.indices.reversed() where !elements[index].kind.isLeaf { finishElement(index) }
  }
}
