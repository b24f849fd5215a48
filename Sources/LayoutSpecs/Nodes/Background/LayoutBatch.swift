import Dispatch

/// Many nodes, the cells of a list for example, laid out by a pool of workers on background threads, in the order in which they are needed.
///
/// ```swift
/// let batch = LayoutBatch(cells, in: .tableCell(width: 375), visible: 0..<8)
/// batch.start { batch.apply() }
/// batch.look(at: 40..<48)        // scrolled: these come next
/// ```
///
/// Nobody waits for a batch: `start(completion:)` calls back, `finish()` is awaited. Layouts can be read as they come, and are put in their
/// places in one step by `apply()`. Any thread may use it.
public final class LayoutBatch: Sendable {
  /// The nodes, as they were given.
  public let nodes: [DisplayNode]
  /// How many nodes are laid out at once at most.
  public let workerCount: Int
  private let constraint: NodeConstraint
  private let queue: DispatchQueue
  private let cancellation = LayoutCancellation()
  private let state: State

  /// - Parameters:
  ///   - nodes: What to lay out. Default of its order: the first is needed most.
  ///   - constrainedSize: The sizes that each may take.
  ///   - pixelGrid: The pixels that sizes are rounded to. Default: one pixel a point.
  ///   - visible: Which of the nodes are seen, by their places; others come after, the nearest first, those behind before those in front. Places that are none are
  ///     left out. Default: none, so that they come from the first to the last.
  ///   - workerCount: How many to lay out at once. Default: one for each core but one, so that the caller keeps one, and at least 1.
  ///   - queue: A concurrent queue for the workers. Default: the global one of the usual quality of service.
  /// - Precondition: `workerCount` is at least 1.
  public init(
    _ nodes: [DisplayNode], in constrainedSize: SizeRange, pixelGrid: PixelGrid = PixelGrid(),
    visible: Range<Int> = 0..<0, workerCount: Int = LayoutBatch.usualWorkerCount,
    queue: DispatchQueue = .global()
  ) {
    precondition(workerCount >= 1, "A batch has at least one worker")
    self.nodes = nodes
    self.workerCount = workerCount
    self.queue = queue
    constraint = NodeConstraint(constrainedSize, pixelGrid: pixelGrid)
    state = State(LayoutOrder(count: nodes.count, visible: visible))
  }

  /// One worker for each core but one, and at least 1.
  public static var usualWorkerCount: Int { max(1, activeProcessorCount() - 1) }

  /// Starts the workers. Once; a second call does nothing but add another completion.
  ///
  /// - Parameter completion: Called once on a worker's thread, or on the caller's where everything is done already: when every node is laid out, or when the
  ///   batch is cancelled and no worker is left at work. `isCancelled` tells which.
  public func start(completion: @escaping @Sendable () -> Void = {}) {
    let (isFirst, isDone) = state.start(completion, workerCount: min(workerCount, nodes.count))
    if isDone { completion() }
    guard isFirst else { return }
    for _ in 0..<min(workerCount, nodes.count) {
      queue.async { self.work() }
    }
  }

  /// Starts the workers where they are not yet at work, and waits for the end without blocking a thread.
  ///
  /// - Returns: The nodes' layouts, in the nodes' order.
  /// - Throws: `CancellationError` where the batch or the task is cancelled before all are there.
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

  /// Says which nodes are seen now. They come next, before all that was not begun.
  public func look(at visible: Range<Int>) {
    state.lock.withLock { state.order.look(at: visible) }
  }

  /// Says that no more layouts are wanted. Those that are there stay; those under way stop before the next node that would be asked what it holds.
  public func cancel() { cancellation.cancel() }

  /// Whether `cancel()` was called.
  public var isCancelled: Bool { cancellation.isCancelled }

  /// How many nodes have been laid out.
  public var finishedCount: Int { state.lock.withLock { state.layouts.count } }

  /// The places of the nodes that have been laid out, in the order in which they were finished.
  public var finishedOrder: [Int] { state.lock.withLock { state.finishedOrder } }

  /// The layout of the node at a place; nil where it is not there yet.
  public func layout(at place: Int) -> Layout? {
    state.lock.withLock { state.layouts[place]?.layout }
  }

  /// Puts everything that is laid out in its place, in one step: frames, and subnodes where a node's layout manages them.
  ///
  /// The nodes' own frames get the layout's size; where they lie is the caller's business. A node that was invalidated since is passed over, for its
  /// layout is one of another time.
  ///
  /// - Returns: The places of the nodes that were passed over.
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

  private func work() {
    while !cancellation.isCancelled, let place = state.lock.withLock({ state.order.next() }) {
      guard let layout = nodes[place].measure(in: constraint, cancellation: cancellation) else { break }
      state.lock.withLock {
        state.layouts[place] = layout
        state.finishedOrder.append(place)
      }
    }
    for completion in state.leave() { completion() }
  }

  /// What the workers share.
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

    /// Lets a worker go, and returns what is to be called after the last.
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

/// The order in which the items of a list are laid out: what is seen first, then what will be seen soon.
///
/// First come the visible items, from the first to the last. Then come those around them, nearest first, where an item behind the visible ones, in the
/// direction of scrolling, counts as half as far as one before them: two ahead, one back.
struct LayoutOrder {
  private var isTaken: [Bool]
  /// The next visible item, the next ahead and the next back; what was taken on the way is passed over.
  private var nextVisible = 0
  private var nextAhead = 0
  private var nextBack = -1
  private var visible: Range<Int>
  /// How many were taken ahead since the last one back.
  private var takenAhead = 0
  private(set) var remainingCount: Int

  init(count: Int, visible: Range<Int>) {
    isTaken = Array(repeating: false, count: count)
    remainingCount = count
    self.visible = 0..<0
    look(at: visible)
  }

  /// Notes which items are visible now. What was taken stays taken.
  mutating func look(at visible: Range<Int>) {
    self.visible = visible.clamped(to: 0..<isTaken.count)
    nextVisible = self.visible.lowerBound
    nextAhead = self.visible.upperBound
    nextBack = self.visible.lowerBound - 1
    takenAhead = 0
  }

  /// Takes the item that is needed most; nil where all are taken.
  ///
  /// - Complexity: constant on average between two changes of what is visible.
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
    remainingCount -= 1
    return item
  }
}
