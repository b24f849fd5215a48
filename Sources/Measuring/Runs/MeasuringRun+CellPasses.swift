import Foundation

/// The pass over the cells, one by one, after all rounds: counts their allocations and their peak of memory.
///
/// Each cell is counted in a process that has loaded no other, so that the peak of memory is the cell's. The pass comes last so
/// that these processes disturb no times. A cell costs a load and about four batches, for which the rounds leave a part of the
/// budget.
extension MeasuringRun {
  /// Measures the cells whose rounds are finished, until the run is interrupted. If the budget leaves no time
  /// for a cell, its reason says so.
  ///
  /// - Returns: true if there was time for all cells.
  func passOverCells() throws -> Bool {
    var isWhole = true
    for index in plan.cells.indices where entries[index].outcome.status == .measured {
      if environment.interruption.isRequested { return isWhole }
      let units = unitsToDo(index)
      if units.isEmpty { continue }
      if let budget = plan.budget, elapsedNanoseconds >= budget.nanoseconds {
        entries[index].outcome.reason = "Memory was not measured: the budget was used up."
        isWhole = false
      } else {
        try passOver(index, units)
      }
    }
    return isWhole
  }

  /// Returns the units of the passes that no earlier part of the run has finished.
  private func unitsToDo(_ index: Int) -> [RunPlan.Unit] {
    // The counters do not see the work of another process.
    if entries[index].timesItself { return [] }
    let cell = plan.cells[index].id
    let units = (0..<max(plan.allocationSamples, 0)).map { RunPlan.Unit(cell: cell, round: $0, pass: .alloc) }
    return units.filter { !plan.completed.contains($0) }
  }

  private func passOver(_ index: Int, _ units: [RunPlan.Unit]) throws {
    let worker = CellWorker(for: [plan.cells[index]], in: environment, isCounting: true)
    defer { worker.end() }
    guard load(index, in: worker), !entries[index].timesItself else { return }
    // An earlier part of the run may have finished its rounds.
    if entries[index].iterations == 0 && calibrate(index, in: worker) == nil { return }
    entries[index].isActive = true
    for unit in units where entries[index].isActive && !environment.interruption.isRequested {
      try count(index, round: unit.round, in: worker)
    }
    entries[index].isActive = false
  }

  private func count(_ index: Int, round: Int, in worker: CellWorker) throws {
    let (cell, iterations) = (plan.cells[index], entries[index].iterations)
    let isSlow = entries[index].batchNanoseconds > Double(plan.slowBatch.nanoseconds)
    let batch = answer(about: index) { () throws(WorkerError) in
      try worker.count(cell, iterations: iterations, atMost: isSlow ? 1 : 20)
    }
    guard let batch, !environment.interruption.isRequested else { return }
    let place = SampleRecord.Place(pass: .alloc, phase: .measure, round: round, order: index)
    try record(batch, of: index, place, iterations: iterations, pid: worker.identifier)
  }
}
