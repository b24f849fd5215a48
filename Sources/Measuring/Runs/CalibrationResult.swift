/// The result of calibrating a cell.
package struct CalibrationResult: Hashable, Sendable {
  /// Jobs in a batch.
  var iterations: Int
  /// The busy time of one worker per job. If each job is a block of its own, its queue wait is included.
  var jobNanoseconds: Double
  /// The duration of the last trial of `iterations` jobs, or the expected duration.
  var batchNanoseconds: Double
}
