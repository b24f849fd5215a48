/// The worker process of a run, with the cells that it has loaded.
///
/// The process starts when it is needed, and again after it has ended: the error says why the cell at work failed, and
/// the other cells are loaded again when their turn comes. One thread uses this type.
final class CellWorker {
  private let environment: RunEnvironment
  /// True if its processes count and are never timed.
  private let isCounting: Bool
  private let poolThreads: Int
  private var session: (any WorkerSession)?
  /// The loaded cells with their slots.
  private var cells: [CellID: (slot: WorkerProtocol.Slot, loaded: WorkerProtocol.LoadedCell)] = [:]
  private var nextSlot = 0

  /// - Parameter cells: the cells that will be loaded.
  init(for cells: [Cell], in environment: RunEnvironment, isCounting: Bool = false) {
    (self.environment, self.isCounting) = (environment, isCounting)
    poolThreads = cells.lazy.map(\.id.threads).max() ?? 1
  }

  /// The process identifier, for records; 0 before the first process.
  private(set) var identifier = 0

  /// Loads a cell in addition to the loaded cells, unless it is loaded.
  @discardableResult
  func load(_ cell: Cell, isChecked: Bool = false) throws(WorkerError) -> WorkerProtocol.LoadedCell {
    if let known = cells[cell.id.withoutSize] { return known.loaded }
    let slot = WorkerProtocol.Slot(number: nextSlot, poolThreads: poolThreads)
    nextSlot += 1
    let loaded = try ask { session throws(WorkerError) in
      try session.load(cell, isChecked: isChecked, slot: slot)
    }
    cells[cell.id.withoutSize] = (slot, loaded)
    return loaded
  }

  /// Unloads a cell, if it is loaded.
  func unload(_ cell: Cell) {
    guard let slot = cells.removeValue(forKey: cell.id.withoutSize)?.slot else { return }
    // If the process ends, the next one has not loaded the cell.
    try? ask { session throws(WorkerError) in try session.unload(slot) }
  }

  /// Runs a batch of a cell, which is loaded and warmed up first if the process has ended meanwhile.
  func runBatch(of cell: Cell, iterations: Int) throws(WorkerError) -> WorkerProtocol.Batch {
    if cells[cell.id.withoutSize] == nil {
      try load(cell)
      _ = try runBatch(of: cell, iterations: iterations)
    }
    let slot = cells[cell.id.withoutSize]?.slot
    return try ask { session throws(WorkerError) in
      try session.runBatch(iterations, isCounted: false, slot: slot)
    }
  }

  /// Counts a batch of a loaded cell, see `WorkerSession.count`.
  func count(_ cell: Cell, iterations: Int, atMost batches: Int) throws(WorkerError) -> WorkerProtocol.Batch {
    let slot = cells[cell.id.withoutSize]?.slot
    return try ask { session throws(WorkerError) in
      try session.count(cell, iterations: iterations, atMost: batches, slot: slot)
    }
  }

  /// Ends the process, if there is one.
  func end() {
    session?.end()
    session = nil
    cells = [:]
  }

  private func ask<Answer>(
    _ question: (any WorkerSession) throws(WorkerError) -> Answer
  ) throws(WorkerError) -> Answer {
    let session = if let session { session } else { try environment.startWorker(isCounting) }
    self.session = session
    identifier = session.identifier
    do throws(WorkerError) {
      return try question(session)
    } catch {
      if error.isLost { end() }
      throw error
    }
  }
}

extension CellWorker {
  /// Loads cells and checks their frames, once for all that differ only in threads and modes. Returns the measured cells with
  /// their sizes, and the other cells with their reasons, and with advice for the user if there is any.
  func load(_ cells: [Cell]) -> (cells: [Cell], refused: [CellOutcome], remedies: [String]) {
    var checked: (cells: [Cell], refused: [CellOutcome], remedies: [String]) = ([], [], [])
    var latest: (job: CellID, failure: WorkerError?)?
    for var cell in cells {
      let job = cell.id.with(\.threads, 1).with(\.pool, .serialQueues)
      do throws(WorkerError) {
        let isChecked = latest?.job == job
        if isChecked, let failure = latest?.failure { throw failure }
        let loaded = try load(cell, isChecked: !isChecked)
        latest = (job, nil)
        (cell.id.nodeCount, cell.id.depth) = (loaded.nodeCount, loaded.depth)
        (cell.splitsLayouts, cell.byteCount) = (loaded.splitsLayouts ?? false, loaded.byteCount)
        checked.cells.append(cell)
      } catch {
        latest = (job, error)
        let outcome = error.isRefusal ? CellOutcome.leftOut : CellOutcome.failed
        checked.refused.append(outcome(cell.id, error.sentence))
        if let remedy = error.remedy, !checked.remedies.contains(remedy) { checked.remedies.append(remedy) }
      }
    }
    return checked
  }
}

extension SampleRecord {
  /// Makes the sample of a batch, to which a run or a comparison adds its own facts. Times are of timed batches only.
  init(
    _ batch: WorkerProtocol.Batch, of cell: CellID, runID: String, utc: String, _ place: SampleRecord.Place,
    iterations: Int,
    pid: Int
  ) {
    self.init(
      runID: runID, sequence: 0, utc: utc, pass: place.pass, cell: cell, pid: pid, round: place.round,
      order: place.order, phase: place.phase, iterations: iterations, allocCount: batch.allocCount,
      allocBytes: batch.allocBytes, peakResidentBytes: batch.peakResidentBytes, checksum: batch.checksum,
      pageFaults: batch.pageFaults, voluntaryContextSwitches: batch.voluntaryContextSwitches)
    guard place.pass == .time else { return }
    (wallNanoseconds, cpuNanoseconds) = (batch.wallNanoseconds, batch.cpuNanoseconds)
    (queueWaitNanoseconds, busyNanoseconds) = (batch.queueWaitNanoseconds, batch.busyNanoseconds)
    involuntaryContextSwitches = batch.involuntaryContextSwitches
  }
}
