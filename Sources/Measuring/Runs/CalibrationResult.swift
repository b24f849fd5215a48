/// The result of calibrating a cell.
package struct CalibrationResult: Hashable, Sendable {
  /// Jobs in a batch.
  var iterations: Int
  /// The busy time of one worker per job. If each job is a block of its own, its queue wait is included.
  var jobNanoseconds: Double
  /// The duration of a batch of `iterations` at its last trial, or the expected one.
  var batchNanoseconds: Double
}
