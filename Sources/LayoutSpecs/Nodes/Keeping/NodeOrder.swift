/// The nodes of a layout in the order in which the layout is applied: the subnodes of one node follow each other in drawing
/// order, and come behind the subnodes of the nodes around.
///
/// The order depends on the elements alone, so the layouts of cells that have one shape share it.
///
/// Drawing order is the order of the layout, except that a background comes before the element in front of it.
final class NodeOrder: Sendable {
  /// A node below the layout's own node.
  struct Entry: Sendable {
    /// The index among the layout's nodes.
    let node: Int
    let element: Int
    /// The index of the spec around it; nil if the node around it is its parent.
    let spec: Int?
    /// The index of the entry of the node around it; nil for the layout's own node.
    let around: Int?
    /// True if the node was expanded, and so may have a range and traits of its own.
    let isExpanded: Bool
    /// The entries of its direct subnodes.
    var subnodes = 0..<0
  }

  /// A spec that contains nodes, and the spec around it; nil if that is a node.
  struct Spec: Sendable {
    let element: Int
    let spec: Int?
    /// The index of the entry of the node around it; nil for the layout's own node.
    var around: Int?
  }

  let entries: [Entry]
  /// The entries of the direct subnodes of the layout's own node.
  let subnodes: Range<Int>
  /// The specs, in pre-order.
  let specs: [Spec]

  /// - Complexity: linear in the number of elements.
  init(of layout: NodeLayout) {
    let (tree, top) = (layout.layout.tree, layout.layout.element)
    let first = top.index
    var placeOfNode = [Int?](repeating: nil, count: tree.subtree(of: top).count)
    for (place, node) in layout.nodes.enumerated() { placeOfNode[node.element - first] = place }
    // The specs, and of each element the spec around it and the element of the node around it.
    var specs: [Spec] = []
    var placeOfSpec = [Int?](repeating: nil, count: placeOfNode.count)
    var around = [Int](repeating: first, count: placeOfNode.count)
    for element in tree.subtree(of: top).dropFirst() {
      let parent = tree.parent(of: ElementID(element)).index
      let isBelowNode = parent == first || tree.isNode(ElementID(parent))
      around[element - first] = isBelowNode ? parent : around[parent - first]
      if tree.isNode(ElementID(element)) || tree.subtree(of: ElementID(element)).count == 1 { continue }
      placeOfSpec[element - first] = specs.count
      specs.append(Spec(element: element, spec: isBelowNode ? nil : placeOfSpec[parent - first], around: nil))
    }
    var below: [Int: [Int]] = [:]
    for id in tree.drawingOrder(from: top) where id != top && placeOfNode[id.index - first] != nil {
      below[around[id.index - first], default: []].append(id.index)
    }
    var entries: [Entry] = []
    var placeOfEntry: [Int: Int] = [:]
    func append(below element: Int, _ entry: Int?) -> Range<Int> {
      let start = entries.count
      for id in below[element] ?? [] {
        let parent = tree.parent(of: ElementID(id)).index
        placeOfEntry[id] = entries.count
        entries.append(
          Entry(
            node: placeOfNode[id - first]!, element: id,
            spec: parent == element ? nil : placeOfSpec[parent - first], around: entry,
            isExpanded: layout.expansion(of: id) != nil))
      }
      return start..<entries.count
    }
    subnodes = append(below: first, nil)
    var next = 0
    while next < entries.count {
      entries[next].subnodes = append(below: entries[next].element, next)
      next += 1
    }
    for place in specs.indices { specs[place].around = placeOfEntry[around[specs[place].element - first]] }
    (self.entries, self.specs) = (entries, specs)
  }
}

extension NodeLayout {
  /// Calls `body` with the frame of each node of the order, as a view would get it; its width is undefined if the node has
  /// no layout. See `Layout.nodeFrames` for the rule.
  ///
  /// - Complexity: linear in the number of elements.
  func withNodeFrames<Result>(
    _ order: NodeOrder, _ body: (UnsafeBufferPointer<Rect>) -> Result
  ) -> Result {
    let contents = layout.contentsPointer
    let grid = contents.pointee.tree.pixelGrid
    let isRounded = !contents.pointee.tree.isFlat { layout.frame(of: $0) }
    return withUnsafeTemporaryAllocation(of: Point.self, capacity: order.specs.count) { origins in
      withUnsafeTemporaryAllocation(of: Rect.self, capacity: order.entries.count) { frames in
        // No frame: a width that is undefined.
        let none = Rect(x: .nan, y: .nan, width: .nan, height: .nan)
        for place in order.specs.indices {
          let spec = order.specs[place]
          let frame = contents.pointee.frames[spec.element]
          let origin = spec.spec.map { origins[$0] } ?? .zero
          (origins.baseAddress! + place).initialize(
            to: frame.size.width.isNaN
              ? none.origin : Point(origin.x + frame.origin.x, origin.y + frame.origin.y))
        }
        for place in order.entries.indices {
          let entry = order.entries[place]
          var frame = contents.pointee.frames[entry.element]
          if let around = entry.around, frames[around].size.width.isNaN { frame = none }
          if let spec = entry.spec {
            frame.origin.x += origins[spec].x
            frame.origin.y += origins[spec].y
            if origins[spec].x.isNaN { frame = none }
          }
          if isRounded, !frame.size.width.isNaN {
            frame.origin = Point(grid.ceil(frame.origin.x), grid.ceil(frame.origin.y))
          }
          (frames.baseAddress! + place).initialize(to: frame)
        }
        if !contents.pointee.mirroring.isEmpty { mirror(order, frames, contents) }
        return body(UnsafeBufferPointer(frames))
      }
    }
  }

  private func mirror(
    _ order: NodeOrder, _ frames: UnsafeMutableBufferPointer<Rect>, _ contents: UnsafePointer<LayoutContents>
  ) {
    for place in order.entries.indices {
      let around = order.entries[place].around.map { order.entries[$0].element } ?? layout.element.index
      guard let reference = contents.pointee.mirroring[around],
        let width = layout.frame(of: ElementID(reference))?.size.width
      else { continue }
      frames[place] = frames[place].mirrored(in: width)
    }
  }
}
