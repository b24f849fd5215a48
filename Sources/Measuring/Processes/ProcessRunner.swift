/// Runs other programs to completion. Tests replace it, to start no programs.
package protocol ProcessRunner: Sendable {
  /// Runs a program found on the path and waits for its end. A program that cannot be started fails with exit code 127,
  /// as in shells; so does one whose end the system does not tell.
  ///
  /// - Parameters:
  ///   - arguments: the program's name, then its arguments.
  ///   - environment: variables added to this program's own.
  func run(_ arguments: [String], environment: [String: String]) -> ProcessResult
}

extension ProcessRunner {
  func run(_ arguments: String...) -> ProcessResult { run(arguments, environment: [:]) }
}
