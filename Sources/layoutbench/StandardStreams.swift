import ArgumentParser
import Foundation
import Reporting

/// Results go to standard output, everything said about them to standard error.
enum StandardError {
  /// Writes a line.
  static func print(_ line: String) {
    FileHandle.standardError.write(Data((line + "\n").utf8))
  }
}

/// What went wrong, said in one line, and the exit code that says it to a script.
struct CommandFailure: Error {
  let message: String
  let exitCode: ExitCode

  /// What the user gave to read cannot be read: exit code 65.
  static func badInput(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: ExitCode(65))
  }

  /// Something failed while working: exit code 1.
  static func failed(_ error: any CustomStringConvertible) -> CommandFailure {
    CommandFailure(message: error.description, exitCode: .failure)
  }
}

/// Runs a command's work, and turns a failure into its line and its exit code.
func reportingFailures(_ work: () throws -> Void) throws {
  do {
    try work()
  } catch let failure as CommandFailure {
    StandardError.print("layoutbench: \(failure.message)")
    throw failure.exitCode
  }
}

extension TerminalStyle {
  /// Colours on a terminal, unless `NO_COLOR` is set to anything (no-color.org) or the terminal says that it is a dumb one.
  static var ofStandardOutput: TerminalStyle {
    let environment = ProcessInfo.processInfo.environment
    let isRefused = environment["NO_COLOR"]?.isEmpty == false || environment["TERM"] == "dumb"
    return isatty(STDOUT_FILENO) == 1 && !isRefused ? .ansi : .plain
  }
}
