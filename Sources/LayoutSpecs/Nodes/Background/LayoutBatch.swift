/// Lays out many nodes, such as a list's cells, on background threads, in the order in which they are needed.
///
/// ```swift
/// let batch = LayoutBatch(cells, in: .tableCell(width: 375), visible: 0..<8)
/// batch.start { batch.apply() }
/// batch.look(at: 40..<48)        // scrolled: these come next
/// ```
///
/// A batch blocks no thread. Layouts can be read as they are finished. Any thread may use a batch. A worker
/// prepares a node's texts first, unless an earlier layout did: see ``TextNode``.
public final class LayoutBatch: @unchecked Sendable {
  private let lockMemory = NodeLock.Memory()
  /// The nodes, in the given order.
  public let nodes: [DisplayNode]
  private let constraint: LayoutConstraint
  private let queue: any LayoutQueue
  private let appliesAhead: Bool
  /// One for each worker: workers check at every node whether they are cancelled, and would contend for a shared one.
  private let cancellations: [BackgroundLayout]
  private var lock: NodeLock { NodeLock(of: self) }
  // Guarded by `lock`.
  /// The indices of the nodes that no worker has begun, the most needed one last.
  private var rest: [Int]
  private var layouts: [NodeLayout?]
  private var isStarted = false
  private var busyCount = 0
  private var completions: [@Sendable () -> Void] = []

  /// - Parameters:
  ///   - nodes: The nodes to lay out, by default in this order.
  ///   - constrainedSize: The sizes that each node may have.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - visible: The indices of the visible nodes. They are laid out first, then the others by distance, as
  ///     in `look(at:)`. Out-of-range indices are ignored. Default: none, so that nodes are laid out in the
  ///     order of `nodes`.
  ///   - workerCount: The number of nodes to lay out at once. Default: the number of cores less one, which
  ///     the caller keeps, and at least 1.
  ///   - queue: A concurrent queue for the workers. Default: the global queue of default quality of service.
  ///   - appliesAhead: True if the worker that has measured a node also applies its layout, so that a node that comes into
  ///     view has its frames and subnodes already. `layoutDidFinish()` is then called on the worker's thread. Pass true for
  ///     nodes that are in no view. Default: false.
  /// - Precondition: `workerCount` is at least 1.
  public init(
    _ nodes: [DisplayNode], in constrainedSize: SizeRange, parentSize: Size? = nil,
    visible: Range<Int> = 0..<0, workerCount: Int = LayoutBatch.usualWorkerCount,
    queue: any LayoutQueue = .global(), appliesAhead: Bool = false
  ) {
    precondition(workerCount >= 1, "A batch has at least one worker")
    self.appliesAhead = appliesAhead
    constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    self.nodes = nodes
    cancellations = (0..<max(1, min(workerCount, nodes.count))).map { _ in BackgroundLayout() }
    self.queue = queue
    rest = nodes.indices.reversed()
    layouts = Array(repeating: nil, count: nodes.count)
    look(at: visible)
  }

  /// The number of cores less one, and at least 1.
  public static var usualWorkerCount: Int { max(1, activeProcessorCount() - 1) }

  /// Starts the workers. A second call only adds another completion.
  ///
  /// - Parameter completion: Called once every node is laid out, or once the batch is cancelled and its last
  ///   worker has stopped; `isCancelled` tells which. It runs on a worker's thread, or on the caller's if
  ///   everything is done already.
  public func start(completion: @escaping @Sendable () -> Void = {}) {
    let (isFirst, isDone) = lock.withLock {
      defer { isStarted = true }
      if !isStarted && !nodes.isEmpty { busyCount = cancellations.count }
      if busyCount > 0 { completions.append(completion) }
      return (!isStarted, busyCount == 0)
    }
    if isDone { return completion() }
    guard isFirst else { return }
    for cancellation in cancellations {
      queue.enqueue { self.work(until: cancellation) }
    }
  }

  /// Starts the workers unless they are running, and waits for the end without blocking a thread.
  ///
  /// - Returns: The nodes' layouts, in the nodes' order.
  /// - Throws: `CancellationError` if the batch or the task is cancelled before all layouts are finished.
  public func finish() async throws -> [Layout] {
    await withTaskCancellationHandler {
      await withCheckedContinuation { continuation in start { continuation.resume() } }
    } onCancel: {
      cancel()
    }
    let layouts = nodes.indices.compactMap { layout(at: $0) }
    guard layouts.count == nodes.count else { throw CancellationError() }
    return layouts
  }

