import Foundation

/// What is measured cell by cell when all rounds are done: memory, and how long each job takes.
///
/// Afterwards and not before, so that caches that were emptied are not in the times. It costs a load, four
/// batches or so and `RunPlan.latencySpan` a cell, for which the rounds leave a part of the budget.
extension MeasuringRun {
  /// Measures the cells whose rounds are done, until the run is interrupted. A cell for which the budget
  /// leaves no time says so.
  ///
  /// - Returns: whether the budget left time for all.
  func passOverCells(_ observer: inout some MeasuringObserver) throws -> Bool {
    var isWhole = true
    for index in plan.cells.indices where entries[index].outcome.status == .measured {
      if environment.interruption.isRequested { return isWhole }
      let units = unitsToDo(index)
      if units.isEmpty { continue }
      if let budget = plan.budget, elapsedNanoseconds >= budget.nanoseconds {
        entries[index].lack("Memory and latencies were not measured: the budget was used up.")
        isWhole = false
      } else {
        try passOver(index, units, &observer)
      }
    }
    return isWhole
  }

  /// Units of the passes that no earlier part of the run has done.
  private func unitsToDo(_ index: Int) -> [WorkUnit] {
    // Nothing is known of what happens in another process.
    if entries[index].timesItself { return [] }
    let cell = plan.cells[index].description
    var units: [WorkUnit] = []
    if canMeasureMemory(of: plan.cells[index]) {
      units += (0..<max(plan.allocationSamples, 0)).map { WorkUnit(cell: cell, round: $0, pass: .alloc) }
    }
    if plan.latencySpan != nil { units.append(WorkUnit(cell: cell, round: 0, pass: .latency)) }
    return units.filter { !plan.completed.contains($0) }
  }

  private func passOver(
    _ index: Int, _ units: [WorkUnit], _ observer: inout some MeasuringObserver
  ) throws {
    guard let loaded = load(index, &observer) else { return }
    entries[index].reload(loaded)
    defer { unload(index) }
    if loaded.timesItself { return }
    if entries[index].iterations == 0 {
      // An earlier part of the run has done its rounds.
      let resolution = environment.clock.measuredResolutionNanoseconds()
      let batch = plan.calibration.batchNanoseconds(clockResolutionNanoseconds: resolution)
      guard calibrate(index, loaded, batchNanoseconds: batch, &observer) != nil else { return }
    }
    pool.warmUp(loaded, jobs: min(plan.cells[index].jobCount, entries[index].iterations))
    if !isSlow(index) { runUncounted(index) }
    for (number, unit) in units.enumerated() {
      guard entries[index].isActive, !environment.interruption.isRequested else { return }
      switch unit.pass {
      case .alloc: try count(index, round: unit.round, &observer)
      default:
        // Counting empties the allocator's caches; a slow batch does not notice.
        if number > 0 && !isSlow(index) { runUncounted(index) }
        try takeLatencies(index, &observer)
      }
    }
  }

  private func unload(_ index: Int) {
    guard let loaded = entries[index].loaded else { return }
    pool.unload(loaded)
    entries[index].unload()
  }

  private func isSlow(_ index: Int) -> Bool {
    entries[index].batchNanoseconds > Double(plan.slowBatch.nanoseconds)
  }

  private func runUncounted(_ index: Int) {
    guard let loaded = entries[index].loaded else { return }
    _ = pool.runBatch(of: loaded, iterations: entries[index].iterations)
  }

  private func count(_ index: Int, round: Int, _ observer: inout some MeasuringObserver) throws {
    guard let loaded = entries[index].loaded else { return }
    let batch = pool.runBatch(
      of: loaded, iterations: entries[index].iterations, counting: environment.allocationCounter)
    let reading = RunEnvironment.Reading(peakResidentBytes: peakOfOwnProcess(index))
    if environment.interruption.isRequested { return }
    let place = SamplePlace(pass: .alloc, phase: .measure, round: round, order: index)
    try keep(batch, of: index, place, reading, &observer)
  }

  /// Whether anything of a cell's memory can be told: allocations, or the peak.
  func canMeasureMemory(of cell: MeasuredCell) -> Bool {
    canCount || environment.startWorker != nil && cell.work != nil
  }

  /// The most memory that a new process held which has this cell alone and ran a batch of it. This process
  /// cannot tell: it holds what all cells lay out, and what the allocator keeps of what was freed. nil where
  /// no process can be started, which the cell's outcome says.
  private func peakOfOwnProcess(_ index: Int) -> UInt64? {
    guard let start = environment.startWorker, let work = plan.cells[index].work else { return nil }
    do throws(WorkerError) {
      let worker = try start()
      defer { worker.end() }
      _ = try worker.load(work, isChecked: false)
      return try worker.run(iterations: entries[index].iterations, isCounted: true).peakResidentBytes
    } catch {
      // A signal to all of a terminal's programs may end the worker before this program knows of it.
      Thread.sleep(forTimeInterval: 0.1)
      if environment.interruption.isRequested { return nil }
      entries[index].lack("Its peak of memory was not measured: the worker process \(error).")
      return nil
    }
  }

  private func takeLatencies(_ index: Int, _ observer: inout some MeasuringObserver) throws {
    guard let loaded = entries[index].loaded, let span = plan.latencySpan else { return }
    let entry = entries[index]
    var batches = 1
    // A batch that stops short of a whole pass over the jobs has a checksum of its own.
    if entry.iterations.isMultiple(of: plan.cells[index].jobCount) {
      let fitting = Double(span.nanoseconds) / max(entry.batchNanoseconds, 1)
      batches = max(1, Int(min(fitting, 1e6)))
    }
    let recorder = LatencyRecorder(workerCount: loaded.threads)
    let batch = pool.runBatch(
      of: loaded, iterations: entry.iterations * batches, recording: recorder)
    var judged = entry
    if judged.judge(batch) == .ok {
      try observer.latenciesTaken(
        LatencyRecord(
          runID: identity.runID, shard: identity.shard, cell: plan.cells[index].description,
          histogram: recorder.merged))
    }
    let place = SamplePlace(pass: .latency, phase: .measure, round: 0, order: index)
    try keep(batch, of: index, place, RunEnvironment.Reading(), &observer)
  }
}
