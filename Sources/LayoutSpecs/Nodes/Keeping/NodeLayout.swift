/// A node's layout together with its nodes, which it keeps alive, unlike a `Layout`.
final class NodeLayout: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private var lock: NodeLock { NodeLock(of: self) }
  // SAFETY: variables are changed while one session has the only reference; see `renew(version:_:)`. The order is guarded.

  // Beside the lock, where there is room for them.
  /// True if comparing made this from an earlier layout.
  @exclusivity(unchecked) private(set) var isMadeAgain = false
  private let content: Content

  private enum Content {
    /// The node has no spec, or some of the nodes in it are not known.
    case none
    /// The spec has the range of the constraint.
    case inConstraint
    /// The node's style narrows that range.
    case inStyle
  }

  /// The layout of the node and everything below it.
  @exclusivity(unchecked) private(set) var layout: Layout
  /// The sizes that the node could have.
  let range: SizeRange
  private let parentSize: Size
  /// The traits that the node inherits; nil if all have their default values.
  @exclusivity(unchecked) private(set) var traits: TraitValues?
  /// The node's version when it was laid out.
  @exclusivity(unchecked) private(set) var version: UInt64
  /// The nodes below this one, in pre-order. Without the node itself, which would otherwise retain itself.
  @exclusivity(unchecked) private(set) var nodes: [NodeElement]

  /// The order in which the layout is applied; nil before it is first needed. Guarded by `lock`.
  @exclusivity(unchecked) private var guardedOrder: NodeOrder?

  /// - Parameters:
  ///   - constraint: The node's constraint; for a node within another node's layout, the range of its content.
  ///   - order: The order of a layout with the same elements; nil if it is not known.
  ///   - isWhole: False if some of the nodes are missing. Default: true.
  init(
    _ result: LayoutSession.Result, _ constraint: LayoutConstraint, _ traits: TraitValues?, version: UInt64,
    order: NodeOrder? = nil, isWhole: Bool = true
  ) {
    (layout, nodes) = result
    (range, parentSize, self.traits) = (constraint.range, constraint.parentSize, traits)
    self.version = version
    guardedOrder = order
    let tables = layout.tree.tablesPointer
    let element = layout.element.index
    if !isWhole || tables.pointee.elements[element].kind != .compositeNode {
      content = .none
    } else if element > 0
      || tables.pointee.range(ofStyle: tables.pointee.elements[0].style, in: constraint) == constraint.range
    {
      content = .inConstraint
    } else {
      content = .inStyle
    }
  }

  /// The constraint of the node, in the pixels of the whole layout.
  var constraint: LayoutConstraint {
    LayoutConstraint(
      range: range, parentSize: parentSize, pixelGrid: layout.contentsPointer.pointee.constraint.pixelGrid)
  }

  /// The range of the node's spec; nil if it has none.
  var contentRange: SizeRange? {
    switch content {
    case .none: return nil
    case .inConstraint: return range
    case .inStyle:
      let tables = layout.tree.tablesPointer
      return tables.pointee.range(ofStyle: tables.pointee.elements[0].style, in: constraint)
    }
  }

  /// Creates a copy, to be changed, or as the layout of another version.
  convenience init(copying other: NodeLayout, version: UInt64? = nil) {
    self.init(
      (other.layout, other.nodes), other.constraint, other.traits, version: version ?? other.version,
      order: other.knownOrder)
  }

  /// Creates the layout of a node from its part of a layout around it.
  ///
  /// - Parameters:
  ///   - nodes: The nodes below that are known, in any order.
  ///   - isWhole: False if there are others.
  convenience init(ofPart part: Layout, _ nodes: [NodeElement] = [], isWhole: Bool = true, version: UInt64) {
    self.init(
      (part, nodes.sorted { $0.element < $1.element }), LayoutConstraint(ofPart: part),
      part.expansion?.traits, version: version, isWhole: isWhole)
  }

  /// The nodes in `nodes` that were expanded, in pre-order. A node's part of a layout around it has all those of that layout.
  var expanded: [ExpandedNode] {
    @inline(__always) _read { yield layout.contentsPointer.pointee.expanded }
  }

  /// See `LayoutContents.isChangeable`.
  var isChangeable: Bool { layout.contentsPointer.pointee.isChangeable }

  /// True if this is a layout of the node itself, and no part of another node's layout.
  var isOwn: Bool { layout.element.index == 0 }

  /// Makes this the layout of another version of its node and of some nodes within.
  func renew(version: UInt64, _ versions: [(node: Int, version: UInt64)]) {
    self.version = version
    isMadeAgain = true
    for (node, version) in versions { nodes[node].version = version }
  }

  /// Sets the traits that the node inherits, and the traits of expanded nodes that inherit other ones now.
  func renew(_ traits: TraitValues?, _ expandedTraits: [(node: Int, traits: TraitValues?)]) {
    self.traits = traits
    if expandedTraits.isEmpty { return }
    layout.change { contents in
      for (node, traits) in expandedTraits { contents.expanded[node].traits = traits }
    }
  }

  /// Changes leaves, and lays the tree out in the constraint of this layout. Returns false if a node with a spec gets
  /// another range, or none; the frames then stay unchanged.
  func change(by changes: LayoutComparison.Changes, _ context: inout LayoutContext, room: Int) -> Bool {
    layout.change { contents in
      var isSame = changes.styles.isEmpty
      for index in changes.contents.indices {
        let element = ElementID(changes.contents[index].element)
        if !contents.tree.setLeafContent(changes.contents[index].content, of: element) { isSame = false }
      }
      // Everything that was measured is unchanged, and so are all frames.
      if isSame { return true }
      guard contents.isChangeable else { return false }
      for (element, style) in changes.styles { contents.tree.setStyle(style, of: ElementID(element)) }
      let isSettled = context.layOut(
        contents.tree, in: constraint, settled: contents.expanded, room: room)
      guard isSettled else { return false }
      contents.frames.update(from: 0, with: context.frames.entries)
      return true
    }
  }

  /// True if both are the same layout of one node, whether or not they were computed together: a node of one
  /// version has one layout in a constraint.
  func isSame(as other: NodeLayout?) -> Bool {
    guard let other, other !== self else { return other != nil }
    return version == other.version && isIn(other.constraint, other.traits)
      && layout.size == other.layout.size
  }

  /// True if it was laid out in this constraint and with these traits.
  func isIn(_ constraint: LayoutConstraint, _ traits: TraitValues?) -> Bool {
    self.constraint == constraint && self.traits === traits
  }

  /// The order in which the layout is applied.
  ///
  /// - Complexity: linear in the number of elements the first time; then constant, also for layouts of the same shape.
  var order: NodeOrder {
    if let known = knownOrder { return known }
    let order = NodeOrder(of: self)
    lock.withLock { guardedOrder = order }
    return order
  }

  private var knownOrder: NodeOrder? { lock.withLock { guardedOrder } }

  /// The direct subnodes with their frames, in drawing order.
  var subnodePlaces: [(node: DisplayNode, frame: Rect)] {
    withNodeFrames(order) { frames in
      order.subnodes.compactMap { place in
        frames[place].size.width.isNaN ? nil : (nodes[order.entries[place].node].node, frames[place])
      }
    }
  }

  /// Returns the layout of a node within this one.
  ///
  /// - Parameter nodes: The layout's nodes by address, so that no reference to their array is counted.
  func part(_ entry: NodeOrder.Entry, size: Size, _ nodes: UnsafeBufferPointer<NodeElement>) -> NodeLayout {
    var (range, traits): (SizeRange, TraitValues?) = (SizeRange(uncheckedMin: size, max: size), nil)
    if let place = entry.expansion { (range, traits) = (expanded[place].range, expanded[place].traits) }
    return NodeLayout(
      (layout.sublayout(ElementID(entry.element)), nodes.copied(entry.below)),
      LayoutConstraint(range: range, parentSize: range.max, pixelGrid: constraint.pixelGrid), traits,
      version: nodes[entry.node].version)
  }

  /// Returns the indices of the nodes below an element, and of the expanded ones among them.
  func places(below element: Int) -> (nodes: Range<Int>, expanded: Range<Int>) {
    let end = layout.tree.subtree(of: ElementID(element)).upperBound
    return (
      nodes.partitioningIndex { $0.element > element }..<nodes.partitioningIndex { $0.element >= end },
      expanded.partitioningIndex { $0.element > element }..<expanded.partitioningIndex { $0.element >= end }
    )
  }

  /// Returns this layout and the element of a node with a spec, if the node has this version and was laid out in
  /// this range and these traits. Usually the nodes around it have changed, or are in another constraint.
  func content(
    of id: NodeID, version: UInt64, in range: SizeRange, _ traits: TraitValues?
  ) -> (layout: NodeLayout, element: Int)? {
    guard let element = layout.contents.elementsByNode[id]?.index,
      let known = expanded.index(ofElement: element).map({ expanded[$0] }), known.range == range,
      known.traits === traits,
      layout.tree.kind(of: ElementID(element)) == .compositeNode
    else { return nil }
    let place = nodes.partitioningIndex { $0.element >= element }
    guard place < nodes.count, nodes[place].element == element, nodes[place].version == version else {
      return nil
    }
    return (self, element)
  }
}

