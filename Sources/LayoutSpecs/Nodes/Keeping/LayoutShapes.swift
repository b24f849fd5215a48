/// The shapes of nodes that were laid out first on a thread: for a class, the layout of one node without the nodes.
///
/// The cells of a list are of few classes, and the specs of one class mostly have the same elements with other texts
/// and images. So the first layout of a node is compared with that of another one of its class, as a later one is with
/// its own last one. If the elements are the same, only its leaves are written, and the rest is shared or copied.
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

    func isOf(_ constraint: LayoutConstraint, _ traits: TraitValues?) -> Bool {
      layout.map { $0.constraint == constraint && $0.traits === traits } ?? false
    }
  }

  /// Returns the shape that a first layout is to be compared with; nil if there is none, or if it is not worth it.
  mutating func shape(
    of type: DisplayNode.Type, in constraint: LayoutConstraint, _ traits: TraitValues?
  ) -> NodeLayout? {
    guard let place = place(of: type), shapes[place].isOf(constraint, traits) else { return nil }
    let isWorthComparing = shapes[place].misses.isWorthComparing
    shapes[place].misses.add()
    return isWorthComparing ? shapes[place].layout : nil
  }

  /// Notes that a layout has the shape of its class.
  mutating func hit(_ layout: NodeLayout, of type: DisplayNode.Type) {
    guard let place = place(of: type) else { return }
    shapes[place].misses = ComparisonMisses()
    // The next ones may share this one's elements: their leaves are written in the same order.
    if !layout.layout.tree.isSharing { shapes[place].layout = NodeLayout(shapeOf: layout) }
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
      (other.layout, [], other.expanded, true), other.constraint, other.traits, version: 0)
  }
}

extension LayoutSession {
  /// Returns the first layout of a node that has the shape of its class; nil if it has not.
  func layOutLikeAnother(
    _ root: DisplayNode, in constraint: LayoutConstraint, _ traits: TraitValues?, version: UInt64
  ) -> NodeLayout? {
    guard
      let shape = thread._withUnsafeGuaranteedRef({
        $0.shapes.shape(of: type(of: root), in: constraint, traits)
      })
    else { return nil }
    usedDepths = 1
    top.builder.beginLeaves()
    if self.traits !== traits { self.traits = traits }
    if isSame(root, as: shape, isShape: true, below: .none, version: version) {
      var tree = top.builder.tree(ofShape: shape.layout.contentsPointer)
      for (element, style) in changes.styles { tree.setStyle(style, of: ElementID(element)) }
      if top.context.layOut(tree, in: constraint, settled: shape.expanded, room: wholeRoom) {
        let nodes = top.builder.takeNodes()
        // The root's spec was asked last.
        setIdentities(of: asked[comparedCount - 1].node, nodes, &identities)
        let layout = Layout(
          tree: tree, frames: top.context.frames, in: constraint, nodes: identities,
          mirroring: shape.layout.mirroring)
        let result = NodeLayout((layout, nodes, shape.expanded, true), constraint, traits, version: version)
        thread._withUnsafeGuaranteedRef { $0.shapes.hit(result, of: type(of: root)) }
        return result
      }
    }
    top.clear(pixelGrid)
    return nil
  }
}

extension LayoutTreeBuilder {
  /// Compares a node of a first layout with the next element of a shape. A leaf is written behind the others.
  @inline(never)
  mutating func compareFirst(
    _ node: DisplayNode, _ comparison: UnsafeMutablePointer<LayoutComparison>
  ) {
    guard comparison.pointee.isSame else { return }
    container = comparison.pointee.owner
    let element = comparison.pointee.element
    let isComposite = comparison.pointee.isNext(type(of: node), .compositeNode)
    let state = writeIfPlain(node, at: element) {
      isComposite ? $0.guardedComparable(withShape: comparison.pointee.tables, element) : nil
    }
    guard let state else { return comparison.pointee.passLeaf(of: type(of: node), in: mutableTables) }
    session?._withUnsafeGuaranteedRef { session in
      guard let state,
        let open = comparison.pointee.beginFirst(version: nodes[nodes.count - 1].version, session.traits)
      else { return comparison.pointee.fail() }
      compareContent(of: node, state, open, comparison, session)
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
  /// True if these elements say of leaves, and those around them, what they would say of the leaves in other tables. The
  /// places of these lie in their parents'.
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

  /// Sets the contents of leaves.
  fileprivate mutating func setLeaves(_ leaves: borrowing LayoutTables) {
    for leaf in leaves.elements.entries {
      let index = Int(leaf.parent)
      elements[index].payload = leaf.payload
      elements[index].flags = leaf.flags
    }
    for index in elements.indices.reversed() where !elements[index].kind.isLeaf { finishElement(index) }
  }
}
