/// Carries out a comparison in the time that its plan gives it.
///
/// 1. For half of the time, pairs of processes measure all cells, in a new order each time. Before its first pair a cell is
///    prepared in processes of its own: the batch size is calibrated on the base, the frames' checksums must agree, and
///    allocations are counted. Counting and timing share no process.
/// 2. The other half goes to the cells that look changed: a quarter of it to all these cells, then a quarter to the more
///    suspicious half of them, and so on.
/// 3. All cells together, groups, and each cell are judged by all their pairs.
///
/// If nothing changed, the chance that any cell is named is at most 0.5%. A cell is named by an exact test, after the first
/// half or at the end, and each of these tests may use half of the cell's share of the 0.5%. If other cells are more
/// suspicious, a cell gets no more pairs, and can only stay without a name.
///
/// Used once, by one thread. Arms never run at the same time.
final class ComparisonRun {
  let plan: ComparisonPlan
  let environment: RunEnvironment
  private let source: any PairSource
  private let observer: any MeasuringObserver
  private let startNanoseconds: UInt64
  private var phases: [Comparison.Phase: UInt64] = [:]
  private(set) var entries: [ComparisonEntry]
  private var nextPair = 0
  private var unitsDone = 0
  private var nextSequence = 0

  init(
    plan: ComparisonPlan, source: any PairSource, observer: any MeasuringObserver, environment: RunEnvironment
  ) {
    precondition(
      Set(plan.cells.map(\.id)).count == plan.cells.count, "No two cells have equal descriptions.")
    self.plan = plan
    self.source = source
    self.observer = observer
    self.environment = environment
    entries = plan.cells.map {
      ComparisonEntry($0, clock: plan.clock, placementCount: plan.placementCount)
    }
    startNanoseconds = environment.clock.wallNanoseconds()
  }

  /// Compares until the time is used, nothing is left to tell, or the comparison is interrupted, and completes the comparison.
  ///
  /// - Returns: the cells in the plan's order, with their sizes as far as they were loaded.
  /// - Throws: the errors of the observer.
  func measure(into comparison: inout Comparison) throws -> [Cell] {
    defer { source.endProcesses() }
    try measure(Array(entries.indices)) { pairs in
      pairs >= self.plan.leastPairs && (pairs >= self.plan.mostPairs || self.elapsedNanoseconds >= self.half)
    }
    end(.allCells)
    let compared = entries.indices.filter { entries[$0].isOpen }
    let error = plan.error / 2 / Double(max(compared.count, 1))
    var suspects = look(at: compared, error: error).filter {
      !entries[$0.index].isNamed && $0.pValue <= plan.suspicion
    }.prefix(max(4, compared.count / 3)).map(\.index)
    for stage in 1...plan.stages {
      try measure(suspects) {
        $0 >= 2 * self.plan.mostPairs
          || self.elapsedNanoseconds >= self.half + self.half / self.plan.stages * stage
      }
      if stage < plan.stages { suspects = look(at: suspects).prefix(max(4, suspects.count / 2)).map(\.index) }
    }
    end(.suspects)
    _ = look(at: suspects, error: error)
    complete(&comparison)
    return entries.map(\.prepared)
  }

  /// Notes how long a phase took.
  private func end(_ phase: Comparison.Phase) {
    phases[phase] = elapsedNanoseconds - phases.values.reduce(0, +)
  }

  /// Judges all cells.
  private func complete(_ comparison: inout Comparison) {
    let compared = entries.filter { $0.isOpen && !$0.pairs.isEmpty }
    // On shared processors the times of several threads scatter ten times as much, and would hide changes of other cells.
    let single = compared.filter { $0.cell.threads == 1 }
    let together = single.count >= SharedChange.fewestCells ? single : compared
    let least = together.map(\.pairs.count).min() ?? 0
    comparison.shared = SharedChange.changes(
      of: together.map(\.cell),
      together.map { entry in
        // The clock follows from all pairs: looked up once.
        let metric = entry.metric
        return entry.pairs.prefix(least).map { $0[metric]?.median ?? 0 }
      },
      units: together.first?.pairs.prefix(least).map(\.unit))
    comparison.rows = entries.flatMap { $0.rows(by: plan) }
    let notBegun = entries.filter { !$0.isBegun }.map {
      CellOutcome.leftOut($0.cell, reason: CellOutcome.notBegun)
    }
    comparison.failures = entries.compactMap(\.outcome) + notBegun
    comparison.ending = ending
    (comparison.phases, comparison.elapsedNanoseconds) = (phases, phases.values.reduce(0, +))
    comparison.layoutChanges = entries.compactMap { entry in
      entry.layoutChange.map { "\(entry.cell.workload) has \($0)" }
    }.firstAppearances()
  }

