// Which cells workers prepare, and which are released.

extension ListState {
  /// The rows and the cells that are looked at in one go, while the list is locked.
  private static var mostRows: Int { 4096 }
  private static var mostCells: Int { 32 }

  /// Returns the queue of a worker that is to start for the part in view, and an observer that is to be called, both
  /// without the lock.
  ///
  /// - Parameter isDue: True if a worker starts in any case. Default: false.
  mutating func startWork(isDue: Bool = false) -> (
    queue: (any LayoutQueue)?, observer: (@Sendable () -> Void)?
  ) {
    let starts = isDue || controller.workerCount == 0 && hasWork()
    if starts { controller.workerCount += 1 }
    return (starts ? controller.current?.queue : nil, observerOfEnd())
  }

  /// True if a worker should start: something is missing in the nearer half of what is prepared, or far away cells are
  /// to be released.
  private mutating func hasWork() -> Bool {
    guard controller.current != nil, controller.height > 0, !controller.hasLooked else { return false }
    if controller.sweepCount > 0 || firstUnprepared(share: 0.5) != nil || isMeasuringAll { return true }
    controller.didLook()
    return false
  }

  private var isMeasuringAll: Bool {
    controller.parameters?.measuresAllCells == true && controller.measuredEnd < rows.count
      && controller.prepared.count < RangeController.mostPrepared
  }

  mutating func nextTask() -> ListTask {
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
    guard let current = controller.current, controller.workerCount > 0,
      controller.workerCount < current.workerCount, firstUnprepared() != nil
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
      if let cell = row.cell, !needsPreparing(cell) { return false }
      return !controller.picked.contains(index)
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
  private mutating func nextUnmeasured() -> ListTask {
    let first = max(
      controller.measuredEnd, rows.indices(from: controller.top, to: .infinity).first ?? rows.count)
    let end = min(rows.count, first + Self.mostRows)
    let version = ListRow.version(version)
    var found: Int?
    rows.visit(first..<max(first, end)) { index, row in
      if row.cell.map(needsPreparing) ?? (row.version != version), !controller.picked.contains(index) {
        found = index
      }
      return found == nil
    }
    controller.measuredEnd = found.map { $0 + 1 } ?? end
    // Further, after others had the lock.
    guard let found else { return .released([]) }
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
      rows.setHeight(height, at: index, version: version)
    }
    return prepared
  }
}
