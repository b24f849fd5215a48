/// One application of a layout to the nodes below its own node, from the outside in.
///
/// The caller holds the own node's `application` lock. The locks of the nodes below are taken one by one: a leaf's own lock
/// once, and a node's with nodes below it also its `application` lock. New nodes are placed with the hierarchy locked once.
struct LayoutApplication {
  // The caller keeps the layout, which holds its nodes: no reference is counted while they are used.
  private let layout: Unmanaged<NodeLayout>
  private let frames: UnsafeBufferPointer<Rect>
  private let entries: UnsafeBufferPointer<NodeOrder.Entry>
  private let nodes: UnsafeBufferPointer<NodeElement>
  /// By entry: how far each node is, and whether its layout has changed.
  private let marks: UnsafeMutableBufferPointer<Marks>
  /// The object that holds the memory of the layout, for the nodes that keep their parts of it.
  private var memory: ReferenceSupply<AnyObject>

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

  /// The transitions of a node, which may decide on its subnodes, and whether its layout does. The node keeps its handle.
  private typealias Management = (
    transitions: NodeTransitions?, isManaging: Bool, handle: Unmanaged<NodeHandle>
  )

  /// Applies a layout to all nodes below `node`. A transition to this layout goes on; others end.
  ///
  /// The caller keeps the node and the layout until the aftermath is finished.
  ///
  /// - Parameter isSame: False if the layout is another one than before, so that `node` is called too.
  static func apply(
    _ layout: NodeLayout, below node: DisplayNode, isSame: Bool, _ aftermath: inout Aftermath
  ) {
    let order = layout.order
    layout.withNodeFrames(order) { frames in
      withUnsafeTemporaryAllocation(of: Marks.self, capacity: order.entries.count) { marks in
        marks.initialize(repeating: [])
        // SAFETY: the array is a native one, which stays where it is while the layout holds it.
        var application = LayoutApplication(
          layout: .passUnretained(layout), frames: frames, entries: order.entries,
          nodes: layout.nodes.withUnsafeBufferPointer { $0 }, marks: marks,
          memory: ReferenceSupply(
            .passUnretained(layout.layout.memory), expectedCount: order.entries.count))
        application.run(below: node, order.subnodes, &aftermath)
        if !isSame {
          aftermath.reserveNodeCalls(marks.count + 1)
          aftermath.call(.passUnretained(node), .isFinished)
        }
        application.finish(&aftermath)
      }
    }
  }

  private mutating func run(below node: DisplayNode, _ subnodes: Range<Int>, _ aftermath: inout Aftermath) {
    let management = node.lock.withLock { self.management(of: node) }
    let isUnderWay = arrangeSubnodes(of: node, nil, subnodes, by: management, &aftermath)
    place(subnodes, in: management.handle, keepsFrames: isUnderWay, &aftermath)
    // The entries of subnodes come behind the entries of the nodes around.
    for entry in entries.indices where marks[entry].contains(.goesOn) {
      // Usually all are placed, and the handle is not needed.
      guard entries[entry].subnodes.contains(where: { isToBePlaced($0) }) else { continue }
      let handle = unmanagedNode(of: entry)._withUnsafeGuaranteedRef { Unmanaged.passUnretained($0.handle) }
      place(
        entries[entry].subnodes, in: handle, keepsFrames: marks[entry].contains(.isUnderWay), &aftermath)
    }
  }

  /// Lets the nodes be called whose layouts have changed.
  private mutating func finish(_ aftermath: inout Aftermath) {
    memory.finish()
    for entry in entries.indices { aftermath.call(unmanagedNode(of: entry), marks[entry]) }
  }

  @inline(__always)
  private func unmanagedNode(of entry: Int) -> Unmanaged<DisplayNode> {
    .passUnretained(nodes[entries[entry].node].node)
  }

  private func node(of entry: Int) -> DisplayNode { nodes[entries[entry].node].node }

  @inline(__always)
  private func hasLayout(_ entry: Int) -> Bool { !frames[entry].size.width.isNaN }

  @inline(__always)
  private func isToBePlaced(_ entry: Int) -> Bool { !marks[entry].contains(.isPlaced) && hasLayout(entry) }

  /// The caller holds the node's lock.
  @inline(__always)
  private func management(of node: DisplayNode) -> Management {
    (
      node.guardedRare?.transitions, node.guardedPlace.automaticallyManagesSubnodes,
      node.guardedOwner.handle
    )
  }

