/// How far a run has come.
package struct RunProgress: Hashable, Sendable {
  /// Of the measuring phase.
  package var unitsDone: Int
  package var unitsPlanned: Int
  package var elapsedNanoseconds: UInt64
  /// What is left of the rounds at the pace so far, or of their part of the budget, whichever is less; nil
  /// before the first unit.
  package var remainingNanoseconds: UInt64?

  package init(
    unitsDone: Int, unitsPlanned: Int, elapsedNanoseconds: UInt64, remainingNanoseconds: UInt64? = nil
  ) {
    self.unitsDone = unitsDone
    self.unitsPlanned = unitsPlanned
    self.elapsedNanoseconds = elapsedNanoseconds
    self.remainingNanoseconds = remainingNanoseconds
  }
}

/// Why a run ended.
package enum RunEnding: String, Hashable, Sendable, Codable {
  /// Every round was done.
  case complete
  /// The budget was used up before all was measured.
  case budget
  case interrupted
  /// Of runs that were merged: not all parts are there, or have ended.
  case incomplete
}

/// What a run came to.
package struct RunOutcome: Hashable, Sendable {
  /// One for each of the plan's cells, in the plan's order.
  package var cells: [CellOutcome]
  package var ending: RunEnding
  package var elapsedNanoseconds: UInt64
  /// Warm-up included.
  package var sampleCount: Int

  package init(cells: [CellOutcome], ending: RunEnding, elapsedNanoseconds: UInt64, sampleCount: Int) {
    self.cells = cells
    self.ending = ending
    self.elapsedNanoseconds = elapsedNanoseconds
    self.sampleCount = sampleCount
  }
}

/// Is told what happens in a run, so that measuring knows nothing of files and terminals.
///
/// All methods are called on the thread that runs the plan, between batches, in the order below. All have
/// default implementations that do nothing. What they cost is not measured but uses up the budget.
package protocol RunObserver {
  /// The run begins.
  mutating func runPlanned(cellCount: Int, rounds: Int, budget: TimeSpan?)
  /// A cell will be measured, with batches of this size.
  mutating func cellCalibrated(_ cell: CellDescription, _ result: CalibrationResult)
  /// A cell is not measured at all, or no more.
  mutating func cellDropped(_ outcome: CellOutcome)
  /// A sample was taken. An error, such as a full disk, ends the run.
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws
  /// The latencies of a cell were taken; the sample that says so comes right after. An error ends the run.
  mutating func latenciesTaken(_ record: LatencyRecord) throws
  /// The run is over, in whichever way but by an error.
  mutating func runFinished(_ outcome: RunOutcome)
}

extension RunObserver {
  package mutating func runPlanned(cellCount: Int, rounds: Int, budget: TimeSpan?) {}
  package mutating func cellCalibrated(_ cell: CellDescription, _ result: CalibrationResult) {}
  package mutating func cellDropped(_ outcome: CellOutcome) {}
  package mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws {}
  package mutating func latenciesTaken(_ record: LatencyRecord) throws {}
  package mutating func runFinished(_ outcome: RunOutcome) {}
}
