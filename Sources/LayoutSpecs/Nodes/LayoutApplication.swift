/// One application of a layout to the nodes below its own node, from the outside in.
///
/// The caller holds the own node's `application` lock. The locks of the nodes below are taken one by one: a leaf's own lock
/// once, and a node's with nodes below it also its `application` lock.
struct LayoutApplication {
  private let layout: NodeLayout
  private let order: NodeOrder
  private let frames: UnsafeBufferPointer<Rect>
  /// Those of the layout, which holds them: no reference is counted while they are used.
  private let nodes: UnsafeBufferPointer<NodeElement>
  private let memory: AnyObject
  /// By entry: how far each node is, and whether its layout has changed.
  private var marks: [Marks]

  struct Marks: OptionSet {
    let rawValue: UInt8

    /// The calculated layout has changed.
    static let isChanged = Marks(rawValue: 1)
    /// Another layout than before was applied.
    static let isFinished = Marks(rawValue: 2)
    /// The node has its frame already.
    static let isPlaced = Marks(rawValue: 4)
    /// The layout goes on with the node's subnodes.
    static let goesOn = Marks(rawValue: 8)
    /// A transition moves the node's subnodes.
    static let isUnderWay = Marks(rawValue: 16)
  }

  /// Applies a layout to all nodes below `node`. A transition to this layout goes on; others end.
  static func apply(_ layout: NodeLayout, below node: DisplayNode, _ aftermath: inout Aftermath) {
    let order = layout.order
    layout.withNodeFrames(order) { frames in
      layout.nodes.withUnsafeBufferPointer { nodes in
        var application = LayoutApplication(layout, order, frames, nodes)
        application.run(below: node, &aftermath)
        if !order.entries.isEmpty { aftermath.finishLayouts(layout, order, application.marks) }
      }
    }
  }

  private init(
    _ layout: NodeLayout, _ order: NodeOrder, _ frames: UnsafeBufferPointer<Rect>,
    _ nodes: UnsafeBufferPointer<NodeElement>
  ) {
    (self.layout, self.order, self.frames, self.nodes) = (layout, order, frames, nodes)
    memory = layout.layout.memory
    marks = [Marks](repeating: [], count: order.entries.count)
  }

  private mutating func run(below node: DisplayNode, _ aftermath: inout Aftermath) {
    let isUnderWay = arrangeSubnodes(of: node, order.subnodes, &aftermath)
    place(order.subnodes, in: node, keepsFrames: isUnderWay, &aftermath)
    // The entries of subnodes come behind the entries of the nodes around.
    for entry in order.entries.indices where marks[entry].contains(.goesOn) {
      place(
        order.entries[entry].subnodes, in: self.node(of: entry),
        keepsFrames: marks[entry].contains(.isUnderWay),
        &aftermath)
    }
  }

  @inline(__always)
  private func node(of entry: Int) -> DisplayNode { nodes[order.entries[entry].node].node }

  /// The node, to be used without counting a reference.
  @inline(__always)
  private func unmanagedNode(of entry: Int) -> Unmanaged<DisplayNode> {
    .passUnretained(nodes[order.entries[entry].node].node)
  }

  private func hasLayout(_ entry: Int) -> Bool { !frames[entry].size.width.isNaN }

  /// Sets the subnodes of a node, if the node manages them. Returns true if a transition moves them.
  private mutating func arrangeSubnodes(
    of supernode: DisplayNode, _ entries: Range<Int>, _ aftermath: inout Aftermath
  ) -> Bool {
    let (transitions, isManaging) = supernode.lock.withLock {
      (supernode.guardedRare?.transitions, supernode.guardedPlace.automaticallyManagesSubnodes)
    }
    if let transitions {
      // Nodes that a completed transition removes are removed now: the transition does not affect later layouts.
      aftermath.release(transitions.forgetCompleted())
      if let current = transitions.current {
        let places = entries.filter { hasLayout($0) }.map { (node: node(of: $0), frame: frames[$0]) }
        if current.leads(to: places) { return true }
        current.giveWay(in: supernode, &aftermath)
      }
    }
    if isManaging, !takeAtOnce(entries, into: supernode, &aftermath) {
      aftermath.release(
        supernode.takeSubnodes(entries.filter { hasLayout($0) }.map { node(of: $0) }))
    }
    return false
  }

