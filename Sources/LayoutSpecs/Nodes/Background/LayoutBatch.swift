import Dispatch

/// Lays out many nodes, such as a list's cells, on background threads, in the order in which they are needed.
///
/// ```swift
/// let batch = LayoutBatch(cells, in: .tableCell(width: 375), visible: 0..<8)
/// batch.start { batch.apply() }
/// batch.look(at: 40..<48)        // scrolled: these come next
/// ```
///
/// A batch blocks nobody. Layouts can be read as they come. Any thread may use a batch. A worker that comes to a
/// node prepares its texts first, unless an earlier layout did: see ``TextNode``.
public final class LayoutBatch: Sendable {
  /// The nodes, in the given order.
  public let nodes: [DisplayNode]
  /// The largest number of nodes that are laid out at once.
  package let workerCount: Int
  private let constraint: LayoutConstraint
  private let queue: DispatchQueue
  /// One for each worker, because they ask at every node: with one for all they would wait for each other.
  private let cancellations: [BackgroundLayout]
  private let state: State

  /// - Parameters:
  ///   - nodes: The nodes to lay out, by default in this order.
  ///   - constrainedSize: The sizes that each node may have.
  ///   - visible: The indices of the visible nodes. They come first, then the rest by distance, items ahead
  ///     first. Out-of-range indices are ignored. Default: none, so that nodes come from the first to the
  ///     last.
  ///   - workerCount: The number of nodes to lay out at once. Default: the number of cores less one, which
  ///     the caller keeps, and at least 1.
  ///   - queue: A concurrent queue for the workers. Default: the global queue of default quality of service.
  /// - Precondition: `workerCount` is at least 1.
  public init(
    _ nodes: [DisplayNode], in constrainedSize: SizeRange,
    visible: Range<Int> = 0..<0, workerCount: Int = LayoutBatch.usualWorkerCount,
    queue: DispatchQueue = .global()
  ) {
    precondition(workerCount >= 1, "A batch has at least one worker")
    self.nodes = nodes
    self.workerCount = workerCount
    cancellations = (0..<max(1, min(workerCount, nodes.count))).map { _ in BackgroundLayout() }
    self.queue = queue
    constraint = LayoutConstraint(constrainedSize)
    state = State(LayoutOrder(count: nodes.count, visible: visible))
  }

  /// The number of cores less one, and at least 1.
  public static var usualWorkerCount: Int { max(1, activeProcessorCount() - 1) }

