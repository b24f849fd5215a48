/// Runs the processes of a comparison: two that check all cells, three that count them, two for each pair.
///
/// Processes work on one cell after another, since starting them takes as long as measuring a cell. In the first pair all
/// seven are there. The arms have the same cells in the same order, so that traces of earlier cells in a process affect
/// all arms alike.
///
/// Used by one thread.
final class PairSampler: PairSource {
  let plan: ComparisonPlan
  let identity: ComparisonIdentity
  let launcher: any WorkerLauncher
  let environment: RunEnvironment
  /// The processes that wait for another cell.
  private var kept: [Key: [ComparisonArm: any WorkerSession]] = [:]

  /// The properties that cells in the same processes share.
  private struct Key: Hashable {
    var pair: Int
    var purpose: Purpose
    /// The binding of a process when it starts applies to all its threads.
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

  /// Works on a cell with its arms. On an error all their processes end, since a process that failed measures
  /// no other cell.
  ///
  /// The arms and this thread, which never work at the same time, share a processor if one is enough.
  /// Processors of a shared machine have different neighbours, and a woken process may be put on any of them,
  /// so two arms of a round could see two machines. Each pair uses another processor, so none decides alone.
  private func withArms(of cell: Cell, pair: Int, _ work: () throws -> Void) throws {
    do {
      guard cell.needsOneProcessor else { return try work() }
      try environment.pinning.onOneProcessor(plan.processorChoice(pair: pair), work)
    } catch {
      endProcesses()
      throw error
    }
  }

  /// Checks that both revisions measure a cell and compute the same layout, calibrates its batch on the base,
  /// and counts the allocations of the arms.
  func prepare(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    try withArms(of: entry.prepared, pair: pair) {
      let calibration: Calibration.Result?
      do throws(WorkerError) {
        calibration = try check(index, pair: pair, &entry)
      } catch {
        guard error.isRefusal else { throw error }
        entry.leaveOut(error.description)
        return
      }
      if let calibration { try count(index, pair: pair, calibration, &entry, take) }
    }
  }

  /// Returns the cell's calibration on the base, if both revisions lay out the same elements.
  ///
  /// - Throws: a refusal if both revisions refuse the cell for the same reason, or one lacks it.
  private func check(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry
  ) throws(WorkerError) -> Calibration.Result? {
    let arms = try start(entry.prepared, index, pair: pair, to: .check)
    guard let base = arms.first(where: { $0.arm == .base }),
      let candidate = arms.first(where: { $0.arm == .cand })
    else { return nil }
    entry.loaded(base: base.loaded, candidate: candidate.loaded)
    return try entry.isDifferent
      ? nil : named(.base) { () throws(WorkerError) in try calibrate(base.session, index) }
  }

  /// Counts the allocations and the system's events of the arms in processes that are never timed.
  private func count(
    _ index: Int, pair: Int, _ calibration: Calibration.Result, _ entry: inout ComparisonEntry,
    _ take: (SampleRecord) throws -> Void
  ) throws {
    let jobs = plan.countedJobs(
      iterations: calibration.iterations, batchNanoseconds: calibration.batchNanoseconds)
    let arms = try start(entry.prepared, index, pair: pair, to: .count)
    func counts(round: Int) throws -> [ComparisonArm: WorkerProtocol.Batch] {
      var counts: [ComparisonArm: WorkerProtocol.Batch] = [:]
      for (order, arm) in arms.enumerated() {
        let batch = try named(arm.arm) { () throws(WorkerError) in
          try arm.session.count(entry.prepared, iterations: jobs)
        }
        counts[arm.arm] = batch
        try take(
          record(
            batch, of: entry.cell, arm.arm,
            SampleRecord.Place(pass: .alloc, phase: .measure, round: round, order: order), iterations: jobs,
            pid: arm.session.identifier))
      }
      return counts
    }
    let rounds = plan.rounds(of: entry.prepared, batchNanoseconds: calibration.batchNanoseconds)
    entry.begin(
      iterations: calibration.iterations, rounds: rounds, counts: try counts(round: 0), countedJobs: jobs)
    for round in 1...2 where entry.eventsDiffer {
      entry.keepFewerEvents(try counts(round: round))
    }
  }

  /// Measures one cell in the processes of a pair: warm-up, then rounds with the arms in a new order each.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void
  ) throws {
    try withArms(of: entry.prepared, pair: pair) {
      let arms = try start(entry.prepared, index, pair: pair, to: .time)
      let warmups = (0..<plan.warmups(rounds: entry.rounds)).map { (SampleRecord.Phase.warmup, -1 - $0) }
      let rounds = (0..<entry.rounds).map { (SampleRecord.Phase.measure, $0) }
      var samples: [SampleRecord] = []
      for (phase, round) in warmups + rounds {
        for (order, turn) in plan.arms(cell: index, pair: pair, round: round).enumerated() {
          guard let arm = arms.first(where: { $0.arm == turn }) else { continue }
          let batch = try named(turn) { () throws(WorkerError) in
            try arm.session.runBatch(entry.iterations)
          }
          let number = phase == .warmup ? -1 - round : round
          let sample = record(
            batch, of: entry.cell, turn,
            SampleRecord.Place(pass: .time, phase: phase, round: number, order: order),
            pair: pair, iterations: entry.iterations, pid: arm.session.identifier)
          samples.append(sample)
          try take(sample)
        }
      }
      entry.add(samples, pair: pair)
    }
  }

  // MARK: Processes

  private typealias Arm = (arm: ComparisonArm, session: any WorkerSession, loaded: WorkerProtocol.LoadedCell)