  /// Makes nodes the subnodes if they are already, or if no hierarchy is changed by it but theirs; false if they are not made.
  /// New leaves get their frames with the same lock.
  private mutating func takeAtOnce(
    _ entries: Range<Int>, into supernode: DisplayNode, _ aftermath: inout Aftermath
  ) -> Bool {
    NodePlace.hierarchy.lock()
    defer { NodePlace.hierarchy.unlock() }
    guard entries.allSatisfy({ hasLayout($0) }), supernode.knownRare?.lost.isEmpty != false else {
      return false
    }
    if supernode.guardedHasSubnodes {
      let old = supernode.guardedSubnodes
      return old.count == entries.count && zip(old, entries).allSatisfy { $0 === node(of: $1) }
    }
    let handle = supernode.handle
    for entry in entries {
      let isFree = unmanagedNode(of: entry)._withUnsafeGuaranteedRef { node in
        // A node without subnodes contains no node around the supernode.
        if node.guardedHasSubnodes { return false }
        node.lock.lock()
        defer { node.lock.unlock() }
        if node.guardedPlace.hasSupernode { return false }
        node.guardedPlace.supernodeHandle = handle
        if isPlain(entry, node) { placeLeaf(entry, node, keepsFrame: false, &aftermath) }
        return true
      }
      // A node that has entered already is none that the supernode has to get from elsewhere.
      guard isFree else { return false }
    }
    supernode.guardedSubnodes = entries.map { unmanagedNode(of: $0).takeUnretainedValue() }
    return true
  }

  /// Applies the layout to subnodes. A node that lies elsewhere by now is passed over.
  private mutating func place(
    _ entries: Range<Int>, in supernode: DisplayNode, keepsFrames: Bool, _ aftermath: inout Aftermath
  ) {
    let handle = supernode.handle
    for entry in entries where !marks[entry].contains(.isPlaced) && hasLayout(entry) {
      let node = node(of: entry)
      node.lock.lock()
      let isSubnode = node.guardedPlace.supernodeHandle === handle
      let isLeaf = isSubnode && isPlain(entry, node)
      if isLeaf { placeLeaf(entry, node, keepsFrame: keepsFrames, &aftermath) }
      node.lock.unlock()
      guard isSubnode, !isLeaf else { continue }
      // In one step, so that the node's calculated layout and its subnodes stay consistent.
      node.application.withLock {
        guard placeWhole(entry, node, in: handle, keepsFrame: keepsFrames, &aftermath) else { return }
        marks[entry].insert(.goesOn)
        if arrangeSubnodes(of: node, order.entries[entry].subnodes, &aftermath) {
          marks[entry].insert(.isUnderWay)
        }
      }
    }
  }

  /// True if the node is a leaf that decides on no subnodes. The caller holds the node's lock.
  @inline(__always)
  private func isPlain(_ entry: Int, _ node: DisplayNode) -> Bool {
    !order.entries[entry].isExpanded && order.entries[entry].subnodes.isEmpty
      && !node.guardedPlace.automaticallyManagesSubnodes && node.guardedRare?.transitions == nil
  }

  /// Applies the layout to a leaf. The caller holds the leaf's lock.
  @inline(__always)
  private mutating func placeLeaf(
    _ entry: Int, _ node: DisplayNode, keepsFrame: Bool, _ aftermath: inout Aftermath
  ) {
    if !keepsFrame { node.guardedPlace.frame = frames[entry] }
    node.guardedPlace.hasOwnSize = false
    let place = order.entries[entry].node
    marks[entry].formUnion(
      node.guardedApplyLeaf(
        memory, ElementID(nodes[place].element), version: nodes[place].version, &aftermath))
    marks[entry].insert(.isPlaced)
  }

  /// Applies the layout to a node that has, or may have, nodes below. Returns false, without effect, if the node lies
  /// elsewhere.
  private mutating func placeWhole(
    _ entry: Int, _ node: DisplayNode, in supernode: NodeHandle, keepsFrame: Bool,
    _ aftermath: inout Aftermath
  ) -> Bool {
    let part = layout.part(nodes[order.entries[entry].node], size: frames[entry].size)
    node.lock.lock()
    defer { node.lock.unlock() }
    guard node.guardedPlace.supernodeHandle === supernode else { return false }
    if !keepsFrame { node.guardedPlace.frame = frames[entry] }
    node.guardedPlace.hasOwnSize = false
    if !node.guardedPlace.applied.isSame(as: .whole(part)) { marks[entry].insert(.isFinished) }
    let (dropped, isChanged) = node.guardedSetCalculated(part)
    if isChanged { marks[entry].insert(.isChanged) }
    aftermath.release(dropped)
    node.guardedReplaceApplied(by: part, &aftermath)
    return true
  }
}