  /// Starts the workers. A second call only adds another completion.
  ///
  /// - Parameter completion: Called once every node is laid out, or once the batch is cancelled and its last
  ///   worker has stopped; `isCancelled` tells which. It runs on a worker's thread, or on the caller's if
  ///   everything is done already.
  public func start(completion: @escaping @Sendable () -> Void = {}) {
    let (isFirst, isDone) = state.start(completion, workerCount: min(workerCount, nodes.count))
    if isDone { completion() }
    guard isFirst && !isDone else { return }
    for cancellation in cancellations {
      queue.async { self.work(until: cancellation) }
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

  /// Sets the visible nodes. They come next, before all others that have not begun.
  public func look(at visible: Range<Int>) {
    state.lock.withLock { state.order.look(at: visible) }
  }

  /// Cancels the batch. Finished layouts stay; running ones stop before the next node that would be expanded.
  public func cancel() { for cancellation in cancellations { cancellation.cancel() } }

  /// True if `cancel()` was called.
  public var isCancelled: Bool { cancellations[0].isCancelled }

  /// The number of nodes that have been laid out.
  public var finishedCount: Int { state.lock.withLock { state.layouts.count } }

  /// The indices of the nodes that have been laid out, in the order in which they were finished.
  package var finishedOrder: [Int] { state.lock.withLock { state.finishedOrder } }

  /// Returns the layout of the node at index `place`; nil if it is not finished.
  public func layout(at place: Int) -> Layout? {
    state.lock.withLock { state.layouts[place]?.layout }
  }

  /// Applies all finished layouts, in one step: frames, and subnodes if a node's layout manages them.
  ///
  /// The nodes' own frames get the layouts' sizes; their positions are up to the caller.
  ///
  /// - Returns: The indices of the nodes that were invalidated since, and so are skipped.
  @discardableResult
  public func apply() -> [Int] {
    let layouts = state.lock.withLock { state.layouts }
    var passedOver: [Int] = []
    for (place, layout) in layouts.sorted(by: { $0.key < $1.key }) {
      let isCurrent = nodes[place].lock.withLock { nodes[place].cache.version == layout.version }
      if isCurrent { nodes[place].apply(layout) } else { passedOver.append(place) }
    }
    return passedOver
  }

  private func work(until cancellation: BackgroundLayout) {
    while !cancellation.isCancelled, let place = state.lock.withLock({ state.order.next() }) {
      guard let layout = nodes[place].measure(in: constraint, cancellation: cancellation) else { break }
      state.lock.withLock {
        state.layouts[place] = layout
        state.finishedOrder.append(place)
      }
    }
    for completion in state.leave() { completion() }
  }

  /// The state that the workers share. Guarded by `lock`.
  private final class State: @unchecked Sendable {
    let lock = NodeLock()
    var order: LayoutOrder
    var layouts: [Int: NodeLayout] = [:]
    var finishedOrder: [Int] = []
    private var isStarted = false
    private var busyCount = 0
    private var completions: [@Sendable () -> Void] = []

    init(_ order: LayoutOrder) { self.order = order }

    deinit { lock.destroy() }

    func start(_ completion: @escaping @Sendable () -> Void, workerCount: Int) -> (
      isFirst: Bool, isDone: Bool
    ) {
      lock.withLock {
        let isFirst = !isStarted
        if isFirst { busyCount = workerCount }
        isStarted = true
        if busyCount == 0 { return (isFirst, true) }
        completions.append(completion)
        return (isFirst, false)
      }
    }

    /// Removes a worker, and returns the completions to call after the last one.
    func leave() -> [@Sendable () -> Void] {
      lock.withLock {
        busyCount -= 1
        guard busyCount == 0 else { return [] }
        defer { completions = [] }
        return completions
      }
    }
  }
}

/// The order in which a list's items are laid out: visible ones first, then those that will soon be visible.
///
/// Visible items come from the first to the last. Then come those around them by distance, where an item
/// behind the visible ones, in the direction of scrolling, counts as half as far as one before them: two
/// ahead, one back.
struct LayoutOrder {
  private var isTaken: [Bool]
  /// The next visible item, the next ahead and the next back. Taken items on the way are skipped.
  private var nextVisible = 0
  private var nextAhead = 0
  private var nextBack = -1
  private var visible: Range<Int>
  /// The number of items taken ahead since the last one back.
  private var takenAhead = 0

  init(count: Int, visible: Range<Int>) {
    isTaken = Array(repeating: false, count: count)
    self.visible = 0..<0
    look(at: visible)
  }

  /// Sets the visible items. Taken items stay taken.
  mutating func look(at visible: Range<Int>) {
    self.visible = visible.clamped(to: 0..<isTaken.count)
    nextVisible = self.visible.lowerBound
    nextAhead = self.visible.upperBound
    nextBack = self.visible.lowerBound - 1
    takenAhead = 0
  }

  /// Takes the most needed item; nil if all are taken.
  ///
  /// - Complexity: constant on average between two changes of the visible items.
  mutating func next() -> Int? {
    while nextVisible < visible.upperBound && isTaken[nextVisible] { nextVisible += 1 }
    if nextVisible < visible.upperBound { return take(nextVisible) }
    while nextAhead < isTaken.count && isTaken[nextAhead] { nextAhead += 1 }
    while nextBack >= 0 && isTaken[nextBack] { nextBack -= 1 }
    if nextAhead < isTaken.count && (takenAhead < 2 || nextBack < 0) {
      takenAhead += 1
      return take(nextAhead)
    }
    guard nextBack >= 0 else { return nil }
    takenAhead = 0
    return take(nextBack)
  }

  private mutating func take(_ item: Int) -> Int {
    isTaken[item] = true
    return item
  }
}