  /// Sets the subnodes of a node, if the node manages them. Returns true if a transition moves them.
  ///
  /// - Parameter entry: The node's entry; nil for the layout's own node.
  private mutating func arrangeSubnodes(
    of supernode: DisplayNode, _ entry: Int?, _ subnodes: Range<Int>, by management: Management,
    _ aftermath: inout Aftermath
  ) -> Bool {
    if let transitions = management.transitions {
      // Nodes that a completed transition removes are removed now: the transition does not affect later layouts.
      transitions.forgetCompleted(&aftermath)
      if let current = transitions.current {
        let places = subnodes.filter { hasLayout($0) }.map { (node: node(of: $0), frame: frames[$0]) }
        if current.leads(to: places) { return true }
        current.giveWay(in: supernode, &aftermath)
      }
    }
    if management.isManaging, !takeAtOnce(subnodes, into: supernode, management.handle, &aftermath) {
      let nodes = subnodes.filter { hasLayout($0) }.map { node(of: $0) }
      aftermath.release(supernode.takeSubnodes(nodes))
      // Another layout has one of them.
      if let entry, supernode.subnodes.count != nodes.count {
        supernode.lock.withLock { applyWhole(entry, supernode, &aftermath) }
      }
    }
    return false
  }

  /// Makes nodes the subnodes if they are already, or if no hierarchy is changed by it but theirs; false if they are not made.
  private mutating func takeAtOnce(
    _ subnodes: Range<Int>, into supernode: DisplayNode, _ handle: Unmanaged<NodeHandle>,
    _ aftermath: inout Aftermath
  ) -> Bool {
    NodePlace.hierarchy.lock()
    defer { NodePlace.hierarchy.unlock() }
    guard !supernode.guardedHasLost, subnodes.allSatisfy({ hasLayout($0) }) else { return false }
    if supernode.guardedHasSubnodes {
      let old = supernode.guardedSubnodes
      return old.count == subnodes.count && zip(old, subnodes).allSatisfy { $0 === node(of: $1) }
    }
    return add(subnodes, to: supernode, handle, &aftermath)
  }

  /// Makes nodes the subnodes of a node that has none, with the hierarchy locked; false if the hierarchy decides more. They get
  /// their frames with the same lock, and so do their subnodes.
  @inline(never)
  private mutating func add(
    _ subnodes: Range<Int>, to supernode: DisplayNode, _ handle: Unmanaged<NodeHandle>,
    _ aftermath: inout Aftermath
  ) -> Bool {
    // An empty array's memory, which all threads share, must not be written below.
    if subnodes.isEmpty { return true }
    for entry in subnodes {
      let isFree = unmanagedNode(of: entry)._withUnsafeGuaranteedRef { enter(entry, $0, handle, &aftermath) }
      // A node that has entered already is none that the supernode has to get from elsewhere.
      guard isFree else { return false }
    }
    // One reference for each node, where `map` would take several calls.
    supernode.guardedSetSubnodes(
      ContiguousArray(unsafeUninitializedCapacity: subnodes.count) { nodes, count in
        for entry in subnodes {
          (nodes.baseAddress! + count).initialize(to: node(of: entry))
          count += 1
        }
      })
    return true
  }

  /// Makes a node without a supernode a subnode, with the hierarchy locked, and places it unless more is to be decided than
  /// the application lock at hand allows; false if the hierarchy decides more.
  @inline(__always)
  private mutating func enter(
    _ entry: Int, _ node: DisplayNode, _ supernode: Unmanaged<NodeHandle>, _ aftermath: inout Aftermath
  ) -> Bool {
    if !isFree(node) { return false }
    guard entries[entry].isLeaf else {
      enterWithSubnodes(entry, node, supernode, &aftermath)
      return true
    }
    node.lock.lock()
    node.guardedEnterFirst(supernode)
    if isPlain(entry, node) { placePart(entry, node, keepsFrame: false, &aftermath) }
    node.lock.unlock()
    return true
  }

  /// Makes a free node a subnode, and also places it and its subnodes if these are all nodes below it, and free too.
  @inline(__always)
  private mutating func enterWithSubnodes(
    _ entry: Int, _ node: DisplayNode, _ supernode: Unmanaged<NodeHandle>, _ aftermath: inout Aftermath
  ) {
    // Not awaited, because it comes before all other locks: the node is placed later if another thread has it.
    let isApplying = canTakeAll(entry, node) && node.application.lockIfFree()
    var handle: Unmanaged<NodeHandle>?
    node.lock.lock()
    node.guardedEnterFirst(supernode)
    if isApplying {
      let management = management(of: node)
      if keepsPart(entry, by: management) {
        placePart(entry, node, keepsFrame: false, &aftermath)
        handle = management.handle
      }
    }
    node.lock.unlock()
    guard isApplying else { return }
    if let handle {
      marks[entry].insert(.goesOn)
      _ = add(entries[entry].subnodes, to: node, handle, &aftermath)
    }
    node.application.unlock()
  }

  /// True if a node contains no other one, and lies in none. The caller has locked the hierarchy.
  @inline(__always)
  private func isFree(_ node: DisplayNode) -> Bool {
    // A node without subnodes contains no node around the supernode.
    !node.guardedHasSubnodes && !node.guardedPlace.hasSupernode
  }