extension UnsafeBufferPointer<NodeElement> {
  /// Copies elements one by one: the library's own copy of elements with references takes several calls for each.
  fileprivate func copied(_ range: Range<Int>) -> [NodeElement] {
    if range.isEmpty { return [] }
    return [NodeElement](unsafeUninitializedCapacity: range.count) { copy, count in
      for place in range {
        (copy.baseAddress! + count).initialize(to: self[place])
        count += 1
      }
    }
  }
}

extension RandomAccessCollection<ExpandedNode> where Index == Int {
  /// Returns the index of the node of an element; nil if it was not expanded. The nodes are in pre-order.
  func index(ofElement element: Int) -> Int? {
    let place = partitioningIndex { $0.element >= element }
    return place < endIndex && self[place].element == element ? place : nil
  }
}

extension DisplayNode {
  /// The nodes of the calculated layout, this one and all below it, in the order of their elements; empty
  /// without a layout.
  package final var nodesOfCalculatedLayout: [DisplayNode] {
    let (whole, part) = lock.withLock { (cache.calculated, guardedPart) }
    let layout = part == nil ? whole : appliedNodeLayout()
    return layout.map { [self] + $0.nodes.map(\.node) } ?? []
  }
}

extension Layout {
  /// Returns the frame of a node in the node around it, or in the root, as a view would get it: in points,
  /// and rounded up to whole pixels. Nil for the root, and for a node without a layout in this one.
  ///
  /// Applying the layout sets the node's `frame` to this frame. See `nodeFrames` for the rule.
  ///
  /// Source: `-frameForElement:` of Texture's `ASLayout`, whose layouts hold nodes alone.
  ///
  /// - Complexity: linear in the number of specs from the node to the node around it; if nothing is between
  ///   it and the root, in the number of the root's children. For all nodes use `nodeFrames`.
  public func frame(of node: DisplayNode) -> Rect? {
    element(of: node).flatMap { tree.nodeFrame(of: $0, mirroring) { frame(of: $0) } }
  }

  /// Returns the frame of a node in its parent element, which may be a spec: in points, not rounded. Nil if
  /// the node is not part of the layout, or has no layout.
  ///
  /// - Complexity: constant.
  public func frameInParentElement(of node: DisplayNode) -> Rect? {
    element(of: node).flatMap { frame(of: $0) }
  }

  /// Returns the node's element in `tree`; nil if it is not part of the layout.
  ///
  /// - Complexity: constant.
  public func element(of node: DisplayNode) -> ElementID? {
    contents.elementsByNode[node.id]
  }
}
