/// The state of a node from which it is laid out, and by which it tells those around it.
///
/// Mutating methods return the results that are no longer kept. The caller releases them after the node's
/// lock: with them the last reference to another node may go, which runs user code.
struct NodeLayoutCache {
  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// True if the node was written into a tree since it was last invalidated.
  private(set) var isIncluded = false
  /// The node whose spec it was written into, and its identity: comparing that counts no references. If there are several,
  /// `NodeExtras` has the others.
  private var container: NodeHandle?
  private var containerID = NodeID.none
  /// The node's handle, with the results of its own layouts; nil until there is one. A leaf that is only part of other
  /// nodes' layouts has none, and takes little memory.
  var handle: NodeHandle?

  /// True if there is anything to discard, or any layout around to invalidate.
  var isWatched: Bool {
    mutating get { isIncluded || handle?.extras.results.isEmpty == false }
  }

  /// The calculated layout: the last one of the node itself, or of a node around it.
  var calculated: NodeLayout? {
    mutating get { handle?.extras.results.calculated }
  }

  /// Returns the node's own layout in this constraint, or else an earlier one; see `NodeResults`.
  @inline(__always)
  mutating func layout(
    in constraint: LayoutConstraint, _ traits: TraitValues?
  ) -> (known: NodeLayout?, last: NodeResults.Last?) {
    // Unmanaged, so that no reference is counted.
    guard let handle = handle.map(Unmanaged.passUnretained) else { return (nil, nil) }
    return handle._withUnsafeGuaranteedRef { handle in
      if let known = handle.extras.results.layout(in: constraint, traits) { return (known, nil) }
      return (nil, handle.extras.results.takeLast(constraint, traits, handle.extras.below))
    }
  }

  /// Moves everything to `dropped`, and returns the nodes whose layouts contain the node.
  mutating func invalidate(_ dropped: inout [AnyObject]) -> SurroundingNodes {
    version &+= 1
    guard isWatched else { return SurroundingNodes() }
    handle?.extras.results.discard(&dropped)
    isIncluded = false
    var around = SurroundingNodes()
    if containerID != .none {
      swap(&around.first, &container)
      containerID = .none
      if handle?.extras.otherContainers.isEmpty == false {
        swap(&around.others, &handle!.extras.otherContainers)
      }
    }
    return around
  }

  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree. Returns
  /// false if it is another one than the first.
  @inline(__always)
  mutating func include(in container: SpecOwner?) -> Bool {
    isIncluded = true
    guard let container, container.id != containerID else { return true }
    guard containerID == .none else { return false }
    (self.container, containerID) = (container.handle.takeUnretainedValue(), container.id)
    return true
  }
}

extension DisplayNode {
  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree. The caller
  /// holds the lock.
  @inline(__always)
  final func guardedInclude(in container: SpecOwner?) {
    if !cache.include(in: container), let container { guardedAdd(container.handle.takeUnretainedValue()) }
  }

  @inline(never)
  private final func guardedAdd(_ container: NodeHandle) {
    let handle = guardedHandle
    if handle.extras.otherContainers.contains(where: { $0 === container }) { return }
    handle.extras.otherContainers.removeAll { $0.isForgotten }
    handle.extras.otherContainers.append(container)
  }

  /// Keeps what the node's own code answered, and returns what is no longer kept. The caller holds the lock.
  final func guardedKeep(_ content: KeptContent, version: UInt64) -> KeptContent? {
    version == cache.version ? guardedHandle.extras.results.add(content) : nil
  }

  /// Makes a layout the calculated one, unless the node was invalidated since that version. Returns true if it is
  /// another one than before. The caller holds the lock.
  final func guardedSetCalculated(
    _ layout: NodeLayout?, version: UInt64
  ) -> (dropped: [NodeLayout], isChanged: Bool) {
    guardedOwner.handle._withUnsafeGuaranteedRef {
      $0.extras.results.setCalculated(layout, isCurrent: version == cache.version)
    }
  }
}

/// The results of a node's layouts. Guarded by the node's lock.
struct NodeResults {
  private(set) var calculated: NodeLayout?
  /// The other layouts of the node itself, the one that was the calculated one last at the end.
  private var others: [NodeLayout] = []
  /// The answers of the node's own code that no kept layout has: the newest, usually the only one, and the others.
  private var content: KeptContent?
  private var olderContents: [KeptContent] = []
  /// The last layout of the node itself, which was invalidated; nil if there is none.
  private var last: NodeLayout?
  private var misses = ComparisonMisses()
  /// The constraint and the size of the last layout. Invalidating does not discard them.
  private(set) var lastConstraint: LayoutConstraint?
  private(set) var lastSize = Size.zero

  /// True if the next layout is compared with the last one.
  var isWorthComparing: Bool { misses.isWorthComparing }

  /// The number of constraints whose results are kept: a list uses one, a flexing stack two or three.
  private static let capacity = 4

  var isEmpty: Bool { calculated == nil && others.isEmpty && content == nil }

  /// The layout of the node itself that was the calculated one last, or was invalidated since.
  var newest: NodeLayout? { calculated.flatMap { $0.isOwn ? $0 : nil } ?? others.last ?? last }