  /// Sets the visible nodes, which are laid out before all other nodes that no worker has begun.
  ///
  /// Visible nodes come in their order. Then come the nodes around them, by distance, where a node after the
  /// visible ones counts as half as far away as a node before them: after 10..<20 come 20, 21, 9, 22, 23, 8.
  ///
  /// - Complexity: O(n log n) in the number of nodes.
  public func look(at visible: Range<Int>) {
    let visible = visible.clamped(to: nodes.indices)
    func distance(_ node: Int) -> Int {
      if node < visible.lowerBound { return 4 * (visible.lowerBound - node) + 1 }
      return node < visible.upperBound ? node - visible.upperBound : 2 * (node - visible.upperBound + 1)
    }
    lock.withLock { rest.sort { distance($0) > distance($1) } }
  }

  /// Cancels the batch. Finished layouts stay; running ones stop before the next node that would be expanded.
  public func cancel() { for cancellation in cancellations { cancellation.cancel() } }

  /// True if `cancel()` was called.
  public var isCancelled: Bool { cancellations[0].isCancelled }

  /// The number of nodes that have been laid out.
  public var finishedCount: Int { lock.withLock { layouts.count { $0 != nil } } }

  /// Returns the layout of the node at index `place`; nil if it is not finished.
  public func layout(at place: Int) -> Layout? { lock.withLock { layouts[place]?.layout } }

  /// Applies all finished layouts that are not applied yet, in one step: frames, and subnodes if a node's layout manages them.
  ///
  /// The nodes' own frames get the layouts' sizes; their positions are up to the caller.
  ///
  /// - Returns: The indices of the nodes that were invalidated since they were laid out, and so are skipped.
  @discardableResult
  public func apply() -> [Int] {
    var passedOver: [Int] = []
    for (place, layout) in lock.withLock({ layouts }).enumerated() {
      if let layout, !nodes[place].applyIfCurrent(layout) { passedOver.append(place) }
    }
    return passedOver
  }

  private func work(until cancellation: BackgroundLayout) {
    while !cancellation.isCancelled, let place = lock.withLock({ rest.popLast() }) {
      guard let layout = nodes[place].measure(in: constraint, cancellation: cancellation) else { break }
      if appliesAhead { _ = nodes[place].applyIfCurrent(layout) }
      lock.withLock { layouts[place] = layout }
    }
    let due = lock.withLock {
      busyCount -= 1
      return busyCount == 0 ? exchange(&completions, with: []) : []
    }
    for completion in due { completion() }
  }
}

// MARK: - One node

extension DisplayNode {
  /// Lays the node out on a queue, and calls back there. Returns immediately.
  ///
  /// ```swift
  /// let work = cell.layoutThatFits(.tableCell(width: 375)) { layout in … }
  /// work.cancel()
  /// ```
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may have, in points.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - queue: The queue of layout and callback. Default: the global queue of default quality of service.
  ///   - completion: Called once, with the layout, on `queue`; not called if the layout was cancelled before.
  @discardableResult
  public final func layoutThatFits(
    _ constrainedSize: SizeRange, parentSize: Size? = nil,
    on queue: any LayoutQueue = .global(), completion: @escaping @Sendable (Layout) -> Void
  ) -> BackgroundLayout {
    let cancellation = BackgroundLayout()
    let constraint = LayoutConstraint(constrainedSize, parentSize: parentSize)
    queue.enqueue {
      guard !cancellation.isCancelled,
        let layout = self.measure(in: constraint, cancellation: cancellation), !cancellation.isCancelled
      else { return }
      completion(layout.layout)
    }
    return cancellation
  }

  /// Lays the node out on a queue, and waits for it without blocking a thread.
  ///
  /// - Parameters:
  ///   - constrainedSize: The sizes that the node may have, in points.
  ///   - parentSize: The size that fractions in its style refer to. Default: the largest size in the range.
  ///   - queue: The queue of the layout. Default: the global queue of default quality of service.
  /// - Throws: `CancellationError` if the task is cancelled before the layout is finished.
  public final func layout(
    thatFits constrainedSize: SizeRange, parentSize: Size? = nil,
    on queue: any LayoutQueue = .global()
  ) async throws -> Layout {
    let batch = LayoutBatch(
      [self], in: constrainedSize, parentSize: parentSize, workerCount: 1, queue: queue)
    return try await batch.finish()[0]
  }
}
