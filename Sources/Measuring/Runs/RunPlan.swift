/// The cells that a run measures, their order and when the run stops.
///
/// Everything but the durations is a pure function of the plan, so runs can be repeated, resumed and spread.
package struct RunPlan: Sendable {
  /// One cell in one round of a pass: the smallest piece of a run that is either finished or not.
  struct Unit: Hashable, Sendable {
    var cell: CellID
    var round: Int
    /// The pass, default `time`.
    var pass: MeasuringPass = .time
  }

  /// The cells, in the order of calibration. No two descriptions may be equal.
  package var cells: [Cell]
  /// The most samples of each cell, default 20.
  package var rounds = 20
  /// The time after which no work but the first round's begins; nil, the default, = no limit. The rounds
  /// leave time for counting, at most half of the budget.
  package var budget: TimeSpan?
  /// The longest job, default 10 s. Cells whose single job takes longer are skipped.
  var perJobLimit = TimeSpan.seconds(10)
  /// The seed of the order of cells in each round, default 1.
  var seed: UInt64 = 1
  var calibration = Calibration()
  /// The number of samples before the first that counts, default 3.
  var warmupSamples = 3
  /// The number of warm-up samples for cells whose batch takes longer than `slowBatch`, default 1.
  var slowWarmupSamples = 1
  /// The batch duration above which a cell is slow, default 200 ms.
  var slowBatch = TimeSpan.milliseconds(200)
  /// The number of counted batches of each cell, default 1. None are run if nothing can be counted.
  var allocationSamples = 1
  /// Units that an earlier part of this run has finished and that are skipped, default none.
  var completed: Set<RunPlan.Unit> = []
  /// The state of cells after an earlier part of this run, default none.
  package var earlier: [CellID: EarlierCell] = [:]

  /// Returns the indices of `cells` in the order in which a round visits them.
  ///
  /// Each round has a new order, so that no cell always follows the same neighbour and drift of the machine
  /// affects all alike. The order depends only on the seed, the round and the number of cells. O(cells).
  func order(ofRound round: Int) -> [Int] {
    var seeds = SplitMix64(seed: seed ^ UInt64(truncatingIfNeeded: round) &* 0xD6E8_FEB8_6659_FD93)
    var generator = SplitMix64(seed: seeds.next())
    return generator.permutation(of: cells.count)
  }

  /// Returns the number of warm-up samples for a cell with this batch duration.
  func warmups(batchNanoseconds: Double) -> Int {
    batchNanoseconds > Double(slowBatch.nanoseconds) ? slowWarmupSamples : warmupSamples
  }

  /// Returns the number of unfinished rounds of a cell.
  package func unitsToDo(_ cell: CellID) -> Int {
    let rounds = max(rounds, 0)
    return rounds - completed.count { $0.cell == cell && $0.pass == .time && (0..<rounds).contains($0.round) }
  }
}

/// The state of a cell after the earlier parts of a run, which a resumed run keeps.
///
/// The state is computed from the rows of samples, which are written as they are taken. The batch size is
/// calibrated right before the first warm-up sample, so a cell without rows is calibrated like a new one.
package struct EarlierCell: Hashable, Sendable {
  /// Jobs in a batch.
  var iterations: Int
  /// The duration of a batch, as far as known.
  var batchNanoseconds: Double
  /// The checksum of every batch that can be trusted; nil if there was none.
  var checksum: Double?
  /// The number of finished units of the measuring phase.
  var sampleCount: Int = 0
  /// The reason why measuring the cell has ended, or nil. A cell whose results once could not be trusted has
  /// failed for good: to measure until they can be trusted would hide the failure.
  package var failure: String?

  /// Returns the result that replaces a calibration.
  func calibration(threads: Int) -> Calibration.Result {
    Calibration.Result(
      iterations: iterations, jobNanoseconds: batchNanoseconds * Double(threads) / Double(max(iterations, 1)),
      batchNanoseconds: batchNanoseconds)
  }
}

/// The expected duration of a plan, before anything is measured.
///
/// A batch is expected to last as long as the cell's batches so far, or else the target, which is too short
/// if one job outlasts it. Preparing subjects, loading workers and computing checksums count as 0, so the
/// estimate is more of a lower bound than a forecast.
package struct RunEstimate: Hashable, Sendable {
  /// The number of unfinished units of the measuring phase.
  package var unitCount: Int
  /// The number of cells with such units.
  package var cellCount: Int
  /// The assumed batch duration of cells that the run has not begun.
  package var batchNanoseconds: UInt64
  /// The duration of calibration, warm-up, rounds and counting in the budget. At most 584 years.
  package var nanoseconds: UInt64
  /// The part of the expected duration for counting.
  package var passNanoseconds: UInt64
  /// True if the budget ends the run before everything is measured.
  package var isCutByBudget: Bool
  /// True if the run has not begun some cells, whose batches may last longer.
  package var isLeast: Bool

  /// - Parameter clockResolutionNanoseconds: the resolution of the clock that will be used.
  init(of plan: RunPlan, clockResolutionNanoseconds: UInt64 = 1) {
    let target = plan.calibration.batchNanoseconds(clockResolutionNanoseconds: clockResolutionNanoseconds)
    var (preparing, least, all, passes) = (0.0, 0.0, 0.0, 0.0)
    (unitCount, cellCount, isLeast) = (0, 0, false)
    for cell in plan.cells.map(\.id) where plan.earlier[cell]?.failure == nil {
      let units = plan.unitsToDo(cell)
      guard units > 0 else { continue }
      let expected = plan.earlier[cell]?.batchNanoseconds ?? 0
      unitCount += units
      cellCount += 1
      if !(expected > 0) { isLeast = true }
      let batch = expected > 0 ? expected : Double(target)
      // Batches of growing size up to half the target take about as long as one batch of the whole target.
      let calibrating = plan.earlier[cell] == nil ? 1 : 0
      preparing += batch * Double(calibrating + plan.warmups(batchNanoseconds: batch))
      passes += Self.passNanoseconds(of: cell, plan, batch: batch)
      if !plan.completed.contains(RunPlan.Unit(cell: cell, round: 0)) { least += batch }
      all += batch * Double(units)
    }
    batchNanoseconds = target
    var rounds = preparing + all
    isCutByBudget = false
    if let budget = plan.budget.map({ Double($0.nanoseconds) }) {
      isCutByBudget = rounds + passes > max(budget, preparing + least)
      rounds = min(rounds, max(budget - min(passes, budget / 2), preparing + least))
      passes = min(passes, max(budget - rounds, 0))
    }
    let total = rounds + passes
    nanoseconds = total < 1.8e19 ? UInt64(total) : .max
    passNanoseconds = passes < 1.8e19 ? UInt64(passes) : .max
  }

  /// Returns the expected duration of counting a cell.
  ///
  /// - Parameter batch: the duration of a batch of the cell.
  package static func passNanoseconds(of cell: CellID, _ plan: RunPlan, batch: Double) -> Double {
    let counted = (0..<max(plan.allocationSamples, 0)).count {
      !plan.completed.contains(RunPlan.Unit(cell: cell, round: $0, pass: .alloc))
    }
    // One batch before each counted one.
    return batch * Double(2 * counted)
  }
}
