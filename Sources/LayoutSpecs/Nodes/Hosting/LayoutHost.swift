/// Keeps a node laid out: whenever something in it changes, measures it on one queue and applies the layout
/// on another.
///
/// ```swift
/// let host = LayoutHost(screen, in: SizeRange(exactly: Size(390, 844))) { layout in
///   // On the main queue: copy the nodes' frames to views.
/// }
/// host.constrainedSize = SizeRange(exactly: Size(844, 390))  // turned
/// ```
///
/// 1. A change makes the node's layout invalid, and the node tells the host: see `DisplayNode.onNeedsLayout`.
/// 2. The host measures the node on the measuring queue. However many changes come before it begins, it
///    measures once.
/// 3. It applies the layout on the applying queue, and calls back there.
///
/// A layout that is outdated before it is applied is discarded, and the node is measured again. After two such
/// layouts in a row the third one is applied in any case, and a newer one after it: a node that changes faster than
/// it is measured is still seen. A host that has measured a hundred times without a pause warns on the standard
/// error, once: usually something in the node changes the node in each of its layouts.
///
/// A host begins at once, and ends when it is released: layouts that are still being measured are then
/// cancelled, and not applied. The host keeps its node; the node does not keep its host. A node has one host:
/// a second host takes the place of the first.
///
/// Any thread MAY use a host.
///
/// Source: Texture's `ASViewController` and the layers of its nodes, which lay out before each frame.
public final class LayoutHost: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  /// The node that is kept laid out.
  public let node: DisplayNode
  private let measuringQueue: any LayoutQueue
  private let applyingQueue: any LayoutQueue
  private let onApply: @Sendable (Layout) -> Void
  private var lock: NodeLock { NodeLock(of: self) }
  /// Guarded by `lock`.
  private var state: State

  private struct State {
    var constraint: LayoutConstraint
    /// True from when a pass is queued until its layout is applied and nothing is left to do.
    var isBusy = false
    /// True if a change came since the pass began.
    var hasChange = false
    /// The number of passes since nothing was left to do.
    var passCount = 0
    /// True if the host has warned that it does not come to rest.
    var hasWarned = false
    /// The number of outdated layouts that were discarded since the last one was applied.
    var discardedCount = 0
    /// The layout that `onApply` was called with last, or is about to be.
    weak var reported: NodeLayout?
    let cancellation = BackgroundLayout()
  }

  /// The most outdated layouts that are discarded in a row.
  private static let mostDiscarded = 2
  /// The number of passes without a pause after which a host warns.
  private static let passesToWarnOf = 100

  /// Creates a host, which lays the node out at once.
  ///
  /// - Parameters:
  ///   - node: The node, which should be part of no other.
  ///   - constrainedSize: The sizes that the node may have, in points.
  ///   - measuringQueue: The queue on which the node is measured. Default: the global queue of default
  ///     quality of service.
  ///   - applyingQueue: The queue on which layouts are applied. It should run one job at a time. Default: the
  ///     main queue.
  ///   - onApply: Called on the applying queue after each layout was applied, once for each, without a lock
  ///     held. A layout that other code applied counts when the host comes to it. Default: does nothing.
  public init(
    _ node: DisplayNode, in constrainedSize: SizeRange,
    measuringOn measuringQueue: some LayoutQueue = .global(),
    applyingOn applyingQueue: some LayoutQueue = .main,
    onApply: @escaping @Sendable (Layout) -> Void = { _ in }
  ) {
    self.node = node
    self.measuringQueue = measuringQueue
    self.applyingQueue = applyingQueue
    self.onApply = onApply
    state = State(constraint: LayoutConstraint(constrainedSize))
    node.setObserver(NeedsLayoutObserver(.host, own: { [weak self] in self?.setNeedsLayout() }), of: .host)
    setNeedsLayout()
  }

  deinit { state.cancellation.cancel() }

  /// The sizes that the node may have, in points. A change lays the node out again.
  public var constrainedSize: SizeRange {
    get { lock.withLock { state.constraint.range } }
    set {
      let isChanged = lock.withLock {
        let old = state.constraint
        state.constraint = LayoutConstraint(newValue)
        return state.constraint != old
      }
      if isChanged { setNeedsLayout() }
    }
  }

  /// Requests a pass, and returns at once. The node's own changes request one, too; a kept layout is not measured again.
  public func setNeedsLayout() {
    let isFirst = lock.withLock {
      if state.isBusy { state.hasChange = true }
      defer { state.isBusy = true }
      return !state.isBusy
    }
    if isFirst { measure() }
  }

  /// Measures the node and applies its layout now, on this thread, for example before it is first seen.
  ///
  /// When it returns, nodes have their frames. If that layout was not applied before, `onApply` is called on
  /// the applying queue, as for any other.
  public func layoutIfNeeded() {
    let constraint = lock.withLock { state.constraint }
    // Without a cancellation there is always a layout.
    let layout = node.measure(in: constraint, cancellation: nil)!
    if node.hasApplied(layout) { return }
    node.apply(layout)
    lock.withLock { state.reported = layout }
    applyingQueue.enqueue { [weak self] in self?.onApply(layout.layout) }
  }

  /// Begins a pass.
  private func measure() {
    measuringQueue.enqueue { [weak self] in
      guard let (node, constraint, cancellation) = self?.beginPass() else { return }
      // The host itself is not retained meanwhile: releasing it cancels the measurement.
      guard let layout = node.measure(in: constraint, cancellation: cancellation), let self else { return }
      if discards(layout) {
        measure()
      } else {
        applyingQueue.enqueue { [weak self] in self?.apply(layout) }
      }
    }
  }

  private func beginPass() -> (DisplayNode, LayoutConstraint, BackgroundLayout) {
    let (pass, isRestless) = lock.withLock {
      state.hasChange = false
      state.passCount += 1
      let isRestless = !state.hasWarned && state.passCount == LayoutHost.passesToWarnOf
      if isRestless { state.hasWarned = true }
      return ((node, state.constraint, state.cancellation), isRestless)
    }
    if isRestless {
      writeToStandardError(
        """
        \(node.asciiArtName) was laid out \(LayoutHost.passesToWarnOf) times without a pause. Does a layoutSpecThatFits, a \
        layoutDidFinish() or the host's onApply change it each time? What no layout depends on is a \
        NodeState(…, affectsLayout: false)
        """)
    }
    return pass
  }

  private func apply(_ layout: NodeLayout) {
    if discards(layout) {
      measure()
      return
    }
    let wasApplied = node.hasApplied(layout)
    if !wasApplied { node.apply(layout) }
    let isReported = lock.withLock {
      defer { state.reported = layout }
      return state.reported === layout
    }
    if !wasApplied || !isReported { onApply(layout.layout) }
    let hasChange = lock.withLock {
      state.discardedCount = 0
      state.isBusy = state.hasChange
      if !state.isBusy { state.passCount = 0 }
      return state.hasChange
    }
    if hasChange { measure() }
  }

  /// True if the layout is outdated, and another layout is to be measured instead.
  private func discards(_ layout: NodeLayout) -> Bool {
    let isValid = node.lock.withLock { node.cache.version == layout.version }
    return lock.withLock {
      if isValid && layout.constraint.hasSameSizes(as: state.constraint) { return false }
      if state.discardedCount == LayoutHost.mostDiscarded {
        // The host may have been told of the change that outdated it before this pass began.
        state.hasChange = true
        return false
      }
      state.discardedCount += 1
      return true
    }
  }
}
