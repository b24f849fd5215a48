/// The outcome of measuring a comparison.
package struct ComparisonOutcome: Sendable {
  /// The rows by cell, in the plan's order, and then by metric.
  package var rows: [MetricComparison]
  /// The cells that could not be compared.
  package var failures: [CellOutcome]
  package var ending: RunEnding
  /// The cells that were undecided at the end.
  package var waiting: [Comparison.WaitingCell]
  package var elapsedNanoseconds: UInt64
  /// What differs in the layouts of cells whose times were compared all the same, as the ends of sentences.
  package var layoutChanges: [(cell: CellDescription, change: String)] = []
}

/// Carries out a comparison: prepares and counts, then measures pairs until every cell is decided.
///
/// 1. Each cell is prepared in processes of its own: the batch size is calibrated on the base, the frames'
///    checksums must agree, and allocations are counted. Counting and timing share no process.
/// 2. The first set of pairs, with looks at fixed numbers of pairs. A pair's processes measure all open
///    cells, in a new order each time; a few costly cells have pairs of their own after the others. A cell is
///    finished when both wall and CPU time are decided.
/// 3. A second set with other seeds for each cell in which something differs. It must agree, with Holm's
///    correction over all cells and both metrics. The reported ratio is that of the second set, because the
///    first was selected for being large.
///
/// Used once, by one thread. Arms never run at the same time.
package final class ComparisonRun {
  let plan: ComparisonPlan
  let environment: RunEnvironment
  private let source: any PairSource
  private let startNanoseconds: UInt64
  private(set) var entries: [ComparisonEntry]
  private var pairsDone = 0
  private var nextSequence = 0

  package convenience init(
    plan: ComparisonPlan, identity: ComparisonIdentity, launcher: any WorkerLauncher,
    environment: RunEnvironment = RunEnvironment()
  ) {
    self.init(
      plan: plan,
      source: PairSampler(plan: plan, identity: identity, launcher: launcher, environment: environment),
      environment: environment)
  }

  init(plan: ComparisonPlan, source: any PairSource, environment: RunEnvironment) {
    precondition(
      Set(plan.cells.map(\.description)).count == plan.cells.count, "No two cells have equal descriptions.")
    self.plan = plan
    self.source = source
    self.environment = environment
    entries = plan.cells.map { ComparisonEntry(cell: $0.description, layoutMayChange: $0.layoutMayChange) }
    nextSequence = plan.firstSequence
    startNanoseconds = environment.clock.wallNanoseconds()
  }

  /// Compares until every cell is decided, the budget is used up or the comparison is interrupted.
  ///
  /// - Throws: the errors of `observer`.
  package func run(observer: inout some MeasuringObserver) throws -> ComparisonOutcome {
    defer { source.endProcesses() }
    var preparing: [UInt64] = entries.map { _ in 0 }
    for index in entries.indices where !environment.interruption.isRequested {
      let start = elapsedNanoseconds
      try attempt(index, &observer) { entry, take in try source.prepare(index, &entry, take) }
      preparing[index] = elapsedNanoseconds - start
    }
    var ending = RunEnding.complete
    for cells in Self.inOrderOfCost(preparing) where ending == .complete {
      ending = try measure(cells, plan.looks, firstPair: plan.firstPair, &observer)
    }
    for index in entries.indices { entries[index].beginConfirming() }
    if ending == .complete {
      ending = try measure(
        Array(entries.indices), plan.confirming, firstPair: plan.firstConfirmingPair, &observer)
    }
    let waiting = entries.compactMap { entry in
      entry.waitsFor.map { Comparison.WaitingCell(cell: entry.cell, stage: $0) }
    }
    if environment.interruption.isRequested {
      ending = .interrupted
    } else if waiting.isEmpty {
      ending = .complete
    }
    return ComparisonOutcome(
      rows: entries.flatMap { $0.rows(plan: plan, ending: ending) },
      failures: entries.compactMap(\.outcome), ending: ending, waiting: waiting,
      elapsedNanoseconds: elapsedNanoseconds,
      layoutChanges: entries.compactMap { entry in entry.layoutChange.map { (entry.cell, $0) } })
  }

  /// Returns the cells in two groups: those whose preparation took more than five times the median come last,
  /// so that a few large ones do not use up the budget of all.
  static func inOrderOfCost(_ nanoseconds: [UInt64]) -> [[Int]] {
    let costs = nanoseconds.map { Double($0) }
    let limit = 5 * (costs.median ?? .infinity)
    let costly = costs.indices.filter { costs[$0] > limit }
    let others = costs.indices.filter { costs[$0] <= limit }
    return [others, costly].filter { !$0.isEmpty }
  }

  /// Measures those of the cells that are open, and judges them at each look.
  private func measure(
    _ cells: [Int], _ looks: SequentialLooks, firstPair: Int, _ observer: inout some MeasuringObserver
  ) throws -> RunEnding {
    let isMeasured = Set(cells)
    for look in looks.looks {
      for pair in 0..<look.pairs {
        for index in plan.order(ofPair: firstPair + pair)
        where isMeasured.contains(index) && entries[index].isOpen && entries[index].pairCount <= pair {
          if environment.interruption.isRequested { return stop(.interrupted, looks) }
          if let budget = plan.budget, elapsedNanoseconds >= budget.nanoseconds {
            return stop(.budget, looks)
          }
          try attempt(index, &observer) { entry, take in
            try source.measure(index, pair: firstPair + pair, &entry, take)
          }
          pairsDone += 1
        }
      }
      // The last pair may have been interrupted.
      if environment.interruption.isRequested { return stop(.interrupted, looks) }
      judge(cells, error: look.error, isLast: look.pairs == looks.maximumPairs)
    }
    return .complete
  }

  /// Judges the pairs measured so far with the last look's error, which no earlier look has spent. Cells that
  /// remain undecided stay open.
  private func stop(_ ending: RunEnding, _ looks: SequentialLooks) -> RunEnding {
    judge(Array(entries.indices), error: looks.looks[looks.looks.count - 1].error, isLast: false)
    return ending
  }

  private func judge(_ cells: [Int], error: Double, isLast: Bool) {
    for index in cells where entries[index].isOpen {
      entries[index].judge(error: error, minimumEffect: plan.minimumEffect, isLast: isLast)
    }
    // Holm's correction covers all hypotheses; the unflagged count as not rejected.
    ComparisonEntry.confirm(&entries, error: error, isLast: isLast)
  }

  private func attempt(
    _ index: Int, _ observer: inout some MeasuringObserver,
    _ work: (inout ComparisonEntry, (SampleRecord) throws -> Void) throws -> Void
  ) throws {
    var taken = observer
    defer { observer = taken }
    let progress = progress
    do {
      try work(&entries[index]) { sample in
        var sample = sample
        sample.sequence = nextSequence
        nextSequence += 1
        try taken.sampleTaken(sample, progress: progress)
      }
    } catch let error as WorkerError {
      // An interruption ends workers to be quick, which says nothing about their cell.
      if environment.interruption.isRequested { return }
      entries[index].fail(error.description)
    }
    if let outcome = entries[index].newOutcome() { taken.cellDropped(outcome) }
  }

  // MARK: Progress

  private var elapsedNanoseconds: UInt64 {
    environment.clock.wallNanoseconds() - startNanoseconds
  }

  /// The progress if each open cell goes on to the last look; most end earlier.
  private var progress: RunProgress {
    let left = entries.reduce(0) { sum, entry in
      guard entry.isOpen else { return sum }
      let most = (entry.isConfirming ? plan.confirming : plan.looks).maximumPairs
      return sum + most - entry.pairCount
    }
    let elapsed = elapsedNanoseconds
    var remaining = pairsDone > 0 ? UInt64(Double(elapsed) / Double(pairsDone) * Double(left)) : nil
    if let budget = plan.budget?.nanoseconds, let most = remaining {
      remaining = min(most, budget - min(budget, elapsed))
    }
    return RunProgress(
      unitsDone: pairsDone, unitsPlanned: pairsDone + left, elapsedNanoseconds: elapsed,
      remainingNanoseconds: remaining)
  }
}

/// A source of the pairs of a comparison: processes, or pairs that were collected before.
protocol PairSource {
  /// Prepares a cell and reports the result to its entry.
  func prepare(_ index: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Adds one pair to the cell's entry.
  func measure(
    _ index: Int, pair: Int, _ entry: inout ComparisonEntry, _ take: (SampleRecord) throws -> Void) throws
  /// Ends the processes that wait for more cells.
  func endProcesses()
}
