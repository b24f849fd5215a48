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
      lock.withLock { state.controller.waiters.append(continuation) }
      look(from: top, to: bottom, isMissing: true, isDue: true)
    }
  }

  /// Takes the part that is in view, and starts a worker if there is something to do.
  ///
  /// - Parameters:
  ///   - distance: The points by which content above has moved the part since the last layout. Default: 0.
  ///   - isMissing: True if cells in the part are missing. Default: false.
  ///   - isDue: True if a worker starts in any case. Default: false.
  func look(
    from top: Double, to bottom: Double, movedBy distance: Double = 0, isMissing: Bool = false,
    isDue: Bool = false
  ) {
    let (queue, reachesEnd) = lock.withLock {
      state.controller.look(from: top, to: bottom, movedBy: distance)
      state.controller.isAwaited = isMissing
      let isFree = isDue || state.controller.workerCount == 0 && state.hasWork
      if isFree { state.controller.workerCount += 1 }
      return (isFree ? state.controller.current?.queue : nil, state.observerOfEnd())
    }
    if let queue { startWorker(on: queue) }
    reachesEnd?()
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
    case .look: break
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
  private func prepare(_ step: ListStep<Item>) {
    guard let cell = cell(for: step) else { return }
    let thread = ThreadState.current.toOpaque()
    let (version, round, width) = lock.withLock { () -> (Int?, Int, Double) in
      let isFree = cell.leaf != nil && cell.worker == nil && state.needsPreparing(cell)
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
      state.controller.add(rounds: state.controller.round - round)
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

/// A piece of a worker's work.
enum ListTask<Item: Hashable & Sendable> {
  case prepare(ListStep<Item>)
  /// Nothing yet: look further, after others had the lock.
  case look
  /// Cells that were released, to be freed without the lock.
  case released([ListCell])
  /// Nothing is left to do.
  case end(waiters: [CheckedContinuation<Void, Never>], observer: (@Sendable () -> Void)?)
}

extension LayoutList.State {
  /// The rows and the cells that are looked at in one go, while the list is locked.
  private static var mostRows: Int { 4096 }
  private static var mostCells: Int { 32 }

  /// True if a worker should start: something is missing in the nearer half of what is prepared, or far away cells are
  /// to be released.
  var hasWork: Bool {
    guard controller.current != nil, controller.height > 0 else { return false }
    return controller.sweepCount > 0 || firstUnprepared(share: 0.5) != nil || isMeasuringAll
  }

  private var isMeasuringAll: Bool {
    controller.parameters?.measuresAllCells == true && controller.measuredEnd < rows.count
      && controller.prepared.count < RangeController.mostPrepared
  }

  mutating func nextTask() -> ListTask<Item> {
    if let index = firstUnprepared() {
      controller.picked.insert(index)
      return .prepare(step(at: index))
    }
    if controller.sweepCount > 0 { return .released(sweep()) }
    if isMeasuringAll { return nextUnmeasured() }
    controller.workerCount -= 1
    guard controller.workerCount == 0 else { return .end(waiters: [], observer: nil) }
    // Heights that wait for a layout change the content's height.
    let isChanged = controller.parameters?.measuresAllCells == true && !controller.prepared.isEmpty
    return .end(
      waiters: exchange(&controller.waiters, with: []), observer: isChanged ? observerToTell() : nil)
  }

  /// Returns the queue for one more worker, if there is work for it.
  mutating func queueOfNextWorker() -> (any LayoutQueue)? {
    guard let current = controller.current, 1..<current.workerCount ~= controller.workerCount,
      firstUnprepared() != nil
    else { return nil }
    controller.workerCount += 1
    return current.queue
  }

  /// Returns `onWillReachEnd`, to be called without the lock, if the part in view has come near to the end.
  mutating func observerOfEnd() -> (@Sendable () -> Void)? {
    let distance = rows.height - controller.top - controller.height
    let isNear = controller.height > 0 && distance <= leadingScreensForBatching * controller.height
    if !isNear { endRevision = nil }
    guard isNear, endRevision != revision, let onWillReachEnd else { return nil }
    endRevision = revision
    return onWillReachEnd
  }

  func isInView(_ cell: ListCell) -> Bool {
    guard let frame = rows.frame(of: cell, width: width) else { return false }
    return frame.minY < controller.top + controller.height && frame.maxY > controller.top
  }

  /// True if a worker may begin with a cell: once after each layout, so that a cell that changes whenever it is
  /// measured does not keep it busy.
  func needsPreparing(_ cell: ListCell) -> Bool {
    cell.version != version && cell.preparedVersion != version && cell.worker == nil
      && cell.preparedRound != controller.round
  }

  /// Returns the index of the cell that is needed most and that no worker has prepared or begun; nil if there is none.
  private func firstUnprepared(share: Double = 1) -> Int? {
    func isNeeded(_ index: Int, _ row: ListRow) -> Bool {
      row.cell.map(needsPreparing) ?? true && !controller.picked.contains(index)
    }
    let (top, bottom) = (controller.top, controller.top + controller.height)
    for part in controller.parts(share: share) {
      var found: Int?
      // Heights that are known but not taken count, so that no more is prepared than the part needs.
      func height(_ row: ListRow) -> Double {
        let isKnown = row.cell?.preparedVersion == version
        let height = rows.points(isKnown ? row.cell?.preparedHeight ?? row.height : row.height)
        return row.hasOwnLine ? height : height / Double(rows.grid.count)
      }
      // A part behind the view is looked at towards the view's other end.
      let isUpward = (part.upperBound > -controller.height) == controller.isUpward
      let (start, end) =
        controller.isUpward
        ? (top - part.upperBound, top - part.lowerBound)
        : (bottom + part.lowerBound, bottom + part.upperBound)
      let indices = rows.indices(touching: start, to: end)
      guard let first = indices.first else { continue }
      if isUpward {
        var y = rows.frame(at: indices.upperBound - 1, width: 0).maxY
        for (offset, row) in rows.rows(in: indices).enumerated().reversed() {
          if y <= start { break }
          if isNeeded(first + offset, row) { return first + offset }
          y -= height(row)
        }
      } else {
        var y = rows.frame(at: first, width: 0).minY
        rows.visit(indices) { index, row in
          if y >= end { return false }
          if isNeeded(index, row) { found = index }
          y += height(row)
          return found == nil
        }
      }
      if let found { return found }
    }
    return nil
  }

  /// Returns the next cell below the part in view whose height is not known.
  private mutating func nextUnmeasured() -> ListTask<Item> {
    let first = max(
      controller.measuredEnd, rows.indices(from: controller.top, to: .infinity).first ?? rows.count)
    let end = min(rows.count, first + Self.mostRows)
    let version = Int32(truncatingIfNeeded: version)
    var found: Int?
    rows.visit(first..<max(first, end)) { index, row in
      if row.cell.map(needsPreparing) ?? (row.version != version), !controller.picked.contains(index) {
        found = index
      }
      return found == nil
    }
    controller.measuredEnd = found.map { $0 + 1 } ?? end
    guard let found else { return .look }
    controller.picked.insert(found)
    return .prepare(step(at: found))
  }

  /// Looks at some of the cells, releases those that are far away, and returns them.
  private mutating func sweep() -> [ListCell] {
    let (keptDistance, reach) = (controller.keptDistance, controller.reach)
    var released: [ListCell] = []
    for _ in 0..<min(Self.mostCells, controller.sweepCount) {
      controller.sweepCount -= 1
      let cell = controller.cells[controller.sweepCount].takeUnretainedValue()
      guard !cell.isShown, cell.worker == nil, let frame = rows.frame(of: cell, width: width) else {
        continue
      }
      let distance = larger(controller.top - frame.maxY, frame.minY - controller.top - controller.height)
      if distance > reach, let changed = cell.cellNode?.change(adding: [], removing: .preload) {
        changedCells.append(changed)
      }
      guard distance > keptDistance, cell.cellNode?.isUsed != true, let index = rows.index(of: cell) else {
        continue
      }
      released.append(cell)
      rows.update(index..<index + 1) {
        $1.cell = nil
        // The height of a cell that has changed stays, until another one is made.
        if cell.version != version, $1.isMeasured { $1.version = .max }
      }
      remove(cell)
    }
    return released
  }

  /// Takes the heights that workers have found below a position, and returns their cells.
  mutating func takePrepared(below bottom: Double) -> [ListCell] {
    let prepared = exchange(&controller.prepared, with: [])
    for cell in prepared where cell.preparedVersion == version && cell.version != version {
      guard let height = cell.preparedHeight, let index = rows.index(of: cell),
        rows.frame(at: index, width: 0).minY >= bottom
      else { continue }
      cell.version = version
      rows.update(index..<index + 1) {
        ($1.height, $1.version) = (height, Int32(truncatingIfNeeded: version))
      }
    }
    return prepared
  }
}
