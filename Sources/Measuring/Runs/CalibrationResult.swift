/// The result of calibrating a cell.
struct CalibrationResult: Hashable, Sendable {
  /// Jobs in a batch.
  var iterations: Int
  /// The busy time of one worker per job. If each job is a block of its own, its queue wait is included.
  var jobNanoseconds: Double
  /// The duration of the last trial of `iterations` jobs, or the expected duration.
  var batchNanoseconds: Double
}

extension CalibrationResult {
  /// Returns a batch that ends in time although its jobs are prepared for longer than they take: one of microseconds may
  /// come after a pause of milliseconds.
  ///
  /// - Parameters:
  ///   - elapsed: The duration of a job with its preparation.
  ///   - most: The longest duration of a batch with its preparations.
  ///   - fewest: The jobs that a batch has whatever they take.
  func shortened(
    jobElapsedNanoseconds elapsed: Double, toAtMost most: Double, fewest: Int
  ) -> CalibrationResult {
    guard elapsed > 2 * jobNanoseconds, elapsed * Double(iterations) > most else { return self }
    var result = self
    result.iterations = min(iterations, max(fewest, Int(most / elapsed)))
    result.batchNanoseconds = elapsed * Double(result.iterations)
    return result
  }
}