  /// True if all nodes below a node are going to be its subnodes, and are free. The caller has locked the hierarchy.
  @inline(__always)
  private func canTakeAll(_ entry: Int, _ node: DisplayNode) -> Bool {
    entries[entry].hasOnlySubnodes && !node.guardedHasLost
      && entries[entry].subnodes.allSatisfy { unmanagedNode(of: $0)._withUnsafeGuaranteedRef { isFree($0) } }
  }

  /// Applies the layout to subnodes. A node that lies elsewhere by now is passed over.
  private mutating func place(
    _ subnodes: Range<Int>, in supernode: Unmanaged<NodeHandle>, keepsFrames: Bool,
    _ aftermath: inout Aftermath
  ) {
    for entry in subnodes where isToBePlaced(entry) {
      unmanagedNode(of: entry)._withUnsafeGuaranteedRef { node in
        place(entry, node, in: supernode, keepsFrame: keepsFrames, &aftermath)
      }
    }
  }

  @inline(__always)
  private mutating func place(
    _ entry: Int, _ node: DisplayNode, in supernode: Unmanaged<NodeHandle>, keepsFrame: Bool,
    _ aftermath: inout Aftermath
  ) {
    if entries[entry].isLeaf {
      node.lock.lock()
      let isSubnode = node.guardedPlace.isIn(supernode)
      let isPlain = isSubnode && isPlain(entry, node)
      if isPlain { placePart(entry, node, keepsFrame: keepsFrame, &aftermath) }
      node.lock.unlock()
      if isPlain || !isSubnode { return }
    }
    // In one step, so that the node's calculated layout and its subnodes stay consistent.
    node.application.lock()
    defer { node.application.unlock() }
    guard let management = placeWhole(entry, node, in: supernode, keepsFrame: keepsFrame, &aftermath)
    else { return }
    marks[entry].insert(.goesOn)
    if arrangeSubnodes(of: node, entry, entries[entry].subnodes, by: management, &aftermath) {
      marks[entry].insert(.isUnderWay)
    }
  }

  /// True if the node is a leaf that decides on no subnodes. The caller holds the node's lock.
  @inline(__always)
  private func isPlain(_ entry: Int, _ node: DisplayNode) -> Bool {
    entries[entry].isLeaf && !node.guardedPlace.automaticallyManagesSubnodes
      && node.guardedRare?.transitions == nil
  }

  /// Applies the layout to a node that keeps its part of it. The caller holds the node's lock.
  @inline(__always)
  private mutating func placePart(
    _ entry: Int, _ node: DisplayNode, keepsFrame: Bool, _ aftermath: inout Aftermath
  ) {
    if !keepsFrame { node.guardedPlace.frame = frames[entry] }
    node.guardedPlace.hasOwnSize = false
    let place = entries[entry].node
    marks[entry].formUnion(
      node.guardedApplyPart(
        &memory, ElementID(nodes[place].element), version: nodes[place].version, &aftermath))
    marks[entry].insert(.isPlaced)
  }

  /// True if the node's subnodes are going to be all nodes below it, so that it can keep its part of the layout as it is.
  @inline(__always)
  private func keepsPart(_ entry: Int, by management: Management) -> Bool {
    (management.isManaging || entries[entry].below.isEmpty) && management.transitions == nil
      && entries[entry].hasOnlySubnodes && entries[entry].subnodes.allSatisfy { hasLayout($0) }
  }

  /// Applies the layout to a node that has, or may have, nodes below. Returns nil, without effect, if the node lies
  /// elsewhere.
  @inline(__always)
  private mutating func placeWhole(
    _ entry: Int, _ node: DisplayNode, in supernode: Unmanaged<NodeHandle>, keepsFrame: Bool,
    _ aftermath: inout Aftermath
  ) -> Management? {
    node.lock.lock()
    defer { node.lock.unlock() }
    guard node.guardedPlace.isIn(supernode) else { return nil }
    let management = management(of: node)
    if keepsPart(entry, by: management) {
      placePart(entry, node, keepsFrame: keepsFrame, &aftermath)
    } else {
      if !keepsFrame { node.guardedPlace.frame = frames[entry] }
      node.guardedPlace.hasOwnSize = false
      applyWhole(entry, node, &aftermath)
    }
    return management
  }

  /// Makes a node's part of the layout a layout of its own. The caller holds the node's lock.
  @inline(never)
  private func applyWhole(_ entry: Int, _ node: DisplayNode, _ aftermath: inout Aftermath) {
    let part = layout._withUnsafeGuaranteedRef {
      $0.part(entries[entry], size: frames[entry].size, nodes)
    }
    if node.guardedPlace.isFirst || !node.guardedPlace.applied.isSame(as: .whole(part)) {
      marks[entry].insert(.isFinished)
    }
    let (dropped, isChanged) = node.guardedSetCalculated(part)
    if isChanged { marks[entry].insert(.isChanged) }
    aftermath.release(dropped)
    node.guardedReplaceApplied(by: consume part, &aftermath)
  }
}
