/// Runs the processes of a comparison: two that check all cells, three for each cell that count it, and three for each pair.
///
/// A pair's processes measure one cell after another, since starting three takes as long as measuring a cell. The arms have the
/// same cells in the same order, so that what a cell leaves behind in its process meets all arms alike. Allocations and memory
/// are counted in processes that had no other cell.
///
/// Used by one thread.
final class PairSampler: PairSource {
  let plan: ComparisonPlan
  let identity: ComparisonIdentity
  let launcher: any WorkerLauncher
  let environment: RunEnvironment
  /// Processes that wait for another cell.
  private var kept: [Key: [ComparisonArm: any WorkerSession]] = [:]

  /// What cells of the same processes have in common.
  private struct Key: Hashable {
    var pair: Int
    var purpose: Purpose
    /// What a process is bound to when it starts holds for all its threads.
    var sharesProcessor: Bool
  }

  init(
    plan: ComparisonPlan, identity: ComparisonIdentity, launcher: any WorkerLauncher,
    environment: RunEnvironment
  ) {
    self.plan = plan
    self.identity = identity
    self.launcher = launcher
    self.environment = environment
  }

  /// Sees whether both revisions measure a cell and lay out the same, settles its batch on the base, and counts what the arms allocate.
  func prepare(
    _ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    try endingProcessesOnError {
      try onOneProcessor(index, pair: -1) { try prepareThere(index, &entry, take) }
    }
  }

