/// How far a run has come.
package struct RunProgress: Hashable, Sendable {
  /// Samples of the measuring phase, or cells of pairs.
  package var unitsDone: Int
  package var unitsPlanned: Int
  package var elapsedNanoseconds: UInt64
  /// What is left of the rounds at the pace so far, or of their part of the budget, whichever is less; nil
  /// before the first unit.
  package var remainingNanoseconds: UInt64?
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

/// Follows a run or a comparison, so that measuring knows nothing of files and terminals.
///
/// All methods are called between batches, on the thread that measures. What they take is not measured but uses up the
/// budget.
package protocol MeasuringObserver {
  /// A cell will be measured, with batches of this size. Default: does nothing.
  mutating func cellCalibrated(_ cell: CellDescription, _ result: CalibrationResult)
  /// A cell is not measured, or no longer: it failed, or is refused.
  mutating func cellDropped(_ outcome: CellOutcome)
  /// A sample was taken. An error, such as a full disk, ends the measuring.
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws
  /// The latencies of a cell were taken; their sample comes right after. An error ends the run. Default: does nothing.
  mutating func latenciesTaken(_ record: LatencyRecord) throws
}

extension MeasuringObserver {
  package mutating func cellCalibrated(_ cell: CellDescription, _ result: CalibrationResult) {}
  package mutating func latenciesTaken(_ record: LatencyRecord) throws {}
}
