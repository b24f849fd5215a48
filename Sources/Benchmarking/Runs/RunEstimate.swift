/// How long a plan is thought to take, before anything is measured.
///
/// A batch is taken to last as long as it did in an earlier run, or else the target, which is too little where one job outlasts it.
/// Preparing subjects, loading workers and counting checksums are taken for nothing. So it is more of a lower bound than of a forecast.
package struct RunEstimate: Hashable, Sendable {
  /// Units of the measuring phase that are not done yet.
  package var unitCount: Int
  /// Cells with such units.
  package var cellCount: Int
  /// Those of them of which the time of a batch is known.
  package var knownCellCount: Int
  /// How long a batch of the others is taken to last.
  package var batchNanoseconds: UInt64
  /// Calibration, warm-up, and all rounds, counting and latencies that the budget allows. At most 584 years.
  package var nanoseconds: UInt64
  /// Of that: counting and latencies.
  package var passNanoseconds: UInt64
  /// Whether the budget ends the run before all is measured.
  package var isCutByBudget: Bool

  /// - Parameters:
  ///   - known: how long a batch of a cell took before, in nanoseconds.
  ///   - clockResolutionNanoseconds: of the clock that will be used.
  ///   - counts: whether allocations can be counted.
  package init(
    of plan: RunPlan, known: [CellDescription: Double] = [:], clockResolutionNanoseconds: UInt64 = 1,
    counts: Bool = true
  ) {
    let target = plan.calibration.batchNanoseconds(clockResolutionNanoseconds: clockResolutionNanoseconds)
    var (preparing, least, all, passes) = (0.0, 0.0, 0.0, 0.0)
    (unitCount, cellCount, knownCellCount) = (0, 0, 0)
    for cell in plan.cells.map(\.description) where plan.earlier[cell]?.failure == nil {
      let units = plan.unitsToDo(cell)
      guard units > 0 else { continue }
      let expected = plan.earlier[cell]?.batchNanoseconds ?? known[cell]
      unitCount += units
      cellCount += 1
      if expected != nil { knownCellCount += 1 }
      let batch = max(expected ?? 0, 0) > 0 ? expected ?? 0 : Double(target)
      // Batches of growing size until one lasts half the target come to about one that lasts all of it.
      let calibrating = plan.earlier[cell] == nil ? 1 : 0
      preparing += batch * Double(calibrating + plan.warmups(batchNanoseconds: batch))
      passes += Self.passNanoseconds(of: cell, plan, batch: batch, counts: counts)
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

  /// How long counting and latencies of a cell are thought to take.
  ///
  /// - Parameter batch: how long a batch of the cell takes.
  static func passNanoseconds(
    of cell: CellDescription, _ plan: RunPlan, batch: Double, counts: Bool
  ) -> Double {
    let counted = (0..<(counts ? max(plan.allocationSamples, 0) : 0)).count {
      !plan.completed.contains(WorkUnit(cell: cell, round: $0, pass: .alloc))
    }
    var latencies = 0.0
    if let span = plan.latencySpan, !plan.completed.contains(WorkUnit(cell: cell, round: 0, pass: .latency)) {
      latencies = max(Double(span.nanoseconds), batch)
    }
    // One batch to warm up; and each that is counted is run once more by a process of its own.
    return counted > 0 || latencies > 0 ? batch * Double(2 * counted + 1) + latencies : 0
  }
}
