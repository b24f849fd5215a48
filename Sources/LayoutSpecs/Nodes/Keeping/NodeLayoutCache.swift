/// The state from which a node is laid out, and through which it invalidates the nodes around it.
///
/// Mutating methods return the results that they drop. The caller releases these after unlocking: this may
/// release the last reference to another node, which runs user code.
struct NodeLayoutCache {
  /// The number of times that the node was invalidated. Results of another version are not kept.
  private(set) var version: UInt64 = 0
  /// True if the node was written into a tree since it was last invalidated.
  fileprivate(set) var isIncluded = false
  /// The node into whose spec this node was written. If there are several, `NodeExtras` has the others.
  fileprivate var container = OwnedReference<NodeHandle>()
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

  /// True if `calculated` is not nil. No reference is counted.
  var hasCalculated: Bool {
    @inline(__always) get {
      handle.map {
        Unmanaged.passUnretained($0)._withUnsafeGuaranteedRef { $0.extras.results.calculated != nil }
      }
        ?? false
    }
  }

  /// Returns the node's own layout in this constraint, or else an earlier layout; see `NodeResults`.
  @inline(__always)
  mutating func knownLayout(
    in constraint: LayoutConstraint, _ traits: TraitValues?
  ) -> (known: NodeLayout?, last: NodeResults.Last?) {
    // Unmanaged, so that no reference is counted.
    guard let handle = handle.map(Unmanaged.passUnretained) else { return (nil, nil) }
    return handle._withUnsafeGuaranteedRef { handle in
      if let known = handle.extras.results.layout(in: constraint, traits) { return (known, nil) }
      return (nil, handle.extras.results.takeLast(constraint, handle.extras.below))
    }
  }

  /// True if the handle is that of the first node into whose spec this node was written, which this keeps until the node is
  /// invalidated.
  @inline(__always)
  func isContainer(_ handle: Unmanaged<NodeHandle>) -> Bool { container.isReference(to: handle) }

  /// Releases the references that are counted by hand, in the node's `deinit`.
  @inline(__always)
  func release() { container.release() }

  /// Raises the version, moves the results to `dropped`, and returns the nodes whose layouts contain the node.
  mutating func invalidate(_ dropped: inout [AnyObject]) -> SurroundingNodes {
    version &+= 1
    guard isWatched else { return SurroundingNodes() }
    handle?.extras.results.discard(&dropped)
    isIncluded = false
    var around = SurroundingNodes()
    if !container.isNil {
      around.first = container.moveOut()
      if handle?.extras.otherContainers.isEmpty == false {
        swap(&around.others, &handle!.extras.otherContainers)
      }
    }
    return around
  }
}

extension DisplayNode {
  /// Records that the node was written into a tree, as content of `container`; nil if no node owns that tree. The caller
  /// holds the lock.
  @inline(__always)
  final func guardedInclude(in container: SpecOwner?) {
    cache.isIncluded = true
    guard let container, !cache.isContainer(container.handle) else { return }
    if cache.container.isNil {
      cache.container.takeFirst(container.handle.retain())
    } else {
      guardedAdd(container.handle.takeUnretainedValue())
    }
  }

  @inline(never)
  private final func guardedAdd(_ container: NodeHandle) {
    let handle = guardedHandle
    if handle.extras.otherContainers.contains(where: { $0 === container }) { return }
    handle.extras.otherContainers.removeAll { $0.isForgotten }
    handle.extras.otherContainers.append(container)
  }
}