  /// The purpose of processes.
  private enum Purpose: Hashable {
    /// Checks that they support a cell, and its frames.
    case check
    /// Counts, with a second process of the base: if its count differs, the count does not repeat.
    case count
    case time
  }

  func endProcesses() { endProcesses { _ in true } }

  private func endProcesses(where isDone: (Key) -> Bool) {
    for key in kept.keys where isDone(key) {
      for session in (kept.removeValue(forKey: key) ?? [:]).values { session.end() }
    }
  }

  /// Prepares the cell in each arm, and starts processes if there are none.
  ///
  /// - Throws: a refusal if both revisions refuse the cell for the same reason, or one lacks its workload or its
  ///   subject. An error ends all processes.
  private func start(
    _ cell: Cell, _ index: Int, pair: Int, to purpose: Purpose
  ) throws(WorkerError) -> [Arm] {
    let key = Key(pair: pair, purpose: purpose, sharesProcessor: cell.needsOneProcessor)
    endProcesses { ($0.pair, $0.sharesProcessor) != (key.pair, key.sharesProcessor) }
    var arms: [Arm] = []
    var failures: [ComparisonArm: WorkerError] = [:]
    let copies: [ComparisonArm] = purpose == .count ? [.null] : []
    for arm in plan.loadingOrder(cell: index, pair: pair) + copies
    where purpose == .check || failures.isEmpty {
      do {
        arms.append(try load(cell, index, into: arm, of: key))
      } catch {
        failures[arm] = error
      }
    }
    if failures.isEmpty { return arms }
    endProcesses()
    if let lack = lack(of: cell, failures) { throw WorkerError(lack, isRefusal: true) }
    if let refusal = failures[.base], refusal.isRefusal, refusal == failures[.cand] { throw refusal }
    for arm in ComparisonArm.allCases {
      try named(arm) { () throws(WorkerError) in
        if let failure = failures[arm] { throw failure }
      }
    }
    return arms
  }

  /// Returns the reason if the failing sides lack the cell, as `HEAD~3 has no workload mixed(10)`; nil if a
  /// side failed otherwise.
  private func lack(of cell: Cell, _ failures: [ComparisonArm: WorkerError]) -> String? {
    var lacks: [String] = []
    for arm in ComparisonArm.allCases {
      guard let failure = failures[arm] else { continue }
      guard let thing = failure.missing(of: cell) else { return nil }
      lacks.append("\(identity.side(of: arm).name) has no \(thing)")
    }
    return lacks.joined(separator: ", and ")
  }

  private func load(
    _ cell: Cell, _ index: Int, into arm: ComparisonArm, of key: Key
  ) throws(WorkerError) -> Arm {
    try checkInterruption()
    let session: any WorkerSession
    if let waiting = kept[key]?[arm] {
      session = waiting
    } else {
      let padding = plan.padding(cell: index, pair: key.pair, arm: arm)
      session = try launcher.launch(
        arm, placement: key.pair % plan.placementCount, padding: padding,
        isCounting: key.purpose == .count)
      kept[key, default: [:]][arm] = session
      try checkInterruption()
    }
    let loaded = try session.load(cell, isChecked: key.purpose == .check)
    return (arm, session, loaded)
  }

  /// Adds the side to an error.
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

  /// Throws if the comparison was interrupted. A process may have been started after all were ended, so
  /// nothing may wait for a whole pair.
  private func checkInterruption() throws(WorkerError) {
    if environment.interruption.isRequested { throw WorkerError("interrupted") }
  }

  private func calibrate(
    _ session: any WorkerSession, _ index: Int
  ) throws(WorkerError) -> Calibration.Result {
    var calibration = plan.calibration
    // Both arms of a round have the same jobs, and there is no other worker to wait for.
    if plan.cells[index].needsOneProcessor { calibration.fewestJobsEach = 1 }
    let target = calibration.batchNanoseconds(
      clockResolutionNanoseconds: environment.clock.measuredResolutionNanoseconds())
    return try calibration.calibrate(
      plan.cells[index].id, batchNanoseconds: target, clock: environment.clock
    ) { iterations throws(WorkerError) in try session.runBatch(iterations) }
  }

  private func record(
    _ batch: WorkerProtocol.Batch, of cell: CellID, _ arm: ComparisonArm, _ place: SampleRecord.Place,
    pair: Int? = nil,
    iterations: Int, pid: Int
  ) -> SampleRecord {
    var record = SampleRecord(
      batch, of: cell, runID: identity.runID, utc: environment.now().iso8601, place, iterations: iterations,
      pid: pid)
    // The process has loaded other cells before, whose peak it would be.
    record.peakResidentBytes = nil
    let side = identity.side(of: arm)
    (record.arm, record.pair, record.revision, record.buildID) = (arm, pair, side.revision, side.build)
    return record
  }
}

extension WorkerError {
  /// Returns the workload or the subject of a cell that a revision does not have yet, or no longer; nil if the
  /// error has another reason.
  fileprivate func missing(of cell: Cell) -> String? {
    guard isUnknown else { return nil }
    if description.hasPrefix("it has no subject ") { return "subject \(cell.id.subject)" }
    return cell.source.workload.map { "workload \($0)" }
  }
}

/// The run, revisions and builds of a comparison, as stored in its samples.
struct ComparisonIdentity: Hashable, Sendable {
  struct Side: Hashable, Sendable {
    /// The hash of the revision; nil = unknown.
    var revision: String?
    var build: String?
    /// Its name in sentences.
    var name: String
  }

  var runID: String
  var base = Side(name: "the base")
  var candidate = Side(name: "the candidate")

  func side(of arm: ComparisonArm) -> Side { arm == .cand ? candidate : base }
}
