import Foundation
import Measuring

/// Writes a text and a line end to standard output.
///
/// It hides Swift's own function, which does not report a lost text, for example on a full disk.
func print(_ text: some CustomStringConvertible, terminator: String = "\n") {
  StandardOutput.write((text.description + terminator).utf8)
}

/// Runs a user's code, whose prints are no results: they go to standard error.
func printingToStandardError<Result>(_ work: () -> Result) -> Result {
  let output = fcntl(STDOUT_FILENO, F_DUPFD_CLOEXEC, 3)
  dup2(STDERR_FILENO, STDOUT_FILENO)
  defer {
    fflush(nil)
    dup2(output, STDOUT_FILENO)
    close(output)
  }
  return work()
}

// MARK: - Failures

/// Runs work on files that the program writes: an error is its failure, exit code 1.
func failingOnFiles<Result>(_ work: () throws -> Result) throws -> Result {
  do {
    return try work()
  } catch let error as FileError {
    throw CommandFailure.failed(error)
  }
}

// MARK: - Text

/// Returns a line for each row of two columns.
func columns(_ rows: [(String, String)], indent: String = "") -> String {
  let width = rows.map(\.0.terminalWidth).max() ?? 0
  return rows.map { name, text in "\(indent)\(name.padded(to: width))  \(text)" }.joined(separator: "\n")
}

extension TerminalStyle {
  /// Colours on a terminal, unless `NO_COLOR` is not empty (no-color.org) or `TERM` is `dumb`; everywhere if `FORCE_COLOR` is
  /// not empty, and not 0 (force-color.org), as in logs of CI.
  static var ofStandardOutput: TerminalStyle {
    let environment = ProgramRun.current.environment
    if environment["NO_COLOR"]?.isEmpty == false { return .plain }
    if let forced = environment["FORCE_COLOR"], !forced.isEmpty { return forced == "0" ? .plain : .ansi }
    return ProgramRun.current.printsToTerminal && environment["TERM"] != "dumb" ? .ansi : .plain
  }
}
