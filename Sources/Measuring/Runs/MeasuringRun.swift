import Foundation

/// Carries out a plan: calibrates, warms up and takes samples of all cells in turns. After the last timed
/// batch it counts allocations cell by cell.
///
/// A run is used once, by one thread, which waits while a worker process works. Every measured cell stays loaded in that
/// process until the rounds end, because its turn comes in each round; then each cell is loaded alone, in processes of its
/// own. If a cell ends its process, or does not answer, it has failed, and the others go on in a new process.
final class MeasuringRun {
  let plan: RunPlan
  let identity: RunIdentity
  let observer: any MeasuringObserver
  let environment: RunEnvironment
  private let startNanoseconds: UInt64

  var entries: [RunEntry] = []
  private let worker: CellWorker
  private var nextSequence: Int
  private var unitsDone = 0
  private var roundsAreOver = false
  /// The end of the rounds, in nanoseconds since the start; nil = when all are finished.
  private var roundsEnd: UInt64?
  /// The least duration of a batch with this clock.
  private(set) lazy var targetNanoseconds = plan.calibration.batchNanoseconds(
    clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
  /// The number of units of each cell that no earlier part of the run has finished.
  private let unitsToDo: [Int]

  /// - Parameters:
  ///   - plan: the cells to measure. No two may have equal descriptions, and none may have more threads than
  ///     `WorkerPool.maximumThreads`.
  ///   - identity: the values that all rows have in common.
  ///   - observer: is told of each step of measuring as it happens.
  ///   - environment: clocks, counters and worker processes; by default the machine's own.
  ///   - worker: the process of the rounds, in which cells may be loaded already; nil, the default, for a new one.
  init(
    plan: RunPlan, identity: RunIdentity, observer: any MeasuringObserver,
    environment: RunEnvironment = RunEnvironment(), worker: CellWorker? = nil
  ) {
    precondition(
      Set(plan.cells.map(\.id)).count == plan.cells.count, "Every cell of a plan is its own.")
    self.plan = plan
    self.identity = identity
    self.observer = observer
    self.environment = environment
    nextSequence = identity.firstSequence
    self.worker = worker ?? CellWorker(for: plan.cells, in: environment)
    unitsToDo = plan.cells.map { plan.unitsToDo($0.id) }
    startNanoseconds = environment.clock.wallNanoseconds()
  }

  /// Measures until every round is finished, the budget is used up or the run is interrupted.
  ///
  /// - Throws: the errors of the observer, after which nothing more is measured.
  func measure() throws -> RunOutcome {
    defer { worker.end() }
    for index in plan.cells.indices { try prepare(index) }
    var ending = try measureRounds()
    roundsAreOver = true
    settleCells()
    for index in entries.indices { entries[index].isActive = false }
    worker.end()
    let isWhole = try passOverCells()
    if !isWhole && ending == .complete { ending = .budget }
    if environment.interruption.isRequested { ending = .interrupted }
    return RunOutcome(
      cells: entries.map(\.outcome), ending: ending, elapsedNanoseconds: elapsedNanoseconds)
  }

  // MARK: Before the rounds

  /// Loads, calibrates and warms up a cell, unless none of its samples is left to take.
  private func prepare(_ index: Int) throws {
    let cell = plan.cells[index].id
    let earlier = plan.earlier[cell]
    entries.append(RunEntry(cell: cell, earlier: earlier))
    if let failure = earlier?.failure { return drop(index, .failed, failure) }
    if unitsToDo[index] == 0 { return worker.unload(plan.cells[index]) }
    if environment.interruption.isRequested {
      if earlier == nil { entries[index].leaveOut("The run was interrupted before its turn.") }
      return
    }
    guard load(index, in: worker), let result = calibrate(index, in: worker) else { return }
    entries[index].isActive = true
    observer.cellCalibrated(cell, result)
    for round in 0..<max(plan.warmups(batchNanoseconds: result.batchNanoseconds), 0)
    where entries[index].isActive && !environment.interruption.isRequested {
      try takeSample(index, phase: .warmup, round: round, order: index)
    }
  }

  /// Asks a worker process about a cell. Without an answer the cell has failed, unless the run is interrupted.
  func answer<Answer>(about index: Int, _ ask: () throws(WorkerError) -> Answer) -> Answer? {
    do throws(WorkerError) {
      return try ask()
    } catch {
      // A signal to all processes of a job may end the worker before this process handles it.
      Thread.sleep(forTimeInterval: 0.1)
      if !environment.interruption.isRequested { drop(index, .failed, error.sentence) }
      return nil
    }
  }

  /// Loads a cell, unless it is loaded; returns false if the cell has failed.
  func load(_ index: Int, in worker: CellWorker) -> Bool {
    let loaded = answer(about: index) { () throws(WorkerError) in try worker.load(plan.cells[index]) }
    entries[index].timesItself = loaded?.timesItself ?? false
    return loaded != nil
  }

  /// Determines the size of a loaded cell's batches; nil if the cell will not be measured.
  func calibrate(_ index: Int, in worker: CellWorker) -> Calibration.Result? {
    let cell = plan.cells[index]
    let limit = Double(plan.perJobLimit.nanoseconds)
    // A resumed run keeps its batch sizes, so that all samples of a cell are of one kind.
    let known = plan.earlier[cell.id]?.calibration(threads: cell.id.threads)
    var calibration = plan.calibration
    // Another program may take long for a batch whatever its size.
    if entries[index].timesItself { calibration.mostTargetsWithPreparation = .infinity }
    let result =
      known
      ?? answer(about: index) { () throws(WorkerError) in
        try calibration.calibrate(
          cell.id, batchNanoseconds: targetNanoseconds, stopAfterJobNanoseconds: limit,
          clock: environment.clock
        ) { iterations throws(WorkerError) in try worker.runBatch(of: cell, iterations: iterations) }
      }
    guard let result else { return nil }
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
    entries[index].isActive = false
    if !roundsAreOver { worker.unload(plan.cells[index]) }
    entries[index].outcome.status = status
    entries[index].outcome.reason = reason
    observer.cellDropped(entries[index].outcome)
  }

  // MARK: The rounds

  private func measureRounds() throws -> RunEnding {
    roundsEnd = plan.budget.map { endOfRounds(budget: $0.nanoseconds) }
    for round in 0..<max(plan.rounds, 0) {
      for (order, index) in plan.order(ofRound: round).enumerated() where entries[index].isActive {
        if environment.interruption.isRequested { return .interrupted }
        if round > 0, let roundsEnd, elapsedNanoseconds >= roundsEnd { return .budget }
        let unit = RunPlan.Unit(cell: plan.cells[index].id, round: round)
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
        + RunEstimate.passNanoseconds(of: plan.cells[index].id, plan, batch: entries[index].batchNanoseconds)
    }
    return budget - min(UInt64(min(passes, 1e18)), budget / 2)
  }

  private func takeSample(
    _ index: Int, phase: SampleRecord.Phase, round: Int, order: Int
  ) throws {
    let before = environment.counters.stealTicks()
    let batch = answer(about: index) { () throws(WorkerError) in
      try worker.runBatch(of: plan.cells[index], iterations: entries[index].iterations)
    }
    guard let batch else { return }
    // `/proc/stat` may run backwards if a virtual machine moves to another host.
    let steal = increase(from: before, to: environment.counters.stealTicks())
    let place = SampleRecord.Place(pass: .time, phase: phase, round: round, order: order)
    try record(
      batch, of: index, place, iterations: entries[index].iterations, pid: worker.identifier,
      stealTicks: steal)
  }

  /// Judges a batch and passes its sample to the observer. If the batch cannot be trusted, the cell fails.
  func record(
    _ batch: WorkerProtocol.Batch, of index: Int, _ place: SampleRecord.Place, iterations: Int, pid: Int,
    stealTicks: UInt64? = nil
  ) throws {
    let status = entries[index].judge(batch)
    if place.pass == .time && place.phase == .measure {
      unitsDone += 1
      if status == .ok { entries[index].outcome.sampleCount += 1 }
    }
    var record = SampleRecord(
      batch, of: plan.cells[index].id, runID: identity.runID, utc: environment.now().iso8601, place,
      iterations: iterations, pid: pid)
    (record.shard, record.sequence, record.revision) = (identity.shard, nextSequence, identity.revision)
    (record.stealTicks, record.status) = (stealTicks, status)
    if place.pass == .time {
      record.byteCount = plan.cells[index].byteCount.map { UInt64(clamping: $0 * iterations) }
    }
    // A worker that times itself leaves the work to other processes.
    if entries[index].timesItself { record.involuntaryContextSwitches = nil }
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
  /// the same job; if a cell's checksum differs from the first cell's, the cell cannot be trusted.
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

  private var progress: MeasuringProgress {
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
    return MeasuringProgress(unitsDone: unitsDone, unitsPlanned: planned, remainingNanoseconds: remaining)
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

/// The values that all rows of a run have in common.
struct RunIdentity {
  var runID: String
  /// The number of this part of a run that is spread over machines, from 1; nil = the whole run.
  var shard: Int?
  var revision: String?
  /// The number of the first sample, default 0; a resumed run goes on counting.
  var firstSequence = 0
}

/// The state of one cell in a run.
struct RunEntry {
  var outcome: CellOutcome
  /// True if there is more to measure in the rounds or in the cell's passes.
  var isActive = false
  /// True if the cell's worker is known to be a `SelfTimedWorker`.
  var timesItself = false
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

  /// Jobs in a batch; 0 before calibration.
  var iterations: Int { outcome.iterations ?? 0 }

  mutating func begin(_ result: Calibration.Result) {
    outcome.iterations = result.iterations
    batchNanoseconds = result.batchNanoseconds
  }

  mutating func leaveOut(_ reason: String) {
    outcome.status = .leftOut
    outcome.reason = reason
  }

  /// Returns whether a batch can be trusted, given its checksum. All batches of a cell run the same job.
  mutating func judge(_ batch: WorkerProtocol.Batch) -> SampleRecord.Status {
    if batch.workersDisagree == true { return .checksumDisagrees }
    guard let checksum else {
      checksum = batch.checksum
      return .ok
    }
    return checksum.bitPattern == batch.checksum.bitPattern ? .ok : .checksumChanged
  }

  /// Returns why a batch of this status cannot be trusted.
  func reason(for status: SampleRecord.Status, of batch: WorkerProtocol.Batch) -> String {
    if status == .checksumDisagrees { return "The job gave two different results in one batch." }
    let other = isChecksumEarlier ? "those of the run's earlier part" : "the first one"
    return "A batch gave the checksum \(batch.checksum), \(other) \(checksum ?? 0)."
  }
}