  private var ending: RunEnding {
    if environment.interruption.isRequested { return .interrupted }
    return entries.contains { !$0.isBegun || $0.isOpen && $0.pairs.count < plan.leastPairs }
      ? .budget : .complete
  }

  // MARK: Measuring

  /// Measures pairs of the cells that can be measured, after preparing them if needed, until the time is over or `isEnough`
  /// returns true for each cell's number of pairs.
  private func measure(_ cells: [Int], until isEnough: (Int) -> Bool) throws {
    let isMeasured = Set(cells)
    while true {
      let open = cells.filter { entries[$0].canBeMeasured }
      guard let pairs = open.map({ entries[$0].pairs.count }).min(), !isEnough(pairs) else { return }
      for index in plan.order(ofPair: nextPair)
      where isMeasured.contains(index) && entries[index].canBeMeasured {
        if isOver { return }
        try attempt(index) { entry, take in
          if !entry.isBegun { try source.prepare(index, pair: nextPair, &entry, take) }
          guard entry.isOpen else { return }
          try source.measure(index, pair: nextPair, &entry, take)
          unitsDone += 1
        }
      }
      nextPair += 1
    }
  }

  /// Looks at the pairs of cells, and names the cells that show a change with this error; nil names none. Returns the
  /// cells with their p-values, the smallest first.
  private func look(at cells: [Int], error: Double? = nil) -> [(index: Int, pValue: Double)] {
    cells.map { (index: $0, pValue: entries[$0].look(error: error)) }.sorted { $0.pValue < $1.pValue }
  }

  private func attempt(
    _ index: Int, _ work: (inout ComparisonEntry, (SampleRecord) throws -> Void) throws -> Void
  ) throws {
    let progress = progress
    do {
      try work(&entries[index]) { sample in
        var sample = sample
        sample.sequence = nextSequence
        nextSequence += 1
        try observer.sampleTaken(sample, progress: progress)
      }
    } catch let error as WorkerError {
      // An interruption ends workers to be quick, which says nothing about their cell.
      if environment.interruption.isRequested { return }
      entries[index].fail(error.description)
    }
    if let outcome = entries[index].outcome { observer.cellDropped(outcome) }
  }

  // MARK: Time

  private var elapsedNanoseconds: UInt64 { environment.clock.wallNanoseconds() - startNanoseconds }
  private var half: UInt64 { plan.time.nanoseconds / 2 }

  /// The time is not over before the first cell is begun: a comparison does not end with nothing.
  private var isOver: Bool {
    environment.interruption.isRequested
      || elapsedNanoseconds >= plan.time.nanoseconds && entries.contains(where: \.isBegun)
  }

  /// The progress if all of the time is used; some comparisons need less.
  private var progress: MeasuringProgress {
    let elapsed = elapsedNanoseconds
    let left = plan.time.nanoseconds - min(plan.time.nanoseconds, elapsed)
    let units = Double(unitsDone) / Double(max(elapsed, 1)) * Double(left)
    return MeasuringProgress(
      unitsDone: unitsDone, unitsPlanned: unitsDone + Int(min(units, 1e9)),
      remainingNanoseconds: unitsDone > 0 ? left : nil)
  }
}

/// A source of the pairs of a comparison: processes, or pairs that are drawn.
protocol PairSource {
  /// Prepares a cell before its first pair, and reports the result to its entry.
  func prepare(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Adds one pair to the cell's entry.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Ends the processes that wait for more cells.
  func endProcesses()
}
