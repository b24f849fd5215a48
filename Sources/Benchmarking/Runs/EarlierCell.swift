/// The state of a cell after the earlier parts of a run, which a resumed run keeps.
///
/// It is read from the rows of samples, which are written as they are taken. The batch size is calibrated
/// right before the first warm-up sample, so a cell without rows is calibrated like a new one.
package struct EarlierCell: Hashable, Sendable {
  /// Jobs in a batch.
  package var iterations: Int
  /// The duration of a batch, as far as known.
  package var batchNanoseconds: Double
  /// The checksum of every batch that can be trusted; nil if there was none.
  package var checksum: Double?
  /// The number of finished units of the measuring phase.
  package var sampleCount: Int = 0
  /// The reason why measuring it has ended, or nil. A cell whose results once could not be trusted has failed
  /// for good: measuring until they can be trusted would hide the failure.
  package var failure: String?

  /// Returns the result that replaces a calibration.
  func calibration(threads: Int) -> CalibrationResult {
    CalibrationResult(
      iterations: iterations, jobNanoseconds: batchNanoseconds * Double(threads) / Double(max(iterations, 1)),
      batchNanoseconds: batchNanoseconds)
  }
}
