/// What the earlier parts of a run settled of a cell, and what the part that goes on keeps to.
///
/// All of it stands in the rows of samples, which are written as they are taken: the batch size is settled right before the first sample
/// to warm up, so that a cell of which no row was kept was not settled either, and is calibrated like a new one.
package struct EarlierCell: Hashable, Sendable {
  /// Jobs in a batch.
  package var iterations: Int
  /// How long a batch took, as far as known.
  package var batchNanoseconds: Double
  /// That of every batch that can be trusted; nil where there was none.
  package var checksum: Double?
  /// Units of the measuring phase that are done.
  package var sampleCount: Int = 0
  /// Why the cell is not to be measured any more; nil where it is. A cell that once gave results that cannot be trusted has failed for
  /// good: going on until they can be would hide it.
  package var failure: String?

  /// In place of a calibration.
  func calibration(threads: Int) -> CalibrationResult {
    CalibrationResult(
      iterations: iterations, jobNanoseconds: batchNanoseconds * Double(threads) / Double(max(iterations, 1)),
      batchNanoseconds: batchNanoseconds)
  }
}
