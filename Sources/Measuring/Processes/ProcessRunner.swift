/// Runs other programs to completion. Tests replace it, to start no programs.
package protocol ProcessRunner: Sendable {
  /// Runs a program found on the path and waits for its end.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, then its arguments.
  ///   - environment: variables added to this program's own.
  /// - Throws: if the program could not be started, or if the system does not say how it ended.
  func run(
    _ arguments: [String], environment: [String: String]
  ) throws(ProcessRunnerError) -> ProcessResult
}

extension ProcessRunner {
  func run(_ arguments: String...) throws(ProcessRunnerError) -> ProcessResult {
    try run(arguments, environment: [:])
  }
}