/// A reference to a node for objects that must not keep it: the nodes in its spec, its subnodes, and calls that are due.
///
/// It takes the place of a weak reference. The first weak reference to an object moves the object's reference
/// counts into a table of their own, and from then on counting a reference takes several times as long.
///
/// A node has one handle at most, so handles are compared instead of nodes.
final class NodeHandle: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  // SAFETY: the node is guarded by the lock, and calls `forget()` in its `deinit`, which waits for the lock: so
  // its memory is there while the lock is held.
  private var lock: NodeLock { NodeLock(of: self) }
  private var guardedNode: Unmanaged<DisplayNode>?
  /// Guarded by the node's lock.
  @exclusivity(unchecked) var extras = NodeExtras()

  init(_ node: DisplayNode) { guardedNode = .passUnretained(node) }

  /// Called when the node is freed. Breaks a cycle: the node's layouts hold nodes, which hold this handle.
  func forget() {
    lock.withLock { guardedNode = nil }
    extras.removeAll()
  }

  /// True if the node is gone.
  var isForgotten: Bool { lock.withLock { guardedNode == nil } }

  /// Calls `body` with the node, unless it is gone. The node may be about to be freed: the body MUST NOT keep
  /// it, and MUST release nothing whose `deinit` could use a handle.
  @inline(__always)
  func withNode<Result>(_ body: (DisplayNode) -> Result) -> Result? {
    lock.withLock { guardedNode.map { $0._withUnsafeGuaranteedRef { body($0) } } }
  }

  /// The node, to keep; nil if it is gone. This makes the node's references slow to count, so layouts do not use it.
  var node: DisplayNode? {
    lock.withLock {
      // A weak reference to an object that is about to be freed is nil.
      struct Reference { weak var node: DisplayNode? }
      return Reference(node: guardedNode?._withUnsafeGuaranteedRef { $0 }).node
    }
  }
}

/// The part of a node's state that most leaves in other nodes' specs do not need.
struct NodeExtras {
  var results = NodeResults()
  /// The nodes directly below that were invalidated: they know the node by its handle.
  var below = ChangesBelow()
  /// The nodes into whose specs this node was written, besides the first.
  var otherContainers: [NodeHandle] = []

  mutating func removeAll() {
    results.removeAll()
    // Usually there are none, which is quicker to see than to release.
    if !otherContainers.isEmpty { otherContainers = [] }
  }
}

extension DisplayNode {
  /// The node's handle, made when it is first asked for.
  final var handle: NodeHandle { lock.withLock { guardedHandle } }
}

/// The results of a node's layouts. Guarded by the node's lock.
struct NodeResults {
  private(set) var calculated: NodeLayout?
  /// The other layouts of the node itself; the most recently calculated one is at the end.
  private var others: [NodeLayout] = []
  /// The answers of the node's own code that no kept layout contains: the newest, usually the only one, and the others.
  private var content: KeptContent?
  private var olderContents: [KeptContent] = []
  /// The last layout of the node itself, which was invalidated; nil if there is none.
  private var last: NodeLayout?
  private(set) var misses = ComparisonMisses()
  /// The range, the parent's size and the size of the last layout; an undefined width if there was none. Invalidating does
  /// not discard them.
  private var lastRange = SizeRange(uncheckedMin: Size(.nan, .nan), max: .zero)
  private var (lastParentSize, lastSize) = (Size.zero, Size.zero)

  /// The number of constraints whose results are kept: a list uses one, a flexing stack two or three.
  private static let capacity = 4

  /// The constraint of the last layout, but for its pixels, and its size; nil if there was none.
  var lastResult: (constraint: LayoutConstraint, size: Size)? {
    lastRange.min.width.isNaN
      ? nil : (LayoutConstraint(range: lastRange, parentSize: lastParentSize), lastSize)
  }

  var isEmpty: Bool { calculated == nil && others.isEmpty && content == nil }

  /// The most recently calculated layout of the node itself, which may have been invalidated since.
  var newest: NodeLayout? { calculated.flatMap { $0.isOwn ? $0 : nil } ?? others.last ?? last }

  /// Returns the node's own layout in this constraint.
  func layout(in constraint: LayoutConstraint, _ traits: TraitValues?) -> NodeLayout? {
    newest { $0.isOwn && $0.isIn(constraint, traits) }
  }

  /// Returns a layout of the node whose content has this range.
  func layout(in range: SizeRange, _ grid: PixelGrid, _ traits: TraitValues?) -> NodeLayout? {
    newest {
      $0.contentRange == range && $0.constraint.pixelGrid == grid && $0.traits === traits
    }
  }

