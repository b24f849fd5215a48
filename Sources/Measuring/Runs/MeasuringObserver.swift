/// An observer of a run or a comparison, which keeps files and terminals out of the measuring code.
///
/// All methods are called between batches, on the measuring thread. Their time is not measured but counts
/// towards the budget.
protocol MeasuringObserver: AnyObject {
  /// A cell was calibrated and will be measured with batches of this size.
  func cellCalibrated(_ cell: CellID, _ result: Calibration.Result)
  /// A cell is not or no longer measured: it failed or was skipped.
  func cellDropped(_ outcome: CellOutcome)
  /// A sample was taken. An error, such as a full disk, ends the measuring.
  func sampleTaken(_ sample: SampleRecord, progress: MeasuringProgress) throws
}

/// The progress of what is measured.
struct MeasuringProgress: Hashable, Sendable {
  /// Finished samples of the measuring phase, or cells of pairs.
  var unitsDone: Int
  var unitsPlanned: Int
  /// The rest of the rounds at the pace so far, or of their part of the budget, whichever is less; nil before
  /// the first unit.
  var remainingNanoseconds: UInt64?
}
