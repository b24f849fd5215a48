import Foundation

/// Carries out a plan: calibrates, warms up and takes samples of all cells in turns. Then, when nothing is
/// left to be timed, counts allocations and records latencies cell by cell.
///
/// A run is used once, by one thread, which waits while the workers work. One pool, as wide as the widest
/// cell, serves all cells. Every measured cell stays loaded until the rounds end, because its turn comes in
/// each round; after them each is loaded alone.
package final class MeasuringRun {
  let plan: RunPlan
  let identity: RunIdentity
  let observer: any MeasuringObserver
  let environment: RunEnvironment
  private let startNanoseconds: UInt64

  var entries: [RunEntry] = []
  let pool: WorkerPool
  private var nextSequence: Int
  private var unitsDone = 0
  private var roundsAreOver = false
  /// The end of the rounds, in nanoseconds since the start; nil = when all are finished.
  private var roundsEnd: UInt64?
  /// The least duration of a batch with this clock.
  private(set) lazy var targetNanoseconds = plan.calibration.batchNanoseconds(
    clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
  /// True if allocations can be counted.
  private(set) lazy var canCount =
    environment.allocationCounter.threadAllocatedBytes() != nil
    || environment.allocationCounter.threadAllocationCount() != nil
  /// The number of units of each cell that no earlier part of the run has finished.
  private let unitsToDo: [Int]

  /// - Parameters:
  ///   - plan: the cells to measure. No two may have equal descriptions, and none may have more threads than
  ///     `WorkerPool.maximumThreads`.
  ///   - identity: what all rows have in common.
  ///   - observer: is told what is measured, as it is.
  ///   - environment: clocks and counters; by default the machine's own.
  package init(
    plan: RunPlan, identity: RunIdentity, observer: any MeasuringObserver,
    environment: RunEnvironment = RunEnvironment()
  ) {
    precondition(
      Set(plan.cells.map(\.id)).count == plan.cells.count, "Every cell of a plan is its own.")
    self.plan = plan
    self.identity = identity
    self.observer = observer
    self.environment = environment
    nextSequence = identity.firstSequence
    pool = WorkerPool(
      threads: plan.cells.lazy.map(\.id.threads).max() ?? 1, clock: environment.clock)
    unitsToDo = plan.cells.map { plan.unitsToDo($0.id) }
    startNanoseconds = environment.clock.wallNanoseconds()
  }

  /// Measures until every round is finished, the budget is used up or the run is interrupted.
  ///
  /// - Throws: the errors of the observer, after which nothing more is measured.
  package func run() throws -> RunOutcome {
    defer { pool.shutDown() }
    for index in plan.cells.indices { try prepare(index) }
    var ending = try measureRounds()
    roundsAreOver = true
    settleCells()
    for index in entries.indices { unload(index) }
    let isWhole = try passOverCells()
    if !isWhole && ending == .complete { ending = .budget }
    if environment.interruption.isRequested { ending = .interrupted }
    return RunOutcome(
      cells: entries.map(\.outcome), ending: ending, elapsedNanoseconds: elapsedNanoseconds)
  }

  // MARK: Before the rounds

  /// Loads, calibrates and warms up a cell, unless there is nothing to measure of it.
  private func prepare(_ index: Int) throws {
    let cell = plan.cells[index].id
    let earlier = plan.earlier[cell]
    entries.append(RunEntry(cell: cell, earlier: earlier))
    if let failure = earlier?.failure { return drop(index, .failed, failure) }
    if unitsToDo[index] == 0 { return }
    if environment.interruption.isRequested {
      if earlier == nil { entries[index].leaveOut("The run was interrupted before its turn.") }
      return
    }
    guard load(index), let result = calibrate(index) else { return }
    observer.cellCalibrated(cell, result)
    for round in 0..<max(plan.warmups(batchNanoseconds: result.batchNanoseconds), 0)
    where entries[index].isActive && !environment.interruption.isRequested {
      try takeSample(index, phase: .warmup, round: round, order: index)
    }
  }

  /// Makes a cell's workers; returns false if the cell has failed.
  func load(_ index: Int) -> Bool {
    let cell = plan.cells[index]
    do {
      entries[index].loaded = try pool.load(
        threads: cell.id.threads, dispatch: cell.id.pool, makeWorker: cell.makeWorker)
      return true
    } catch {
      drop(index, .failed, "It could not be prepared: \(error)")
      return false
    }
  }

  /// Determines the size of a loaded cell's batches; nil if the cell will not be measured.
  func calibrate(_ index: Int) -> CalibrationResult? {
    guard let loaded = entries[index].loaded else { return nil }
    let limit = Double(plan.perJobLimit.nanoseconds)
    let result: CalibrationResult
    do throws(WorkerError) {
      // A resumed run keeps its batch sizes, so that all samples of a cell are of one kind.
      if let earlier = plan.earlier[plan.cells[index].id] {
        result = earlier.calibration(threads: loaded.threads)
      } else {
        result = try plan.calibration.calibrate(
          loaded, in: pool, batchNanoseconds: targetNanoseconds, stopAfterJobNanoseconds: limit)
      }
    } catch {
      drop(index, .failed, error.description)
      return nil
    }
    guard result.jobNanoseconds <= limit else {
      let tenths = (result.jobNanoseconds / 1e8).rounded() / 10
      drop(
        index, .leftOut, "One job takes \(tenths) s, above the limit of \(plan.perJobLimit).")
      return nil
    }
    entries[index].begin(result)
    return result
  }

  /// Ends the measuring of a cell and says so to the observer.
  func drop(
    _ index: Int, _ status: CellOutcome.Status, _ reason: String
  ) {
    unload(index)
    entries[index].outcome.status = status
    entries[index].outcome.reason = reason
    observer.cellDropped(entries[index].outcome)
  }

  /// Destroys a cell's workers, if it has any.
  func unload(_ index: Int) {
    if let loaded = entries[index].loaded { pool.unload(loaded) }
    entries[index].loaded = nil
  }

  // MARK: The rounds

  private func measureRounds() throws -> RunEnding {
    roundsEnd = plan.budget.map { endOfRounds(budget: $0.nanoseconds) }
    for round in 0..<max(plan.rounds, 0) {
      for (order, index) in plan.order(ofRound: round).enumerated() where entries[index].isActive {
        if environment.interruption.isRequested { return .interrupted }
        if round > 0, let roundsEnd, elapsedNanoseconds >= roundsEnd { return .budget }
        let unit = WorkUnit(cell: plan.cells[index].id, round: round)
        if plan.completed.contains(unit) { continue }
        try takeSample(index, phase: .measure, round: round, order: order)
      }
    }
    return environment.interruption.isRequested ? .interrupted : .complete
  }

  /// Returns when the rounds have used up their part of a budget.
  private func endOfRounds(budget: UInt64) -> UInt64 {
    let passes = entries.indices.filter { entries[$0].isActive }.reduce(0.0) { sum, index in
      sum
        + RunEstimate.passNanoseconds(
          of: plan.cells[index].id, plan, batch: entries[index].batchNanoseconds,
          counts: canCountAnything, countsInHardware: environment.countInHardware != nil)
    }
    return budget - min(UInt64(min(passes, 1e18)), budget / 2)
  }

  private func takeSample(
    _ index: Int, phase: SamplePhase, round: Int, order: Int
  ) throws {
    guard let loaded = entries[index].loaded else { return }
    let before = environment.startReading()
    let batch = pool.runBatch(of: loaded, iterations: entries[index].iterations)
    let reading = environment.finishReading(before)
    let place = SamplePlace(pass: .time, phase: phase, round: round, order: order)
    try record(batch, of: index, place, reading)
  }

  /// Judges a batch and passes its sample to the observer. If the batch cannot be trusted, the cell fails.
  /// There is no sample of a worker that could not go on, since it gave no figures.
  func record(
    _ batch: BatchResult, of index: Int, _ place: SamplePlace, _ reading: RunEnvironment.Reading
  ) throws {
    guard let loaded = entries[index].loaded else { return }
    if let failure = batch.failure { return drop(index, .failed, failure) }
    let status = entries[index].judge(batch)
    if place.pass == .time && place.phase == .measure {
      unitsDone += 1
      if status == .ok { entries[index].outcome.sampleCount += 1 }
    }
    var record = SampleRecord(
      runID: identity.runID, shard: identity.shard, sequence: nextSequence,
      utc: environment.now().iso8601, pass: place.pass, revision: identity.revision,
      cell: plan.cells[index].id, pid: Int(getpid()), round: place.round, order: place.order,
      phase: place.phase, iterations: batch.iterations, allocCount: batch.allocCount,
      allocBytes: batch.allocBytes, peakResidentBytes: reading.peakResidentBytes,
      involuntaryContextSwitches: loaded.timesItself ? nil : reading.involuntaryContextSwitches,
      stealTicks: reading.stealTicks, checksum: batch.checksum, status: status)
    if place.pass == .time {
      record.wallNanoseconds = batch.wallNanoseconds
      record.cpuNanoseconds = batch.cpuNanoseconds
      record.queueWaitNanoseconds = batch.queueWaitNanoseconds
      record.busyNanoseconds = batch.busyNanoseconds
      record.byteCount = plan.cells[index].byteCount.map { UInt64(clamping: $0 * batch.iterations) }
    }
    if let hardware = reading.hardware {
      record.instructionCount = hardware.count(of: "instructions", jobs: batch.iterations)
      record.cycleCount = hardware.count(of: "cycles", jobs: batch.iterations)
      record.branchMissCount = hardware.count(of: "branch-misses", jobs: batch.iterations)
      record.cacheMissCount = hardware.count(of: "cache-misses", jobs: batch.iterations)
    }
    nextSequence += 1
    try observer.sampleTaken(record, progress: progress)
    if status != .ok {
      drop(index, .failed, entries[index].reason(for: status, of: batch))
    }
  }

  // MARK: After the rounds

  private func settleCells() {
    for index in entries.indices {
      let cell = plan.cells[index].id
      entries[index].outcome.sampleCount += plan.earlier[cell]?.sampleCount ?? 0
      guard entries[index].outcome.status == .measured, entries[index].outcome.sampleCount == 0,
        !plan.completed.contains(where: { $0.cell == cell })
      else { continue }
      entries[index].leaveOut("The run ended before its first sample.")
    }
    failCellsThatDependOnThreads()
  }

  /// Fails cells whose checksum depends on threads. Cells that differ only in threads or dispatch mode run
  /// the same job and must have the same checksum; those that differ from the first cannot be trusted.
  private func failCellsThatDependOnThreads() {
    var first: [CellID: (cell: CellID, checksum: Double)] = [:]
    for index in entries.indices {
      guard entries[index].outcome.status == .measured, let checksum = entries[index].checksum else {
        continue
      }
      let cell = plan.cells[index].id
      let key = cell.with(\.threads, 0).with(\.pool, .serialQueues)
      guard let expected = first[key] else {
        first[key] = (cell, checksum)
        continue
      }
      if expected.checksum.bitPattern != checksum.bitPattern {
        let reason = "Its checksum is \(checksum), but \(expected.checksum) of \(expected.cell)."
        drop(index, .failed, reason)
      }
    }
  }

  // MARK: Progress

  var elapsedNanoseconds: UInt64 {
    environment.clock.wallNanoseconds() - startNanoseconds
  }

  private var progress: RunProgress {
    let elapsed = elapsedNanoseconds
    let planned = plannedUnits
    var remaining: UInt64?
    if unitsDone > 0 {
      let left = Double(elapsed) / Double(unitsDone) * Double(max(planned - unitsDone, 0))
      remaining = UInt64(min(left, 1e18))
      if let roundsEnd, roundsEnd > elapsed {
        remaining = min(remaining ?? .max, roundsEnd - elapsed)
      }
    }
    return RunProgress(
      unitsDone: unitsDone, unitsPlanned: planned, elapsedNanoseconds: elapsed,
      remainingNanoseconds: remaining)
  }

  /// The finished and the remaining units. Dropped cells need no more; uncalibrated ones count in full.
  private var plannedUnits: Int {
    if roundsAreOver { return unitsDone }
    return plan.cells.indices.reduce(unitsDone) { units, index in
      guard index < entries.count else { return units + unitsToDo[index] }
      let entry = entries[index]
      return entry.isActive ? units + unitsToDo[index] - entry.outcome.sampleCount : units
    }
  }
}

/// The state of one cell in a run.
struct RunEntry {
  var outcome: CellOutcome
  /// The cell's workers; nil before they are loaded and after the last batch.
  var loaded: WorkerPool.LoadedCell? {
    didSet { timesItself = timesItself || loaded?.timesItself == true }
  }
  /// True if its worker is known to be a `SelfTimedWorker`.
  private(set) var timesItself = false
  /// The checksum of the first batch, which all others must repeat.
  private(set) var checksum: Double?
  /// True if that batch belongs to an earlier part of the run.
  private let isChecksumEarlier: Bool
  /// The expected duration of a batch; 0 before calibration.
  private(set) var batchNanoseconds: Double

  /// - Parameter earlier: the state from earlier parts of the run.
  init(cell: CellID, earlier: EarlierCell?) {
    outcome = CellOutcome(cell: cell, status: .measured, iterations: earlier?.iterations)
    checksum = earlier?.checksum
    isChecksumEarlier = checksum != nil
    batchNanoseconds = earlier?.batchNanoseconds ?? 0
  }

  /// True if there is more to measure.
  var isActive: Bool { loaded != nil }

  /// Jobs in a batch; 0 before calibration.
  var iterations: Int { outcome.iterations ?? 0 }

  mutating func begin(_ result: CalibrationResult) {
    outcome.iterations = result.iterations
    batchNanoseconds = result.batchNanoseconds
  }

  mutating func leaveOut(_ reason: String) {
    outcome.status = .leftOut
    outcome.reason = reason
  }

  /// Returns by its checksum if a batch can be trusted. All batches of a cell run the same job.
  mutating func judge(_ batch: BatchResult) -> SampleStatus {
    if batch.workersDisagree { return .checksumDisagrees }
    guard let checksum else {
      checksum = batch.checksum
      return .ok
    }
    return checksum.bitPattern == batch.checksum.bitPattern ? .ok : .checksumChanged
  }

  /// Returns why a batch of this status cannot be trusted.
  func reason(for status: SampleStatus, of batch: BatchResult) -> String {
    if status == .checksumDisagrees { return "The job gave two different results in one batch." }
    let other = isChecksumEarlier ? "those of the run's earlier part" : "the first one"
    return "A batch gave the checksum \(batch.checksum), \(other) \(checksum ?? 0)."
  }
}
