/// A node: an element with an identity, which will be on the screen.
///
/// A plain node has no intrinsic size: it takes the largest size in its range if that is finite, otherwise
/// the smallest. Subclasses define their content by overriding `layoutSpecThatFits(_:)`, or their size by
/// overriding `calculateSizeThatFits(_:)`.
///
/// ```swift
/// final class Byline: DisplayNode, @unchecked Sendable {
///   let name = TextNode("Ada Lovelace")
///   let time = TextNode("30m")
///
///   override func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
///     StackLayoutSpec(spacing: 8, justifyContent: .spaceBetween) {
///       name
///       time
///     }
///   }
/// }
/// ```
///
/// ## Threads
///
/// Any thread MAY use every method and property of this module's nodes, and several at once. Each node is
/// guarded by a lock of its own, which is never held while your code runs. If a property changes during a
/// layout, the layout sees its value before or after the change, and the result is returned, but not kept.
///
/// `layoutSpecThatFits(_:)`, `layoutSpecBlock` and `calculateSizeThatFits(_:)` are called on the threads that
/// lay the node out. They MUST give the same result for the same constraint until `setNeedsLayout()` is
/// called. A subclass declares `@unchecked Sendable`: it promises that its own properties are constants, or
/// guarded, as a `NodeState` is.
///
/// The class is marked `nonisolated` so that its subclasses are too, even in a module whose default isolation
/// is the main actor.
///
/// Source: Texture's `ASDisplayNode`.
nonisolated open class DisplayNode: LayoutElement, CustomStringConvertible, @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  private let applicationMemory = NodeLock.Memory()
  @inline(__always)
  final var lock: NodeLock { NodeLock(of: self) }
  /// Held while a layout is applied to the node, so that layouts are applied one by one. Taken before any other lock.
  @inline(__always)
  final var application: NodeLock { NodeLock(secondOf: self) }
  @exclusivity(unchecked) private(set) var guardedID = NodeID.none
  @exclusivity(unchecked) private var guardedStyle = Style()
  /// True if other nodes' layouts took nodes from this one; see `RareNodeState.lost`. Guarded by `NodePlace.hierarchy`.
  @exclusivity(unchecked) var guardedHasLost = false
  /// The node's version, its handle and its results. Guarded by `lock`.
  @exclusivity(unchecked) var cache = NodeLayoutCache()
  /// The node's frame and its supernode. Guarded by `lock`.
  @exclusivity(unchecked) var guardedPlace = NodePlace()
  /// The buffer of an array of the direct subnodes; nil for none. Guarded by `NodePlace.hierarchy`.
  @exclusivity(unchecked) private var subnodeBuffer = OwnedReference<AnyObject>()
  /// The state that most nodes do not have; nil until first needed. Guarded by `lock`.
  @exclusivity(unchecked) var guardedRare: RareNodeState?

  /// The content of a node for a range of sizes.
  public typealias LayoutSpecBlock = @Sendable (DisplayNode, SizeRange) -> any LayoutElement

  /// Creates a node with the default style.
  public init() {}

  /// Creates a node whose content is the result of `layoutSpecBlock`.
  public convenience init(layoutSpecBlock: @escaping LayoutSpecBlock) {
    self.init()
    guardedMadeRare.block = layoutSpecBlock
  }

  deinit {
    cache.handle?.forget()
    cache.release()
    guardedPlace.release()
    subnodeBuffer.release()
  }

  /// The direct subnodes, from back to front. Guarded by `NodePlace.hierarchy`.
  final var guardedSubnodes: [DisplayNode] {
    get {
      // A contiguous array is a reference to its buffer, and nothing else.
      subnodeBuffer.value.map { Array(unsafeBitCast($0, to: ContiguousArray<DisplayNode>.self)) } ?? []
    }
    set { guardedSetSubnodes(ContiguousArray(newValue)) }
  }

  final func guardedSetSubnodes(_ nodes: consuming ContiguousArray<DisplayNode>) {
    let old = exchange(&subnodeBuffer, with: OwnedReference())
    if !nodes.isEmpty {
      // Moved into the property, which stays where it is: its reference is counted already.
      let place = withUnsafeMutablePointer(to: &subnodeBuffer) { UnsafeMutableRawPointer($0) }
      place.initializeMemory(as: ContiguousArray<DisplayNode>.self, to: nodes)
    }
    old.release()
  }

  final var guardedHasSubnodes: Bool { !subnodeBuffer.isNil }

  /// The node's identity in layouts.
  public final var id: NodeID {
    lock.withLock { guardedID(orNumber: UniqueNumbers.makeOne()) }
  }

  /// The style, which the spec around the node reads. A change calls `setNeedsLayout()`.
  ///
  /// A change in place (`node.style.flexGrow = 1`, `styled(_:)`) is made to a copy. The changed properties
  /// are written back when it ends, even if it throws. Until then every reader sees the old style, including
  /// the code that makes the change. If two threads change the style at the same time, neither undoes the
  /// other's changes; if both change the same property, the change that ends last wins.
  public final var style: Style {
    get { lock.withLock { guardedStyle } }
    set { changeStyle { $0.replace(by: newValue) } }
    _modify {
      let old = style
      var new = old
      defer { changeStyle { $0.change(from: old, to: new) } }
      yield &new
    }
  }

  /// The name in descriptions and pictures. Default: nil.
  public final var debugName: String? {
    get { lock.withLock { guardedName } }
    set { change { exchange(&guardedMadeRare.name, with: newValue) } }
  }

  /// The node's content, as an alternative to overriding `layoutSpecThatFits(_:)`. Default: nil.
  ///
  /// Make nodes outside of the block: a node that is made in the block is another node in each new layout.
  ///
  /// A change calls `setNeedsLayout()`.
  public final var layoutSpecBlock: LayoutSpecBlock? {
    get { lock.withLock { guardedRare?.block } }
    set { change { exchange(&guardedMadeRare.block, with: newValue) } }
  }

  /// Returns the spec of the node's content; nil if it has none. The node is as large as that spec.
  ///
  /// The default is the result of `layoutSpecBlock`. A class that overrides this without calling `super`
  /// ignores the block: setting a block is then a programming error, which stops the program.
  ///
  /// The spec is a value: it cannot change once it was returned, and may be returned again. Each node may
  /// occur in it once, and the node itself must not occur.
  ///
  /// - Parameter constrainedSize: The sizes that the node may have, by its parent's range and its own style.
  open func layoutSpecThatFits(_ constrainedSize: SizeRange) -> (any LayoutElement)? {
    guard let block = layoutSpecBlock else { return nil }
    ThreadState.session?.hasRunBlock = true
    return block(self, constrainedSize)
  }

  /// Returns the size of a node without a spec, in points. The engine limits it to the node's range.
  ///
  /// The size has to be finite: see `LeafMeasurement.calculateSizeThatFits(_:)` for other numbers.
  ///
  /// The default is `constrainedSize` if it is finite, otherwise 0 × 0.
  open func calculateSizeThatFits(_ constrainedSize: Size) -> Size {
    constrainedSize.isValid ? constrainedSize : .zero
  }

  /// Called when the node's calculated layout has changed. The node's properties already give the new layout.
  ///
  /// It changes once `layoutThatFits(_:)` has measured the node, and once a layout of a node around it is
  /// applied. A kept layout that is the calculated one already is no change, and neither is invalidation.
  ///
  /// The default does nothing. It is called on the thread that measures or applies, without a lock held.
  ///
  /// Source: `-calculatedLayoutDidChange` of Texture's `ASDisplayNode`, which calls it on the main thread.
  open func calculatedLayoutDidChange() {}

  /// Called when another layout than before was applied to the node: its subnodes have their frames.
  ///
  /// Each node is called before its subnodes, once all frames of the whole layout are set. A node whose own
  /// layout stays the same is not called, even if it moves. In a transition the call comes once the inserted
  /// subnodes are added, before `animateLayoutTransition(_:)`.
  ///
  /// The default does nothing. It is called on the thread that applies, without a lock held: it MAY change
  /// nodes, whose next layout then comes after this one.
  ///
  /// Source: `-layoutDidFinish` of Texture's `ASDisplayNode`.
  open func layoutDidFinish() {}

  // Calls of the host, on the thread that it shows nodes on; this module makes none of them. The defaults do nothing.
  // They have Texture's names.

  /// Called once, when the host has made what shows the node.
  open func didLoad() {}
  /// Called when the node has come near to being shown: time to load what it will show.
  open func didEnterPreloadState() {}
  /// Called when the node is far from being shown again.
  open func didExitPreloadState() {}
  /// Called when the node will soon be shown: time to draw it.
  open func didEnterDisplayState() {}
  /// Called when the node will not be shown soon any more.
  open func didExitDisplayState() {}
  /// Called when the node is shown.
  open func didEnterVisibleState() {}
  /// Called when the node is not shown any more.
  open func didExitVisibleState() {}

  /// One line: `<CardNode "first"; frame = {{0, 12}, {320, 44}}>`, with the name of the node's own class, its
  /// `debugName` if it has one, and its frame in its supernode.
  ///
  /// An override MUST be callable on any thread, and should keep to one line.
  ///
  /// Source: the `description` of Texture's `ASDisplayNode`.
  open var description: String {
    "<\(type(of: self))\(debugName.map { " \(quoted($0))" } ?? ""); frame = \(frame)>"
  }

  /// Writes the node; returns false without effect if its content depends on code of a subclass or a block,
  /// which runs during the layout. Overrides in this module write nodes of their own class, not of user
  /// subclasses.
  ///
  /// The caller holds the lock.
  func guardedWrite(to builder: inout LayoutTreeBuilder) -> Bool {
    switch guardedLeafSize() {
    case .measured: return false
    case .none: guardedAddLeaf(.node, payload: 0, to: &builder)
    case .fixed(let size):
      precondition(size.isValid, "A node's intrinsic size is 0 or more and less than 10,000,000 points")
      guardedAddLeaf(.sizedNode, payload: builder.tables.sizes.add(size), to: &builder)
    }
    return true
  }

  /// Returns the content that `guardedWrite(to:)` writes; nil if user code decides it.
  ///
  /// The caller holds the lock, which may be released for a while.
  func guardedContent() -> ElementContent? {
    switch guardedLeafSize() {
    case .measured: nil
    case .none: .node
    case .fixed(let size): .sizedNode(size)
    }
  }

  /// The intrinsic size of a leaf.
  enum LeafSize {
    /// User code decides it.
    case measured
    case none
    case fixed(Size)

    init(_ size: Size?) { self = size.map { .fixed($0) } ?? .none }
  }

  /// Returns the node's intrinsic size, by which all leaves but texts are written. The caller holds the lock.
  func guardedLeafSize() -> LeafSize { isPlain(DisplayNode.self) ? .none : .measured }

  /// Adds an element whose payload is written already, with the node's style and name.
  @inline(__always)
  final func guardedAddLeaf(_ kind: ElementKind, payload: UInt32, to builder: inout LayoutTreeBuilder) {
    // Most nodes have neither, and then no reference is counted.
    let style = guardedStyle.isPlain ? .default : builder.intern(guardedStyle)
    builder.addLeaf(kind, payload: payload, style: style)
    if let name = guardedName { builder.setName(name) }
  }

  /// Returns the node's content in this range; a class of this module MAY put the content into another spec.
  func content(in range: SizeRange) -> (any LayoutElement)? { layoutSpecThatFits(range) }

  /// The element in whose width the node's content is mirrored if it is laid out right to left, counted from
  /// the node's own element.
  var mirroringElement: Int { 0 }

  /// Called before `layoutDidFinish()`, for the classes of this module.
  func layoutWasApplied() {}

  /// The origin of the node's `bounds`. The caller holds the lock.
  var guardedBoundsOrigin: Point { .zero }

  /// Animates a transition to a new layout, and ensures that `context.completeTransition(_:)` is called.
  ///
  /// The default animates the context's plan with the node's `animator`. It is called once the inserted
  /// subnodes are added, on the thread of the layout or on `layoutTransitionQueue`, without a lock held.
  open func animateLayoutTransition(_ context: any LayoutTransitionContext) {
    context.animate(context.plan)
  }

  /// Cleans up after a transition that was completed, but not after one that was superseded, cancelled, or reversed.
  ///
  /// The default removes the subnodes that are only in the old layout. It runs on the thread of
  /// `completeTransition(_:)`, without a lock held. An override that does not call `super` removes them
  /// itself.
  open func didCompleteLayoutTransition(_ context: any LayoutTransitionContext) {
    (context as? LayoutTransition)?.removeSubnodes()
  }

  /// True if the node is exactly of this class, and no user code affects its layout. Called under the lock.
  final func isPlain(_ type: DisplayNode.Type) -> Bool {
    Swift.type(of: self) == type && !guardedHasBlock
  }

  @inlinable
  public final func _write(to builder: inout LayoutTreeBuilder) {
    builder.write(self)
  }
}

