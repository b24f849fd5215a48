#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// Carries out a plan: calibrates, warms up and takes samples of all cells in turns. Then, when nothing is
/// left to be timed, counts allocations and records latencies cell by cell.
///
/// A run is used once, by one thread, which waits while the workers work. One pool, as wide as the widest
/// cell, serves all cells. Every measured cell stays loaded until the rounds end, because its turn comes in
/// each round; after them each is loaded alone.
package final class MeasuringRun {
  let plan: RunPlan
  let identity: RunIdentity
  let environment: RunEnvironment
  private let startNanoseconds: UInt64

  var entries: [RunEntry] = []
  let pool: WorkerPool
  private var nextSequence: Int
  private var unitsDone = 0
  private var roundsAreOver = false
  /// The end of the rounds, in nanoseconds since the start; nil = when all are finished.
  private var roundsEnd: UInt64?
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
  ///   - environment: clocks and counters; by default the machine's own.
  package init(plan: RunPlan, identity: RunIdentity, environment: RunEnvironment = RunEnvironment()) {
    precondition(
      Set(plan.cells.map(\.description)).count == plan.cells.count, "Every cell of a plan is its own.")
    self.plan = plan
    self.identity = identity
    self.environment = environment
    nextSequence = identity.firstSequence
    pool = WorkerPool(
      threads: plan.cells.lazy.map(\.description.threads).max() ?? 1, clock: environment.clock)
    unitsToDo = plan.cells.map { plan.unitsToDo($0.description) }
    startNanoseconds = environment.clock.wallNanoseconds()
  }

  /// Measures until every round is finished, the budget is used up or the run is interrupted.
  ///
  /// - Throws: the errors of `observer`, after which nothing more is measured.
  package func run(observer: inout some MeasuringObserver) throws -> RunOutcome {
    defer { pool.shutDown() }
    try prepareCells(&observer)
    var ending = try measureRounds(&observer)
    roundsAreOver = true
    settleCells(&observer)
    unloadCells()
    let isWhole = try passOverCells(&observer)
    if !isWhole && ending == .complete { ending = .budget }
    if environment.interruption.isRequested { ending = .interrupted }
    return RunOutcome(
      cells: entries.map(\.outcome), ending: ending, elapsedNanoseconds: elapsedNanoseconds,
      sampleCount: nextSequence - identity.firstSequence)
  }

  // MARK: Before the rounds

  private func prepareCells(_ observer: inout some MeasuringObserver) throws {
    let resolution = environment.clock.measuredResolutionNanoseconds()
    let batch = plan.calibration.batchNanoseconds(clockResolutionNanoseconds: resolution)
    for index in plan.cells.indices {
      let cell = plan.cells[index]
      entries.append(RunEntry(cell: cell.description))
      let earlier = plan.earlier[cell.description]
      if let earlier { entries[index].keep(earlier) }
      if let failure = earlier?.failure {
        entries[index].fail(failure)
        observer.cellDropped(entries[index].outcome)
      } else if unitsToDo[index] == 0 {
        continue
      } else if environment.interruption.isRequested {
        if earlier == nil { entries[index].leaveOut("The run was interrupted before its turn.") }
      } else {
        try prepare(index, batchNanoseconds: batch, &observer)
      }
    }
  }

  /// Loads, calibrates and warms up one cell.
  private func prepare(
    _ index: Int, batchNanoseconds: UInt64, _ observer: inout some MeasuringObserver
  ) throws {
    guard let loaded = load(index, &observer),
      let result = calibrate(index, loaded, batchNanoseconds: batchNanoseconds, &observer)
    else { return }
    observer.cellCalibrated(plan.cells[index].description, result)
    for round in 0..<max(plan.warmups(batchNanoseconds: result.batchNanoseconds), 0)
    where entries[index].isActive && !environment.interruption.isRequested {
      try takeSample(index, phase: .warmup, round: round, order: index, &observer)
    }
  }

  /// Makes a cell's workers; nil if the cell has failed.
  func load(_ index: Int, _ observer: inout some MeasuringObserver) -> WorkerPool.LoadedCell? {
    let cell = plan.cells[index]
    do {
      guard let mode = DispatchMode(rawValue: cell.description.pool) else {
        throw UnknownDispatchMode(name: cell.description.pool)
      }
      return try pool.load(
        threads: cell.description.threads, dispatch: mode, makeWorker: cell.makeWorker)
    } catch {
      entries[index].fail("It could not be prepared: \(error)")
      observer.cellDropped(entries[index].outcome)
      return nil
    }
  }

  /// Determines the size of a cell's batches; nil if the cell will not be measured.
  func calibrate(
    _ index: Int, _ loaded: WorkerPool.LoadedCell, batchNanoseconds: UInt64,
    _ observer: inout some MeasuringObserver
  ) -> CalibrationResult? {
    let limit = Double(plan.perJobLimit.nanoseconds)
    let cell = plan.cells[index]
    let result: CalibrationResult
    do throws(WorkerError) {
      // A resumed run keeps its batch sizes, so that all samples of a cell are of one kind.
      if let earlier = plan.earlier[cell.description] {
        result = earlier.calibration(threads: loaded.threads)
      } else {
        result = try plan.calibration.calibrate(
          loaded, in: pool, batchNanoseconds: batchNanoseconds, stopAfterJobNanoseconds: limit)
      }
    } catch {
      fail(index, loaded, error.description, &observer)
      return nil
    }
    guard result.jobNanoseconds <= limit else {
      pool.unload(loaded)
      let tenths = (result.jobNanoseconds / 1e8).rounded() / 10
      entries[index].leaveOut("One job takes \(tenths) s, above the limit of \(plan.perJobLimit).")
      observer.cellDropped(entries[index].outcome)
      return nil
    }
    entries[index].begin(loaded: loaded, result)
    return result
  }

  /// Fails a cell whose worker cannot go on. There are no figures and so no sample.
  private func fail(
    _ index: Int, _ loaded: WorkerPool.LoadedCell, _ reason: String, _ observer: inout some MeasuringObserver
  ) {
    pool.unload(loaded)
    entries[index].fail(reason)
    observer.cellDropped(entries[index].outcome)
  }

  // MARK: The rounds

  private func measureRounds(_ observer: inout some MeasuringObserver) throws -> RunEnding {
    roundsEnd = plan.budget.map { endOfRounds(budget: $0.nanoseconds) }
    for round in 0..<max(plan.rounds, 0) {
      for (order, index) in plan.order(ofRound: round).enumerated() where entries[index].isActive {
        if environment.interruption.isRequested { return .interrupted }
        if round > 0, let roundsEnd, elapsedNanoseconds >= roundsEnd { return .budget }
        let unit = WorkUnit(cell: plan.cells[index].description, round: round)
        if plan.completed.contains(unit) { continue }
        try takeSample(index, phase: .measure, round: round, order: order, &observer)
      }
    }
    return environment.interruption.isRequested ? .interrupted : .complete
  }

  /// Returns when the rounds have used up their part of a budget.
  private func endOfRounds(budget: UInt64) -> UInt64 {
    let passes = entries.indices.filter { entries[$0].isActive }.reduce(0.0) { sum, index in
      sum
        + RunEstimate.passNanoseconds(
          of: plan.cells[index].description, plan, batch: entries[index].batchNanoseconds,
          counts: canMeasureMemory(of: plan.cells[index]))
    }
    return budget - min(UInt64(min(passes, 1e18)), budget / 2)
  }

  private func takeSample(
    _ index: Int, phase: SamplePhase, round: Int, order: Int, _ observer: inout some MeasuringObserver
  ) throws {
    guard let loaded = entries[index].loaded else { return }
    let before = environment.startReading()
    let batch = pool.runBatch(of: loaded, iterations: entries[index].iterations)
    let reading = environment.finishReading(before)
    let place = SamplePlace(pass: .time, phase: phase, round: round, order: order)
    try keep(batch, of: index, place, reading, &observer)
  }

  /// Judges a batch and passes its sample to the observer. If the batch cannot be trusted, the cell fails.
  func keep(
    _ batch: BatchResult, of index: Int, _ place: SamplePlace, _ reading: RunEnvironment.Reading,
    _ observer: inout some MeasuringObserver
  ) throws {
    guard let loaded = entries[index].loaded else { return }
    if let failure = batch.failure {
      fail(index, loaded, failure, &observer)
      return
    }
    let status = entries[index].judge(batch)
    if place.pass == .time && place.phase == .measure {
      unitsDone += 1
      if status == .ok { entries[index].sampleCount += 1 }
    }
    var record = SampleRecord(
      runID: identity.runID, shard: identity.shard, sequence: nextSequence,
      utc: environment.now().iso8601, pass: place.pass, arm: identity.arm, revision: identity.revision,
      buildID: identity.buildID, cell: plan.cells[index].description, pid: Int(getpid()),
      round: place.round, order: place.order, phase: place.phase, iterations: batch.iterations,
      allocCount: batch.allocCount, allocBytes: batch.allocBytes,
      peakResidentBytes: reading.peakResidentBytes,
      involuntaryContextSwitches: loaded.timesItself ? nil : reading.involuntaryContextSwitches,
      stealTicks: reading.stealTicks, checksum: batch.checksum, status: status)
    if place.pass == .time {
      record.wallNanoseconds = batch.wallNanoseconds
      record.cpuNanoseconds = batch.cpuNanoseconds
      record.queueWaitNanoseconds = batch.queueWaitNanoseconds
      record.busyNanoseconds = batch.busyNanoseconds
    }
    nextSequence += 1
    try observer.sampleTaken(record, progress: progress)
    if status != .ok {
      entries[index].fail(batch: batch, status: status)
      pool.unload(loaded)
      observer.cellDropped(entries[index].outcome)
    }
  }

  // MARK: After the rounds

  private func settleCells(_ observer: inout some MeasuringObserver) {
    for index in entries.indices {
      let cell = plan.cells[index].description
      entries[index].sampleCount += plan.earlier[cell]?.sampleCount ?? 0
      guard entries[index].outcome.status == .measured, entries[index].sampleCount == 0 else { continue }
      if !plan.completed.contains(where: { $0.cell == cell }) {
        entries[index].leaveOut("The run ended before its first sample.")
      }
    }
    failCellsThatDependOnThreads(&observer)
  }

  private func unloadCells() {
    for index in entries.indices {
      guard let loaded = entries[index].loaded else { continue }
      pool.unload(loaded)
      entries[index].unload()
    }
  }

  /// Fails cells whose checksum depends on threads. Cells that differ only in threads or dispatch mode run
  /// the same job and must have the same checksum; those that differ from the first cannot be trusted.
  private func failCellsThatDependOnThreads(_ observer: inout some MeasuringObserver) {
    var first: [CellDescription: (cell: CellDescription, checksum: Double)] = [:]
    for index in entries.indices {
      let cell = plan.cells[index]
      guard entries[index].outcome.status == .measured, let checksum = entries[index].checksum else {
        continue
      }
      var key = cell.description
      key.threads = 0
      key.pool = ""
      guard let expected = first[key] else {
        first[key] = (cell.description, checksum)
        continue
      }
      if expected.checksum.bitPattern != checksum.bitPattern {
        entries[index].fail(
          "Its checksum is \(checksum), but \(expected.checksum) of \(expected.cell).")
        observer.cellDropped(entries[index].outcome)
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
      return entries[index].isActive ? units + unitsToDo[index] - entries[index].sampleCount : units
    }
  }
}