  /// Returns the node's own layout in this constraint.
  func layout(in constraint: LayoutConstraint, _ traits: TraitValues?) -> NodeLayout? {
    layout { $0.isOwn && $0.constraint == constraint && $0.traits === traits }
  }

  /// Returns a layout of the node, the content of which is the one in this range.
  func layout(in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?) -> NodeLayout? {
    layout {
      $0.contentRange == range && $0.constraint.pixelGrid == grid && $0.traits === traits
    }
  }

  @inline(__always)
  private func layout(where isWanted: (NodeLayout) -> Bool) -> NodeLayout? {
    if let calculated, isWanted(calculated) { return calculated }
    return others.isEmpty ? nil : others.last(where: isWanted)
  }

  /// Returns what the node's own code answered in this range.
  func content(in range: SizeRange, _ traits: TraitValues?) -> KeptContent? {
    func isWanted(_ content: KeptContent) -> Bool { content.range == range && content.traits === traits }
    if let content, isWanted(content) { return content }
    return olderContents.isEmpty ? nil : olderContents.last(where: isWanted)
  }

  /// An earlier layout of the node.
  struct Last {
    var layout: NodeLayout
    /// True if it was computed with the same traits.
    let hasTraits: Bool
    /// The nodes directly below that were invalidated since; nil if the layout is not to be compared with the next one.
    let changes: NodeChanges?
  }

  /// Returns the layout that was invalidated last, and forgets it, if it is one in this constraint or differs in the
  /// traits alone, under which the same specs may be returned: the next layout is compared with it. Otherwise returns
  /// the newest one.
  ///
  /// - Parameter below: The nodes directly below that were invalidated.
  mutating func takeLast(_ constraint: LayoutConstraint, _ traits: TraitValues?, _ below: ChangesBelow)
    -> Last?
  {
    let isInConstraint = last?.constraint == constraint
    let isCompared = isInConstraint && isWorthComparing
    // Until the layout that it leads to says otherwise.
    if isInConstraint { misses.add() }
    guard isCompared, let last = exchange(&last, with: nil) else {
      return newest.map { Last(layout: $0, hasTraits: false, changes: nil) }
    }
    return Last(
      layout: last, hasTraits: last.traits === traits, changes: below.changes(since: last.version))
  }

  /// See `DisplayNode.guardedSetCalculated(_:version:)`.
  fileprivate mutating func setCalculated(
    _ layout: NodeLayout?, isCurrent: Bool
  ) -> (dropped: [NodeLayout], isChanged: Bool) {
    var dropped: [NodeLayout] = []
    if let layout {
      (lastConstraint, lastSize) = (layout.constraint, layout.layout.size)
      if layout.isMadeAgain { misses = ComparisonMisses() }
      if layout.isOwn, let last {
        dropped.append(last)
        self.last = nil
      }
    }
    guard isCurrent, layout !== calculated else { return (dropped, false) }
    let isChanged = layout.map { !$0.isSame(as: calculated) } ?? false
    if !others.isEmpty { others.removeAll { $0 === layout } }
    if let calculated {
      if calculated.isOwn { others.append(calculated) } else { dropped.append(calculated) }
    }
    if others.count == NodeResults.capacity { dropped.append(others.removeFirst()) }
    calculated = layout
    return (dropped, isChanged)
  }

  fileprivate mutating func add(_ content: KeptContent) -> KeptContent? {
    if let newest = self.content { olderContents.append(newest) }
    self.content = content
    return olderContents.count == NodeResults.capacity ? olderContents.removeFirst() : nil
  }

  mutating func removeAll() {
    if calculated != nil { calculated = nil }
    if last != nil { last = nil }
    if content != nil { content = nil }
    if !others.isEmpty { others = [] }
    if !olderContents.isEmpty { olderContents = [] }
  }

  /// Moves everything to `dropped`, but keeps the newest layout of the node itself as the last one.
  fileprivate mutating func discard(_ dropped: inout [AnyObject]) {
    if let calculated, !calculated.isOwn {
      dropped.append(calculated)
      self.calculated = nil
    }
    if calculated == nil, let newest = others.popLast() { calculated = newest }
    if calculated != nil {
      swap(&calculated, &last)
      if let old = exchange(&calculated, with: nil) { dropped.append(old) }
    }
    if !others.isEmpty { dropped += exchange(&others, with: []) }
    if let content {
      dropped.append(content)
      self.content = nil
      if !olderContents.isEmpty { dropped += exchange(&olderContents, with: []) }
    }
  }
}

/// The comparisons that found other elements since one did not, and layouts that were not compared since.
struct ComparisonMisses {
  private var count: UInt8 = 0

  /// True if the next layout is compared: a node that says something else every time is compared in one of sixteen.
  var isWorthComparing: Bool { count < 2 || count % 16 == 0 }

  mutating func add() { count = max(1, count &+ 1) }
}

/// The node whose spec is being written. Whoever writes it holds the node, and so its handle.
struct SpecOwner {
  let handle: Unmanaged<NodeHandle>
  let id: NodeID
}
