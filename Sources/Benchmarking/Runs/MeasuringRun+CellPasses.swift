import Foundation

/// The passes over the cells, one by one, after all rounds: memory, and the duration of each job.
///
/// Each is made in a process that has loaded this cell alone, so that the peak of memory is the cell's. They come last so
/// that these processes disturb no times. Per cell they cost two loads, about four batches and those of latencies, for which
/// the rounds leave a part of the budget.
extension MeasuringRun {
  /// Measures the cells whose rounds are finished, until the run is interrupted. A cell for which the budget
  /// leaves no time gets a reason that says so.
  ///
  /// - Returns: true if the budget left time for all.
  func passOverCells() throws -> Bool {
    var isWhole = true
    for index in plan.cells.indices where entries[index].outcome.status == .measured {
      if environment.interruption.isRequested { return isWhole }
      let units = unitsToDo(index)
      if units.isEmpty { continue }
      if let budget = plan.budget, elapsedNanoseconds >= budget.nanoseconds {
        entries[index].outcome.reason = "Memory and latencies were not measured: the budget was used up."
        isWhole = false
      } else {
        try passOver(index, units)
      }
    }
    return isWhole
  }

  /// Returns the units of the passes that no earlier part of the run has finished.
  private func unitsToDo(_ index: Int) -> [WorkUnit] {
    // Nothing is known of what happens in another process.
    if entries[index].timesItself { return [] }
    let cell = plan.cells[index].id
    var units = (0..<max(plan.allocationSamples, 0)).map { WorkUnit(cell: cell, round: $0, pass: .alloc) }
    if plan.latencySpan != nil { units.append(WorkUnit(cell: cell, round: 0, pass: .latency)) }
    return units.filter { !plan.completed.contains($0) }
  }

  private func passOver(_ index: Int, _ units: [WorkUnit]) throws {
    for pass in [MeasuringPass.alloc, .latency] {
      let units = units.filter { $0.pass == pass }
      if units.isEmpty || environment.interruption.isRequested { continue }
      let worker = CellWorker(for: [plan.cells[index]]) { [environment] () throws(WorkerError) in
        try environment.startWorker(pass == .alloc)
      }
      defer { worker.end() }
      guard load(index, in: worker), !entries[index].timesItself else { return }
      // An earlier part of the run may have finished its rounds.
      if entries[index].iterations == 0 && calibrate(index, in: worker) == nil { return }
      entries[index].isActive = true
      for unit in units where entries[index].isActive && !environment.interruption.isRequested {
        try pass == .alloc ? count(index, round: unit.round, in: worker) : takeLatencies(index, in: worker)
      }
      if !entries[index].isActive { return }
      entries[index].isActive = false
    }
  }

  private func isSlow(_ index: Int) -> Bool {
    entries[index].batchNanoseconds > Double(plan.slowBatch.nanoseconds)
  }

  private func count(_ index: Int, round: Int, in worker: CellWorker) throws {
    let (cell, iterations) = (plan.cells[index], entries[index].iterations)
    let batch = answer(about: index) { () throws(WorkerError) in
      try worker.count(cell, iterations: iterations, atMost: isSlow(index) ? 1 : 20)
    }
    guard let batch else { return }
    let hardware = countedInHardware(index)
    if environment.interruption.isRequested { return }
    let place = SamplePlace(pass: .alloc, phase: .measure, round: round, order: index)
    try record(
      batch, of: index, place, iterations: iterations, pid: worker.identifier, hardware: hardware)
  }

  /// Returns what the processor counts for a job of a cell, in processes of their own, because what starting costs is
  /// subtracted; nil if it is not to be counted, or if that failed, which the cell's outcome says.
  private func countedInHardware(_ index: Int) -> HardwareCounters? {
    guard let count = environment.countInHardware, !environment.interruption.isRequested else { return nil }
    return answer(about: index) { () throws(WorkerError) in
      try count(plan.cells[index], entries[index].iterations)
    } orElse: { error in
      self.entries[index].outcome.reason = "Hardware counters were not read: \(error)."
    }
  }

  /// The most jobs whose durations are taken: above the 99.9th percentile, the highest that is shown, are 100 of them.
  private static var mostLatencies: Int { 100_000 }

  private func takeLatencies(_ index: Int, in worker: CellWorker) throws {
    let (cell, entry) = (plan.cells[index], entries[index])
    let batches = plan.latencyBatches(batchNanoseconds: entry.batchNanoseconds)
    // Reading the clock around a job that does nothing takes a hundred times as long as the job.
    let jobs = min(entry.iterations * batches, max(MeasuringRun.mostLatencies, cell.id.threads))
    let batch = answer(about: index) { () throws(WorkerError) in
      _ = try worker.run(cell, iterations: isSlow(index) ? cell.id.threads : entry.iterations)
      return try worker.run(cell, iterations: jobs, for: .latencies)
    }
    guard let batch, !environment.interruption.isRequested else { return }
    var judged = entry
    if judged.judge(batch) == .ok, let latencies = batch.latencies {
      try observer.latenciesTaken(
        LatencyRecord(
          runID: identity.runID, shard: identity.shard, cell: cell.id,
          histogram: LatencyHistogram(latencies)))
    }
    let place = SamplePlace(pass: .latency, phase: .measure, round: 0, order: index)
    try record(batch, of: index, place, iterations: jobs, pid: worker.identifier)
  }
}
