// Which cells workers prepare, and which are released.

extension ListState {
  /// The rows and the cells that are looked at in one go, while the list is locked.
  private static var mostRows: Int { 4096 }
  private static var mostCells: Int { 32 }

  /// Starts a worker for the part in view, if there is something to do, and calls `onWillReachEnd` if that part has come
  /// near to the end.
  ///
  /// - Parameter isDue: True if a worker starts in any case. Default: false.
  mutating func startWork(isDue: Bool = false) {
    if isDue || controller.workerCount == 0 && hasWork(), let queue = controller.current?.queue {
      startWorker(on: queue)
    }
    let distance = rows.height - controller.top - controller.height
    let isNear = controller.height > 0 && distance <= leadingScreensForBatching * controller.height
    if !isNear { endRevision = nil }
    guard isNear, endRevision != revision, let onWillReachEnd else { return }
    endRevision = revision
    left.call(onWillReachEnd)
  }

  /// True if a worker should start: something is missing in the nearer half of what is prepared, or far away cells are
  /// to be released.
  private mutating func hasWork() -> Bool {
    guard controller.current != nil, controller.height > 0 else { return false }
    // If there was nothing to do, the part has to move by an eighth of its height first.
    if let top = controller.lookedTop, abs(controller.top - top) < controller.height / 8 { return false }
    if controller.sweepCount > 0 || firstUnprepared(share: 0.5) != nil || isMeasuringAll { return true }
    controller.lookedTop = controller.top
    return false
  }

  private var isMeasuringAll: Bool {
    controller.parameters?.measuresAllCells == true && controller.measuredEnd < rows.count
      && controller.prepared.count < RangeController.mostPrepared
  }

  /// Does the most needed piece of a worker's work, and starts another worker if there is more.
  ///
  /// - Returns: False if nothing is left to do, and the worker ends; and the item whose cell is to be prepared, nil for
  ///   none.
  mutating func work() -> (goesOn: Bool, step: ListStep?) {
    guard let index = firstUnprepared() ?? (controller.sweepCount == 0 ? nextUnmeasured() : nil) else {
      if controller.sweepCount > 0 { sweep() } else if !isMeasuringAll { return (endWork(), nil) }
      return (true, nil)
    }
    controller.picked.insert(index)
    if let current = controller.current, controller.workerCount < current.workerCount,
      firstUnprepared() != nil
    {
      startWorker(on: current.queue)
    }
    return (true, step(at: index))
  }

  private mutating func endWork() -> Bool {
    controller.workerCount -= 1
    if controller.workerCount > 0 { return false }
    // Heights that wait for a layout change the content's height.
    if controller.parameters?.measuresAllCells == true, !controller.prepared.isEmpty { tellNeedsLayout() }
    for waiter in exchange(&controller.waiters, with: []) { left.call { waiter.resume() } }
    return false
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
      let indices = rows.indices(from: start, to: end, isTouching: true)
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

  /// Returns the index of the next cell below the part in view whose height is not known, if all are to be measured; nil
  /// if there is none, or the search is to go on after others had the lock.
  private mutating func nextUnmeasured() -> Int? {
    guard isMeasuringAll else { return nil }
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
    return found
  }

  /// Looks at some of the cells, and releases those that are far away.
  private mutating func sweep() {
    let (keptDistance, reach) = (controller.keptDistance, controller.reach)
    var released: [ListCell] = []
    for _ in 0..<min(Self.mostCells, controller.sweepCount) {
      controller.sweepCount -= 1
      let cell = controller.cells[controller.sweepCount].takeUnretainedValue()
      guard !cell.isShown, cell.worker == nil, let index = rows.index(of: cell) else { continue }
      let frame = rows.frame(at: index, width: width)
      let distance = larger(controller.top - frame.maxY, frame.minY - controller.top - controller.height)
      if distance > reach { change(cell, removing: .preload) }
      guard distance > keptDistance, cell.cellNode?.isUsed != true else { continue }
      released.append(cell)
      rows.update(index..<index + 1) {
        $1.cell = nil
        // The height of a cell that has changed stays, until another one is made.
        if cell.version != version, $1.isMeasured { $1.version = .max }
      }
      remove(cell)
    }
    left.release(released)
  }

  /// Takes the heights that workers have found below a position.
  mutating func takePrepared(below bottom: Double) {
    let prepared = exchange(&controller.prepared, with: [])
    for cell in prepared where cell.preparedVersion == version && cell.version != version {
      guard let height = cell.preparedHeight, let index = rows.index(of: cell),
        rows.frame(at: index, width: 0).minY >= bottom
      else { continue }
      cell.version = version
      rows.setHeight(height, at: index, version: version)
    }
    left.release(prepared)
  }
}
