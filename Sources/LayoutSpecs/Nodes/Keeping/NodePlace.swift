/// A node's frame, and the node around it. A node that is only laid out has none.
struct NodePlace {
  /// Guards all nodes' subnodes: a node's supernode changes only with this lock held. It is taken before nodes'
  /// own locks.
  static let hierarchy = NodeLock()

  var frame = Rect.zero
  fileprivate var supernode = OwnedReference<NodeHandle>()
  /// True if the supernode is also the node's container, whose reference counts for both; see `NodeLayoutCache`.
  fileprivate var borrowsSupernode = false
  /// The object of the layout that was applied last, and if the node is a part of it, its version and its element there; -1 for
  /// a layout of its own.
  fileprivate(set) var appliedObject = OwnedReference<AnyObject>()
  fileprivate var partVersion: UInt64 = 0
  fileprivate var partElement: Int32 = -1
  /// True if the node is a part of `applied`, and no layout of its own was calculated since.
  fileprivate var isPartLast = false
  /// True if the frame's size was set from outside.
  var hasOwnSize = false
  var automaticallyManagesSubnodes = false

  /// The handle of the node that contains this one; nil if there is none. That node may be gone.
  var supernodeHandle: NodeHandle? {
    @inline(__always) get { supernode.value }
    set {
      if borrowsSupernode { (supernode, borrowsSupernode) = (OwnedReference(), false) }
      supernode.value = newValue
    }
  }

  var hasSupernode: Bool {
    @inline(__always) get { !supernode.isNil }
  }

  @inline(__always)
  func isIn(_ handle: Unmanaged<NodeHandle>) -> Bool { supernode.isReference(to: handle) }

  /// Keeps the supernode's handle, before the container gives it away.
  @inline(__always)
  mutating func keepSupernode() {
    if borrowsSupernode { supernode.retain() }
    borrowsSupernode = false
  }

  /// True if no layout was applied before.
  var isFirst: Bool {
    @inline(__always) get { appliedObject.isNil }
  }

  /// The layout that was applied last.
  var applied: AppliedLayout {
    @inline(__always) get {
      guard let object = appliedObject.value else { return .none }
      if partElement < 0 { return .whole(unsafeDowncast(object, to: NodeLayout.self)) }
      return .part(Layout(memory: object, ElementID(Int(partElement))), version: partVersion)
    }
    @inline(__always) set {
      partElement = -1
      switch newValue {
      case .none: appliedObject.value = nil
      case .whole(let layout): appliedObject.value = layout
      case .part(let layout, let version):
        appliedObject.value = layout.memory
        (partElement, partVersion) = (Int32(layout.element.index), version)
      }
    }
  }

  /// Releases the references, in the node's `deinit`.
  @inline(__always)
  func release() {
    if !borrowsSupernode { supernode.release() }
    appliedObject.release()
  }

  /// The frame's size, if it was set from outside and is not 0 × 0; otherwise nil.
  var ownSize: Size? { hasOwnSize && frame.size != .zero ? frame.size : nil }

  /// Sets the frame from outside.
  mutating func setFrame(_ frame: Rect) {
    if self.frame.size != frame.size { hasOwnSize = true }
    self.frame = frame
  }
}

extension DisplayNode {
  /// Makes a handle the supernode's, where there is none. The caller holds the lock.
  @inline(__always)
  final func guardedEnterFirst(_ supernode: Unmanaged<NodeHandle>) {
    let isKept = cache.isContainer(supernode)
    guardedPlace.supernode.takeFirst(isKept ? supernode : supernode.retain())
    guardedPlace.borrowsSupernode = isKept
  }

  /// The node's calculated layout, if it is its part of a layout around it. The caller holds the lock.
  @inline(__always)
  final var guardedPart: Layout? {
    guard guardedPlace.isPartLast, case .part(let layout, let version) = guardedPlace.applied,
      version == cache.version
    else { return nil }
    return layout
  }

  /// The calculated layout; nil if there is none. The caller holds the lock.
  final var guardedCalculatedLayout: Layout? { guardedPart ?? cache.calculated?.layout }