  @inline(__always)
  private func newest(where isWanted: (NodeLayout) -> Bool) -> NodeLayout? {
    if let calculated, isWanted(calculated) { return calculated }
    return others.isEmpty ? nil : others.last(where: isWanted)
  }

  /// Returns the kept answer of the node's own code in this range.
  func content(in range: SizeRange, _ traits: TraitValues?) -> KeptContent? {
    func isWanted(_ content: KeptContent) -> Bool { content.range == range && content.traits === traits }
    if let content, isWanted(content) { return content }
    return olderContents.isEmpty ? nil : olderContents.last(where: isWanted)
  }

  /// An earlier layout of the node.
  struct Last {
    var layout: NodeLayout
    /// The nodes directly below that were invalidated since; nil if the layout is not to be compared with the next one.
    let changes: NodeChanges?
  }

  /// If the layout that was invalidated last was in this constraint, returns and forgets it: the next layout is
  /// compared with it, even under other traits, for which nodes may return the same specs. Otherwise returns the
  /// newest layout.
  ///
  /// - Parameter below: The nodes directly below that were invalidated.
  mutating func takeLast(_ constraint: LayoutConstraint, _ below: ChangesBelow) -> Last? {
    let isInConstraint = last?.constraint == constraint
    let isCompared = isInConstraint && misses.isWorthComparing
    // Counts as a miss unless a layout is made from it.
    if isInConstraint { misses.countOne() }
    guard isCompared, let last = exchange(&last, with: nil) else {
      return newest.map { Last(layout: $0, changes: nil) }
    }
    return Last(layout: last, changes: below.changes(since: last.version))
  }

  /// Makes way for a leaf's part of a layout around it. Returns the layout that was calculated before.
  mutating func giveWay() -> (last: NodeLayout?, dropped: [NodeLayout]) {
    guard let last = exchange(&calculated, with: nil) else { return (nil, []) }
    if !last.isOwn { return (last, [last]) }
    others.append(last)
    return (last, others.count > NodeResults.capacity ? [others.removeFirst()] : [])
  }

  /// See `DisplayNode.guardedSetCalculated(_:)`.
  mutating func setCalculated(
    _ layout: NodeLayout, isCurrent: Bool
  ) -> (dropped: [NodeLayout], isChanged: Bool) {
    var dropped: [NodeLayout] = []
    (lastRange, lastParentSize) = (layout.constraint.range, layout.constraint.parentSize)
    lastSize = layout.layout.size
    if layout.isMadeAgain { misses = ComparisonMisses() }
    if layout.isOwn, let last {
      dropped.append(last)
      self.last = nil
    }
    guard isCurrent, layout !== calculated else { return (dropped, false) }
    let isChanged = !layout.isSame(as: calculated)
    if !others.isEmpty { others.removeAll { $0 === layout } }
    if let calculated {
      if calculated.isOwn { others.append(calculated) } else { dropped.append(calculated) }
    }
    if others.count == NodeResults.capacity { dropped.append(others.removeFirst()) }
    calculated = layout
    return (dropped, isChanged)
  }

  /// Adds an answer of the node's own code, and returns the answer that is dropped for it.
  mutating func keep(_ content: KeptContent) -> KeptContent? {
    if let newest = self.content { olderContents.append(newest) }
    self.content = content
    return olderContents.count == NodeResults.capacity ? olderContents.removeFirst() : nil
  }

  /// Removes the answers of the node's own code, and returns them.
  mutating func takeContents() -> [KeptContent] {
    guard let content = exchange(&content, with: nil) else { return [] }
    return exchange(&olderContents, with: []) + [content]
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
    if content != nil { dropped += takeContents() }
  }
}

/// The number of comparisons that found other elements since one found the same, and of layouts not compared since.
struct ComparisonMisses {
  private var count: UInt8 = 0

  /// True if the next layout is compared: a node that always returns something else is compared in one of sixteen layouts.
  var isWorthComparing: Bool { count < 2 || count % 16 == 0 }

  mutating func countOne() { count = max(1, count &+ 1) }
}
