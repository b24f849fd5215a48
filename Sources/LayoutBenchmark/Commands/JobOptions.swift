import ArgumentParser
import Measuring

/// The option of commands that measure in worker processes.
struct JobOptions: ParsableArguments {
  @Option(
    help: """
      The longest time for an answer of a worker process, which loads a cell or runs a batch of its jobs: 10s, 5m. A cell \
      that takes longer has failed.
      """)
  var jobLimit = ProcessWorkerSession.limit

  func validate() throws {
    if jobLimit.nanoseconds == 0 { throw ValidationError("--job-limit has to be above 0s") }
  }

  /// Does `work`, whose worker processes get this limit.
  func limit<Result>(_ work: () throws -> Result) rethrows -> Result {
    try ProcessWorkerSession.$limit.withValue(jobLimit, operation: work)
  }
}
