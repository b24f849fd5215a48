import Foundation

/// The passes over the cells, one by one, after all rounds: memory, and the duration of each job.
///
/// They come last so that emptied caches do not affect the times. Per cell they cost a load, about four
/// batches and those of latencies, for which the rounds leave a part of the budget.
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
    var units: [WorkUnit] = []
    if canCountAnything {
      units += (0..<max(plan.allocationSamples, 0)).map { WorkUnit(cell: cell, round: $0, pass: .alloc) }
    }
    if plan.latencySpan != nil { units.append(WorkUnit(cell: cell, round: 0, pass: .latency)) }
    return units.filter { !plan.completed.contains($0) }
  }

  private func passOver(
    _ index: Int, _ units: [WorkUnit]
  ) throws {
    guard load(index), let loaded = entries[index].loaded else { return }
    defer { unload(index) }
    if loaded.timesItself { return }
    if entries[index].iterations == 0 {
      // An earlier part of the run has finished its rounds.
      guard calibrate(index) != nil else { return }
    }
    pool.warmUp(loaded)
    if !isSlow(index) { runUncounted(index) }
    for (number, unit) in units.enumerated() {
      guard entries[index].isActive, !environment.interruption.isRequested else { return }
      switch unit.pass {
      case .alloc: try count(index, round: unit.round)
      default:
        // Counting empties the allocator's caches; a slow batch does not notice.
        if number > 0 && !isSlow(index) { runUncounted(index) }
        try takeLatencies(index)
      }
    }
  }

  private func isSlow(_ index: Int) -> Bool {
    entries[index].batchNanoseconds > Double(plan.slowBatch.nanoseconds)
  }

  private func runUncounted(_ index: Int) {
    guard let loaded = entries[index].loaded else { return }
    _ = pool.runBatch(of: loaded, iterations: entries[index].iterations)
  }

  private func count(_ index: Int, round: Int) throws {
    guard let loaded = entries[index].loaded else { return }
    let batch = pool.runBatch(
      of: loaded, iterations: entries[index].iterations, counting: environment.allocationCounter)
    let reading = RunEnvironment.Reading(
      peakResidentBytes: peakOfOwnProcess(index), hardware: countedInHardware(index))
    if environment.interruption.isRequested { return }
    let place = SamplePlace(pass: .alloc, phase: .measure, round: round, order: index)
    try record(batch, of: index, place, reading)
  }

  /// True if anything can be counted beside times: allocations, the peak of memory, or what the processor counts.
  var canCountAnything: Bool {
    canCount || environment.startWorker != nil || environment.countInHardware != nil
  }

  /// Returns the peak memory of a new process that loads this cell alone and runs a batch of it. This process
  /// cannot tell: it holds the inputs of all cells, and memory that the allocator keeps after it was freed.
  /// nil if no process can be started; if starting failed, the cell's outcome says so.
  private func peakOfOwnProcess(_ index: Int) -> UInt64? {
    guard let start = environment.startWorker else { return nil }
    do throws(WorkerError) {
      let worker = try start()
      defer { worker.end() }
      _ = try worker.load(plan.cells[index], isChecked: false)
      return try worker.run(iterations: entries[index].iterations, isCounted: true).peakResidentBytes
    } catch {
      addNote(to: index, "Its peak of memory was not measured: the worker process \(error).")
      return nil
    }
  }

  /// Returns what the processor counts for a job of a cell, in processes of their own, because what starting costs is
  /// subtracted; nil if it is not to be counted, or if that failed, which the cell's outcome says.
  private func countedInHardware(_ index: Int) -> HardwareCounters? {
    guard let count = environment.countInHardware, !environment.interruption.isRequested else { return nil }
    do throws(WorkerError) {
      return try count(plan.cells[index], entries[index].iterations)
    } catch {
      addNote(to: index, "Hardware counters were not read: \(error).")
      return nil
    }
  }

  /// Says what failed in a cell's worker process, unless the run is interrupted.
  private func addNote(to index: Int, _ reason: String) {
    // A signal to all of a terminal's processes may end the worker before this process handles it.
    Thread.sleep(forTimeInterval: 0.1)
    if !environment.interruption.isRequested { entries[index].outcome.reason = reason }
  }

  /// The most jobs whose durations are taken: above the 99.9th percentile, the highest that is shown, are 100 of them.
  private static var mostLatencies: Int { 100_000 }

  private func takeLatencies(_ index: Int) throws {
    guard let loaded = entries[index].loaded else { return }
    let entry = entries[index]
    let batches = plan.latencyBatches(batchNanoseconds: entry.batchNanoseconds)
    // Reading the clock around a job that does nothing takes a hundred times as long as the job.
    let jobs = min(entry.iterations * batches, max(MeasuringRun.mostLatencies, loaded.threads))
    let batch = pool.runBatch(of: loaded, iterations: jobs, recordsLatencies: true)
    var judged = entry
    if judged.judge(batch) == .ok, let latencies = batch.latencies {
      try observer.latenciesTaken(
        LatencyRecord(
          runID: identity.runID, shard: identity.shard, cell: plan.cells[index].id,
          histogram: latencies))
    }
    let place = SamplePlace(pass: .latency, phase: .measure, round: 0, order: index)
    try record(batch, of: index, place, RunEnvironment.Reading())
  }
}