extension DisplayNode {
  /// Changes a property that the node's layout depends on, under the lock, and calls `setNeedsLayout()`.
  ///
  /// - Parameter body: Returns the old value, which is released after the lock: releasing the last reference
  ///   to it may run user code.
  @inline(__always)
  final func change<Old>(_ body: () -> Old) {
    lock.replace(body)
    setNeedsLayout()
  }

  /// Does the same, unless the property has its new value already. Both closures run under the lock.
  @inline(__always)
  final func change<Old>(unless isSame: @autoclosure () -> Bool, _ body: () -> Old) {
    guard let old = lock.withLock({ isSame() ? nil : body() }) else { return }
    withExtendedLifetime(old) {}
    setNeedsLayout()
  }

  /// Changes the style under the lock; `body` is never user code.
  @usableFromInline
  final func changeStyle(_ body: (inout Style) -> Void) {
    let isChanged = lock.withLock {
      // The styles are compared only if a change must invalidate layouts.
      let old = isWatched ? guardedStyle : nil
      body(&guardedStyle)
      return old.map { $0 != guardedStyle } ?? false
    }
    if isChanged { setNeedsLayout() }
  }

  /// Makes the node as large as the element around it, as far as its range and its style allow; see `StyleValues`. Called
  /// before other code can use the node.
  final func takeParentSize(_ isTaken: Bool = true) { guardedStyle.values.takesParentSize = isTaken }

  /// Returns the node's identity; a node without one gets this number. The caller holds the lock.
  @inline(__always)
  final func guardedID(orNumber number: @autoclosure () -> UInt64) -> NodeID {
    if guardedID == .none { guardedID = NodeID(number: number()) }
    return guardedID
  }

  /// The caller holds the lock.
  final var guardedHandle: NodeHandle {
    @inline(__always) get {
      if cache.handle == nil { makeHandle() }
      return cache.handle.unsafelyUnwrapped
    }
  }

  /// The node as the owner of its spec. The caller holds the lock.
  @inline(__always)
  final var guardedOwner: SpecOwner {
    if cache.handle == nil { makeHandle() }
    // The node keeps its handle, so no reference is counted.
    return SpecOwner(
      handle: .passUnretained(cache.handle.unsafelyUnwrapped), id: guardedID, node: self)
  }

  @inline(never)
  private final func makeHandle() { cache.handle = NodeHandle(self) }

  /// The caller holds the lock.
  final var guardedHasBlock: Bool { guardedRare?.block != nil }

  @inline(__always)
  private final var guardedName: String? { guardedRare?.name }

  /// The caller holds the lock.
  final var guardedStyleAndName: (style: Style, name: String?) { (guardedStyle, guardedName) }
}