  /// One cell in the fresh processes of a pair: warm-up, and rounds in which each arm has its turn in a new order.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    try endingProcessesOnError {
      try onOneProcessor(index, pair: pair) { try measureThere(index, pair: pair, &entry, take) }
    }
  }

  /// A process that failed measures no other cell.
  private func endingProcessesOnError(_ work: () throws -> Void) throws {
    do {
      try work()
    } catch {
      endProcesses()
      throw error
    }
  }

  /// Has the arms and this thread, which never work at the same time, share a processor, where the cell needs no more than one.
  ///
  /// Processors of a shared machine have neighbours of their own, and a process that is woken may be put on any of them: then two arms of one
  /// round see two machines. Another pair gets another processor, so that none decides alone.
  private func onOneProcessor(_ index: Int, pair: Int, _ work: () throws -> Void) throws {
    guard plan.cells[index].needsOneProcessor else { return try work() }
    try environment.pinning.onOneProcessor(plan.processorChoice(pair: pair), work)
  }

  private func prepareThere(
    _ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    let calibration: (iterations: Int, jobNanoseconds: Double)?
    do throws(WorkerError) {
      calibration = try check(index, &entry)
    } catch {
      guard error.isRefusal else { throw error }
      entry.leaveOut(error.description)
      return
    }
    guard let (iterations, jobNanoseconds) = calibration else { return }
    let arms = try start(index, pair: -1, to: .count)
    defer { endProcesses { $0.purpose == .count } }
    var counts: [ComparisonArm: WorkerBatch] = [:]
    for (order, arm) in arms.enumerated() {
      let batch = try named(arm.arm) { () throws(WorkerError) in
        try count(arm.session, index, iterations: iterations)
      }
      counts[arm.arm] = batch
      try take(
        record(
          index, arm.arm, batch, place: (pair: nil, round: 0, order: order), phase: .measure, pass: .alloc,
          iterations: iterations, pid: arm.session.identifier))
    }
    let rounds = plan.rounds(
      batchNanoseconds: jobNanoseconds * Double(iterations) / Double(plan.cells[index].description.threads))
    entry.prepared(iterations: iterations, rounds: rounds, counts: counts)
  }

  /// What a batch of the cell is on the base, if the two revisions lay out the same elements.
  ///
  /// - Throws: a refusal if both revisions refuse the cell for the same reason.
  private func check(
    _ index: Int, _ entry: inout ComparisonEntry
  ) throws(WorkerError) -> (iterations: Int, jobNanoseconds: Double)? {
    let arms = try start(index, pair: -1, to: .check)
    defer { endUnlessReused() }
    guard let base = arms.first(where: { $0.arm == .base }),
      let candidate = arms.first(where: { $0.arm == .cand })
    else { return nil }
    guard base.loaded == candidate.loaded else {
      entry.differ(
        "The base lays out \(base.loaded.nodeCount) elements and the candidate \(candidate.loaded.nodeCount)."
      )
      return nil
    }
    return try named(.base) { () throws(WorkerError) in try calibrate(base.session, index) }
  }

  /// Counts a batch in a process that has done nothing else: what a job allocates may depend on all jobs before it, by what they left in tables
  /// and buffers, so all arms do the same from their start. Counted batches alone share their jobs out alike.
  ///
  /// The first batch fills caches and grows buffers, which no later one does. If several threads share a layout, Dispatch now and then allocates on
  /// the worker's thread what it takes from a stock at other times, as the threads happen to finish; the least of many batches is without that.
  private func count(
    _ session: any WorkerSession, _ index: Int, iterations: Int
  ) throws(WorkerError) -> WorkerBatch {
    _ = try session.run(iterations: iterations, isCounted: true)
    var least = try session.run(iterations: iterations, isCounted: true)
    guard plan.cells[index].splitsLayouts else { return least }
    for _ in 1..<20 {
      let batch = try session.run(iterations: iterations, isCounted: true)
      if (batch.allocCount ?? 0, batch.allocBytes ?? 0) < (least.allocCount ?? 0, least.allocBytes ?? 0) {
        least = batch
      }
    }
    return least
  }

  private func measureThere(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    let arms = try start(index, pair: pair, to: .time)
    defer { endUnlessReused() }
    var samples: [SampleRecord] = []
    for (phase, count) in [
      (SamplePhase.warmup, plan.warmups(rounds: entry.rounds)), (.measure, entry.rounds),
    ] {
      for round in 0..<count {
        let turns = plan.arms(cell: index, pair: pair, round: phase == .warmup ? -1 - round : round)
        for (order, turn) in turns.enumerated() {
          guard let arm = arms.first(where: { $0.arm == turn }) else { continue }
          let batch = try named(turn) { () throws(WorkerError) in
            try arm.session.run(iterations: entry.iterations, isCounted: false)
          }
          let sample = record(
            index, turn, batch, place: (pair: pair, round: round, order: order), phase: phase, pass: .time,
            iterations: entry.iterations, pid: arm.session.identifier)
          samples.append(sample)
          try take(sample)
        }
      }
    }
    entry.add(samples, pair: pair)
  }

  // MARK: Processes

  /// The round whose order is that in which processes start; no batch has this number.
  private static let startingRound = -1_000

  private typealias Arm = (arm: ComparisonArm, session: any WorkerSession, loaded: LoadedWorker)

  /// What processes are started for.
  private enum Purpose: Hashable {
    /// To say whether they measure a cell, and to check its frames. The base's copy is not asked.
    case check
    case count
    case time
  }

  func endProcesses() { endProcesses { _ in true } }

  private func endProcesses(where isDone: (Key) -> Bool) {
    for key in kept.keys where isDone(key) {
      for session in (kept.removeValue(forKey: key) ?? [:]).values { session.end() }
    }
  }

  /// Ends processes of revisions that measure one cell and no other.
  private func endUnlessReused() {
    endProcesses { key in kept[key]?.values.contains { !$0.takesMoreCells } == true }
  }

  /// Gets the cell ready in each arm, in processes that are started if there are none. In an order of its own each time: who is
  /// first has a warmer machine or a colder one, which must not always be the same arm.
  ///
  /// - Throws: a refusal if both revisions refuse the cell for the same reason. After an error no process is left.
  private func start(_ index: Int, pair: Int, to purpose: Purpose) throws(WorkerError) -> [Arm] {
    let key = Key(pair: pair, purpose: purpose, sharesProcessor: plan.cells[index].needsOneProcessor)
    // While cells are checked, each is counted in between.
    endProcesses { $0 != key && (purpose == .time || $0.purpose == .time) }
    var arms: [Arm] = []
    var failures: [ComparisonArm: WorkerError] = [:]
    for arm in plan.arms(cell: index, pair: pair, round: Self.startingRound)
    where purpose == .check ? arm != .null : failures.isEmpty {
      do {
        arms.append(try load(index, into: arm, of: key))
      } catch {
        failures[arm] = error
      }
    }
    if failures.isEmpty { return arms }
    endProcesses()
    // A revision from before refusals were marked says the same words and no more.
    if let base = failures[.base], let candidate = failures[.cand], base.description == candidate.description,
      base.isRefusal || candidate.isRefusal
    {
      throw WorkerError(base.description, isRefusal: true)
    }
    for arm in ComparisonArm.allCases {
      try named(arm) { () throws(WorkerError) in
        if let failure = failures[arm] { throw failure }
      }
    }
    return arms
  }

  private func load(
    _ index: Int, into arm: ComparisonArm, of key: Key
  ) throws(WorkerError) -> Arm {
    try checkInterruption()
    let session: any WorkerSession
    if let waiting = kept[key]?[arm] {
      session = waiting
    } else {
      let padding = plan.padding(cell: index, pair: key.pair, arm: arm)
      session = try launcher.launch(arm, padding: padding, isCounting: key.purpose == .count)
      kept[key, default: [:]][arm] = session
      try checkInterruption()
    }
    let loaded = try session.load(plan.cells[index].work(of: arm), isChecked: key.purpose == .check)
    return (arm, session, loaded)
  }

  /// Says in an error which side it is about.
  private func named<Result>(
    _ arm: ComparisonArm, _ work: () throws(WorkerError) -> Result
  ) throws(WorkerError) -> Result {
    try checkInterruption()
    do {
      return try work()
    } catch {
      throw WorkerError("\(arm == .cand ? "The candidate" : "The base"): \(error)")
    }
  }

  /// Nobody waits for a pair to be whole: a process may have been started after all were ended.
  private func checkInterruption() throws(WorkerError) {
    if environment.interruption.isRequested { throw WorkerError("interrupted") }
  }

  /// Jobs in a batch, and what one keeps a thread busy for: as `Calibration.calibrate` finds them, over a pipe.
  private func calibrate(
    _ session: any WorkerSession, _ index: Int
  ) throws(WorkerError) -> (iterations: Int, jobNanoseconds: Double) {
    let threads = plan.cells[index].description.threads
    let target = plan.calibration.batchNanoseconds(
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
    var tried = 1
    var batch = try session.run(iterations: tried, isCounted: false)
    if batch.wallNanoseconds < plan.calibration.twoJobsEachBelowNanoseconds {
      batch = try session.run(iterations: tried, isCounted: false)
    }
    while Double(batch.wallNanoseconds) < Double(target) / 2, tried < 1 << 40 {
      tried *= Int(min(max(Double(target) / Double(max(batch.wallNanoseconds, 1)), 2), 10))
      batch = try session.run(iterations: tried, isCounted: false)
    }
    let job = Double(batch.wallNanoseconds) * Double(threads) / Double(tried)
    let iterations = plan.calibration.iterations(
      jobNanoseconds: job, jobCount: 1, threads: threads, batchNanoseconds: target)
    return (iterations, job)
  }

  private func record(
    _ index: Int, _ arm: ComparisonArm, _ batch: WorkerBatch, place: (pair: Int?, round: Int, order: Int),
    phase: SamplePhase, pass: MeasuringPass, iterations: Int, pid: Int
  ) -> SampleRecord {
    let isTimed = pass == .time
    return SampleRecord(
      runID: identity.runID, sequence: 0, utc: environment.now().iso8601, pass: pass, arm: arm,
      revision: identity.revision(of: arm), buildID: identity.build(of: arm),
      cell: plan.cells[index].description,
      pair: place.pair, pid: pid, round: place.round, order: place.order, phase: phase,
      iterations: iterations,
      wallNanoseconds: isTimed ? batch.wallNanoseconds : nil,
      cpuNanoseconds: isTimed ? batch.cpuNanoseconds : nil,
      queueWaitNanoseconds: isTimed ? batch.queueWaitNanoseconds : nil, allocCount: batch.allocCount,
      allocBytes: batch.allocBytes, peakResidentBytes: batch.peakResidentBytes,
      involuntaryContextSwitches: batch.involuntaryContextSwitches, checksum: batch.checksum)
  }
}
