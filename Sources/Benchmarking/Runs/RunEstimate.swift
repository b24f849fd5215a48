/// The expected duration of a plan, before anything is measured.
///
/// A batch is expected to last as long as in an earlier run, or else the target, which is too short if one
/// job outlasts it. Preparing subjects, loading workers and computing checksums count as 0, so this is more
/// of a lower bound than a forecast.
package struct RunEstimate: Hashable, Sendable {
  /// The number of unfinished units of the measuring phase.
  var unitCount: Int
  /// The number of cells with such units.
  var cellCount: Int
  /// The number of those cells whose batch duration is known.
  var knownCellCount: Int
  /// The assumed batch duration of the others.
  var batchNanoseconds: UInt64
  /// The duration of calibration, warm-up, rounds, counting and latencies in the budget. At most 584 years.
  var nanoseconds: UInt64
  /// The part of it for counting and latencies.
  var passNanoseconds: UInt64
  /// True if the budget ends the run before everything is measured.
  var isCutByBudget: Bool

  /// - Parameters:
  ///   - known: the earlier duration of a batch of each cell, in nanoseconds.
  ///   - clockResolutionNanoseconds: the resolution of the clock that will be used.
  ///   - counts: true if allocations can be counted.
  ///   - countsInHardware: true if the processor counts, too.
  package init(
    of plan: RunPlan, known: [CellID: Double] = [:], clockResolutionNanoseconds: UInt64 = 1,
    counts: Bool = true, countsInHardware: Bool = false
  ) {
    let target = plan.calibration.batchNanoseconds(clockResolutionNanoseconds: clockResolutionNanoseconds)
    var (preparing, least, all, passes) = (0.0, 0.0, 0.0, 0.0)
    (unitCount, cellCount, knownCellCount) = (0, 0, 0)
    for cell in plan.cells.map(\.id) where plan.earlier[cell]?.failure == nil {
      let units = plan.unitsToDo(cell)
      guard units > 0 else { continue }
      let expected = plan.earlier[cell]?.batchNanoseconds ?? known[cell]
      unitCount += units
      cellCount += 1
      if expected != nil { knownCellCount += 1 }
      let batch = max(expected ?? 0, 0) > 0 ? expected ?? 0 : Double(target)
      // Batches of growing size up to half the target take about as long as one that lasts all of it.
      let calibrating = plan.earlier[cell] == nil ? 1 : 0
      preparing += batch * Double(calibrating + plan.warmups(batchNanoseconds: batch))
      passes += Self.passNanoseconds(
        of: cell, plan, batch: batch, counts: counts, countsInHardware: countsInHardware)
      if !plan.completed.contains(WorkUnit(cell: cell, round: 0)) { least += batch }
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

  /// Returns the expected duration of counting and latencies of a cell.
  ///
  /// - Parameter batch: the duration of a batch of the cell.
  static func passNanoseconds(
    of cell: CellID, _ plan: RunPlan, batch: Double, counts: Bool, countsInHardware: Bool
  ) -> Double {
    let counted = (0..<(counts ? max(plan.allocationSamples, 0) : 0)).count {
      !plan.completed.contains(WorkUnit(cell: cell, round: $0, pass: .alloc))
    }
    let isTimed = plan.completed.contains(WorkUnit(cell: cell, round: 0, pass: .latency))
    let latencies = isTimed ? 0 : plan.latencyBatches(batchNanoseconds: batch)
    // One batch to warm up, and each counted batch runs a second time in a process of its own.
    let passes = counted > 0 || latencies > 0 ? batch * Double(2 * counted + 1 + latencies) : 0
    // Two processes, one of which runs at least an eighth of a second.
    return passes + (countsInHardware ? Double(counted) * (2 * batch + max(batch, 125e6)) : 0)
  }
}
