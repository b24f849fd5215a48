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
    /// The index among the layout's expanded nodes; nil if it was not expanded. An expanded node may have a range and traits
    /// of its own.
    let expansion: Int?
    /// All nodes below it, by their indices among the layout's nodes.
    let below: Range<Int>
    /// The entries of its direct subnodes.
    var subnodes = 0..<0

    /// True if it was not expanded, and no nodes are below it.
    let isLeaf: Bool

    /// True if all nodes below it are its direct subnodes.
    var hasOnlySubnodes: Bool {
      @inline(__always) get { below.count == subnodes.count }
    }
  }

  /// A spec that contains nodes, and the spec around it; nil if that is a node.
  struct Spec: Sendable {
    let element: Int
    let spec: Int?
  }

  // SAFETY: the memory is this object's, and is not written once it is made. No reference is counted to read it.
  nonisolated(unsafe) let entries: UnsafeBufferPointer<Entry>
  /// The entries of the direct subnodes of the layout's own node.
  let subnodes: Range<Int>
  /// The specs, in pre-order.
  nonisolated(unsafe) let specs: UnsafeBufferPointer<Spec>

  /// An element while the order is made. Elements are counted from the layout's own node; -1 is none.
  private struct Element {
    /// The index among the layout's nodes.
    var node = -1
    /// The node around it, and the spec around it if no node is between.
    var around = 0
    var spec = -1
    /// The index as a spec, and as a node's entry.
    var ownSpec = -1
    var entry = -1
    /// A node's first and last subnode, and the next subnode of the same node, in drawing order.
    var (first, last, next) = (-1, -1, -1)
  }

  /// - Complexity: linear in the number of elements.
  init(of layout: NodeLayout) {
    let tree = layout.layout.tree
    let range = tree.subtree(of: layout.layout.element)
    let top = range.lowerBound
    var elements = [Element](repeating: Element(), count: range.count)
    for place in layout.nodes.indices { elements[layout.nodes[place].element - top].node = place }
    var specs: [Spec] = []
    var hasBackground = false
    for element in range.dropFirst() {
      let (id, place) = (ElementID(element), element - top)
      let parent = tree.parent(of: id).index - top
      if parent == 0 || tree.isNode(ElementID(top + parent)) {
        elements[place].around = parent
      } else {
        (elements[place].around, elements[place].spec) = (elements[parent].around, elements[parent].ownSpec)
      }
      if tree.isNode(id) || tree.subtree(of: id).count == 1 { continue }
      if tree.kind(of: id) == .background { hasBackground = true }
      elements[place].ownSpec = specs.count
      specs.append(Spec(element: element, spec: NodeOrder.index(elements[place].spec)))
    }
    func draw(_ place: Int) {
      if place == 0 || elements[place].node < 0 { return }
      let around = elements[place].around
      if elements[around].last < 0 {
        elements[around].first = place
      } else {
        elements[elements[around].last].next = place
      }
      elements[around].last = place
    }
    if hasBackground {
      for id in tree.drawingOrder(from: ElementID(top)) { draw(id.index - top) }
    } else {
      for element in range { draw(element - top) }
    }
    var entries: [Entry] = []
    entries.reserveCapacity(layout.nodes.count)
    func appendSubnodes(below around: Int) -> Range<Int> {
      let start = entries.count
      var place = elements[around].first
      while place >= 0 {
        let element = elements[place]
        elements[place].entry = entries.count
        let expansion = layout.expanded.index(ofElement: top + place)
        let below = layout.places(below: top + place).nodes
        entries.append(
          Entry(
            node: element.node, element: top + place, spec: NodeOrder.index(element.spec),
            around: NodeOrder.index(elements[around].entry),
            expansion: expansion, below: below, isLeaf: expansion == nil && below.isEmpty))
        place = element.next
      }
      return start..<entries.count
    }
    subnodes = appendSubnodes(below: 0)
    var next = 0
    while next < entries.count {
      entries[next].subnodes = appendSubnodes(below: entries[next].element - top)
      next += 1
    }
    (self.entries, self.specs) = (NodeOrder.copy(entries), NodeOrder.copy(specs))
  }

  deinit {
    entries.deallocate()
    specs.deallocate()
  }

  private static func copy<Element>(_ elements: [Element]) -> UnsafeBufferPointer<Element> {
    let memory = UnsafeMutableBufferPointer<Element>.allocate(capacity: elements.count)
    _ = memory.initialize(from: elements)
    return UnsafeBufferPointer(memory)
  }

  private static func index(_ index: Int) -> Int? { index < 0 ? nil : index }
}

extension NodeLayout {
  /// Calls `body` with the frame of each node of the order, as a view would get it; its width is undefined if the node has
  /// no layout. See `Layout.nodeFrames` for the rule.
  ///
  /// - Complexity: linear in the number of elements.
  func withNodeFrames<Result>(
    _ order: NodeOrder, _ body: (UnsafeBufferPointer<Rect>) -> Result
  ) -> Result {
    withUnsafeTemporaryAllocation(of: Rect.self, capacity: order.entries.count + order.specs.count) { room in
      writeNodeFrames(order, to: room)
      return body(UnsafeBufferPointer(rebasing: room[..<order.entries.count]))
    }
  }

  /// Writes the frames of the order's nodes, and behind them the origins of its specs in the nodes around. Not inlined: its
  /// callers have a variant for each kind of memory.
  @inline(never)
  private func writeNodeFrames(_ order: NodeOrder, to room: UnsafeMutableBufferPointer<Rect>) {
    let contents = layout.contentsPointer
    let grid = contents.pointee.tree.pixelGrid
    let isRounded = !contents.pointee.tree.isFlat { layout.frame(of: $0) }
    // SAFETY: the order is of the layout's tree, whose elements have these frames.
    let known = contents.pointee.frames.address
    let frames = room.baseAddress.unsafelyUnwrapped
    let origins = frames + order.entries.count
    // No frame: a width that is undefined.
    let none = Rect(x: .nan, y: .nan, width: .nan, height: .nan)
    for (place, spec) in order.specs.enumerated() {
      var frame = known[spec.element]
      if frame.size.width.isNaN { frame = none }
      let origin = spec.spec.map { origins[$0].origin } ?? .zero
      frame.origin = Point(origin.x + frame.origin.x, origin.y + frame.origin.y)
      (origins + place).initialize(to: frame)
    }
    for (place, entry) in order.entries.enumerated() {
      var frame = known[entry.element]
      if let around = entry.around, frames[around].size.width.isNaN { frame = none }
      if let spec = entry.spec {
        frame.origin.x += origins[spec].origin.x
        frame.origin.y += origins[spec].origin.y
        if frame.origin.x.isNaN { frame = none }
      }
      if isRounded, !frame.size.width.isNaN {
        frame.origin = Point(grid.ceil(frame.origin.x), grid.ceil(frame.origin.y))
      }
      (frames + place).initialize(to: frame)
    }
    if !contents.pointee.mirroring.isEmpty {
      mirror(order, UnsafeMutableBufferPointer(rebasing: room[..<order.entries.count]), contents)
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
