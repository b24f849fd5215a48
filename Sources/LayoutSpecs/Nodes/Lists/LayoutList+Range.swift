// Preparing cells around the part in view. Each worker takes the cell that is needed most, one after the other, so
// what has been passed by is never begun.

extension LayoutList {
  /// How far around the part in view cells are made, measured and applied on other threads, and how many are kept.
  /// Default: nil; cells are made and measured by the layout that needs them, and all are kept.
  ///
  /// ```swift
  /// list.tuningParameters = RangeTuningParameters()
  /// ```
  ///
  /// Each layout of the list tells it what is in view, in which direction it moves and how fast. A layout that comes
  /// to a cell while it is being measured waits for that, so code of cells must not wait for the thread that lays
  /// out. `layoutDidFinish()` of a cell that is out of view is called on a worker's thread. After
  /// `layOutReady(from:to:)`, cells in view that are missing are prepared first, and `onNeedsLayout` tells that one is
  /// there.
  ///
  /// Source: the tuning parameters of Texture's `ASTableNode`.
  public var tuningParameters: RangeTuningParameters? {
    get { lock.withLock { state.controller.parameters } }
    set { lock.replace { exchange(&state.controller.parameters, with: newValue) } }
  }

  /// Prepares a part of the list that is not in view yet, and the cells around it, and returns once that is done: for
  /// a screen that is to appear with all its cells.
  ///
  /// Without `tuningParameters` it uses those by default, for this time. If the part that is in view changes meanwhile,
  /// the cells around the new one are prepared instead.
  ///
  /// - Parameters:
  ///   - top: The beginning of the part, in points from the list's top.
  ///   - bottom: The end of the part, likewise. A part without a height, or with an infinite one, has nothing to
  ///     prepare.
  public func prepare(from top: Double, to bottom: Double) async {
    await withCheckedContinuation { continuation in
      follow(
        lock.withLock {
          state.controller.waiters.append(continuation)
          // A part that is asked for was not scrolled to, however far away it is: a dash passes over the cells in view.
          state.controller.look(
            from: top, to: bottom, movedBy: top - state.controller.top, isMissing: true)
          return state.startWork(isDue: true)
        })
    }
  }

  /// Takes the part that is in view, and starts a worker if there is something to do; see `ListState`.
  func look(
    from top: Double, to bottom: Double, movedBy distance: Double = 0, isMissing: Bool = false
  ) {
    follow(
      lock.withLock {
        state.controller.look(from: top, to: bottom, movedBy: distance, isMissing: isMissing)
        return state.startWork()
      })
  }

  /// Returns the indices of the cells in a part that was laid out last, if nothing has changed since; nil if something
  /// has, or if the layout is animated. Most frames of a list that scrolls bring no cell.
  func settledIndices(
    from top: Double, to bottom: Double, movedBy distance: Double = 0, _ animation: ListAnimation?
  ) -> Range<Int>? {
    if animation != nil { return nil }
    let settled = lock.withLock {
      state.settledIndices(from: top, to: bottom).map { indices in
        state.controller.look(from: top, to: bottom, movedBy: distance, isSettled: true)
        return (indices, state.startWork())
      }
    }
    guard let (indices, next) = settled else { return nil }
    follow(next)
    return indices
  }

  private func follow(_ next: (queue: (any LayoutQueue)?, observer: (@Sendable () -> Void)?)) {
    if let queue = next.queue { startWorker(on: queue) }
    next.observer?()
  }

  private func startWorker(on queue: any LayoutQueue) {
    // A list that nobody else holds needs no cells.
    queue.enqueue { [weak self] in
      while let list = self, list.work() {}
    }
  }

  /// Does the most needed piece of work. Returns false if there is none, and the worker ends.
  private func work() -> Bool {
    let (task, next) = lock.withLock { (state.nextTask(), state.queueOfNextWorker()) }
    if let next { startWorker(on: next) }
    switch task {
    case .prepare(let step): prepare(step)
    case .released(let cells):
      tellInterfaceStates()
      withExtendedLifetime(cells) {}
    case .end(let waiters, let observer):
      observer?()
      for waiter in waiters { waiter.resume() }
      return false
    }
    return true
  }

  /// Makes and measures a cell, and applies its layout unless it is in view.
  private func prepare(_ step: ListStep) {
    guard let cell = cell(for: step) else { return }
    let thread = ThreadState.current.toOpaque()
    let (version, round, width) = lock.withLock { () -> (Int?, Int, Double) in
      let isFree = cell.leaf != nil && state.needsPreparing(cell)
      if step.revision == state.revision { state.controller.picked.remove(step.index) }
      guard isFree, cell.traitsVersion == state.traitsVersion else { return (nil, 0, 0) }
      // From here on a change of the node, of the width or of the traits makes it outdated again.
      (cell.worker, cell.preparedVersion, cell.preparedRound) = (
        thread, state.version, state.controller.round
      )
      NodeLock(of: cell).lock()
      return (state.version, state.controller.round, state.width(of: cell))
    }
    guard let version else { return }
    // Without a cancellation there is always a layout.
    let layout = cell.node.measure(in: LayoutConstraint(.tableCell(width: width)), cancellation: nil)!
    if lock.withLock({ !cell.isShown }) { _ = cell.node.applyIfCurrent(layout) }
    NodeLock(of: cell).unlock()
    let (changed, observer) = lock.withLock { () -> (CellNode?, (@Sendable () -> Void)?) in
      cell.worker = nil
      state.controller.passed(rounds: state.controller.round - round)
      guard cell.preparedVersion == version, version == state.version, cell.leaf != nil else {
        return (nil, nil)
      }
      if cell.version != version {
        cell.preparedHeight = state.rows.pixels(layout.layout.size.height)
        state.controller.prepared.append(cell)
      }
      let isAwaited = state.controller.isAwaited && state.isInView(cell)
      return (cell.cellNode?.change(adding: .preload), isAwaited ? state.observerToTell() : nil)
    }
    changed?.interfaceStateDidChange()
    observer?()
  }
}