  /// The constraint and the size of the last layout, even if it was invalidated since; nil if there was none. The caller
  /// holds the lock.
  final var guardedLastLayout: (constraint: LayoutConstraint, size: Size)? {
    if guardedPlace.isPartLast, case .part(let layout, _) = guardedPlace.applied {
      return (LayoutConstraint(ofPart: layout), layout.size)
    }
    return cache.handle?.extras.results.lastResult
  }

  /// Makes a layout the calculated one, unless the node was invalidated since. `isChanged` is true if it
  /// differs from the one before. The caller holds the lock.
  final func guardedSetCalculated(_ layout: NodeLayout) -> (dropped: [NodeLayout], isChanged: Bool) {
    let isCurrent = layout.version == cache.version
    let part = guardedPart == nil ? nil : guardedPlace.applied
    guardedPlace.isPartLast = false
    let (dropped, isChanged) = guardedOwner.handle._withUnsafeGuaranteedRef {
      $0.extras.results.setCalculated(layout, isCurrent: isCurrent)
    }
    return (dropped, part.map { isCurrent && !$0.isSame(as: .whole(layout)) } ?? isChanged)
  }

  /// Makes the node's part of a layout around it the applied layout and, unless the node was invalidated since, the calculated
  /// one. The caller holds the lock.
  ///
  /// Of the nodes below there must be none but the subnodes that the node gets, from which `appliedNodeLayout()` knows them.
  ///
  /// - Parameter memory: The object that holds the memory of that layout.
  /// - Returns: Whether the calculated layout has changed, and whether another layout than before was applied.
  @inline(__always)
  final func guardedApplyPart(
    _ memory: inout ReferenceSupply<AnyObject>, _ element: ElementID, version: UInt64,
    _ aftermath: inout Aftermath
  ) -> LayoutApplication.Marks {
    if !cache.hasCalculated, guardedPlace.isFirst {
      guardedPlace.appliedObject.takeFirst(memory.take())
      (guardedPlace.partElement, guardedPlace.partVersion) = (Int32(element.index), version)
      guardedPlace.isPartLast = true
      return version == cache.version ? [.isChanged, .isFinished] : .isFinished
    }
    return memory.withObject {
      guardedApplyNextPart(Layout(memory: $0, element), version: version, &aftermath)
    }
  }

  @inline(never)
  private final func guardedApplyNextPart(
    _ layout: Layout, version: UInt64, _ aftermath: inout Aftermath
  ) -> LayoutApplication.Marks {
    let part = AppliedLayout.part(layout, version: version)
    let isSame = guardedPlace.applied.isSame(as: part)
    let isCurrent = version == cache.version
    var isChanged = isCurrent && !(isSame && guardedPlace.isPartLast)
    if isCurrent, cache.handle != nil {
      let (last, dropped) = guardedHandle.extras.results.giveWay()
      aftermath.release(dropped)
      if let last, !guardedPlace.isPartLast { isChanged = !part.isSame(as: .whole(last)) }
    }
    if let old = guardedPlace.appliedObject.value { aftermath.release(old) }
    guardedPlace.applied = part
    guardedPlace.isPartLast = true
    var marks: LayoutApplication.Marks = []
    if isChanged { marks.insert(.isChanged) }
    if !isSame { marks.insert(.isFinished) }
    return marks
  }

  /// Makes a layout the one that was applied last. The caller holds the lock.
  final func guardedReplaceApplied(by layout: __owned NodeLayout?, _ aftermath: inout Aftermath) {
    // Still the calculated layout: kept apart from now on, if no nodes are below.
    if let part = guardedPart, part.tree.subtree(of: part.element).count == 1 {
      aftermath.release(guardedSetCalculated(NodeLayout(ofPart: part, version: cache.version)).dropped)
    }
    (guardedPlace.partElement, guardedPlace.isPartLast) = (-1, false)
    if let old = guardedPlace.appliedObject.moveOut() { aftermath.release(old) }
    if let layout { guardedPlace.appliedObject.moveIn(layout) }
  }
}
