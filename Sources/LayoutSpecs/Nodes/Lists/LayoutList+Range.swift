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
      change {
        state.controller.waiters.append(continuation)
        // A part that is asked for was not scrolled to, however far away it is: a dash passes over the cells in view.
        state.controller.look(
          from: top, to: bottom, movedBy: top - state.controller.top, isMissing: true)
        state.startWork(isDue: true)
      }
    }
  }

  /// Does the most needed piece of work. Returns false if there is none, and the worker ends.
  func work() -> Bool {
    let (goesOn, step) = change { state.work() }
    if let step { prepare(step) }
    return goesOn
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
    change {
      cell.worker = nil
      state.controller.passed(rounds: state.controller.round - round)
      guard cell.preparedVersion == version, version == state.version, cell.leaf != nil else { return }
      if cell.version != version {
        cell.preparedHeight = state.rows.pixels(layout.layout.size.height)
        state.controller.prepared.append(cell)
      }
      state.change(cell, adding: .preload)
      if state.controller.isAwaited, state.isInView(cell) { state.tellNeedsLayout() }
    }
  }
}
