import Foundation
import Measuring

/// One run of the program: how it was started, and where its output goes.
///
/// A process of the program is one run. Tests have several runs in one process, each with its own streams.
final class ProgramRun: Sendable {
  private static let ofProcess = ProgramRun(
    commandLine: CommandLine.arguments, environment: ProcessInfo.processInfo.environment,
    output: STDOUT_FILENO, error: STDERR_FILENO)

  /// The run of the current thread. Threads that a command starts belong to the process's run.
  @TaskLocal static var current = ofProcess

  /// The program and its arguments.
  let commandLine: [String]
  let environment: [String: String]
  /// The file descriptor of standard output.
  let output: Int32
  /// The file descriptor of standard error.
  let error: Int32
  let printsToTerminal: Bool
  /// The printed output that is not written yet.
  let buffer = Guarded(StandardOutput.Buffer())

  /// True if the process works only for this run.
  var ownsProcess: Bool { self === Self.ofProcess }

  /// The command line for files that users may send away: full paths lose their folders.
  var portableCommandLine: [String] {
    commandLine.map { $0.replacing(/^(--[a-z-]+=)?\/.*\//) { "\($0.1 ?? "")…/" } }
  }

  init(commandLine: [String], environment: [String: String], output: Int32, error: Int32) {
    self.commandLine = commandLine
    self.environment = environment
    self.output = output
    self.error = error
    printsToTerminal = isatty(output) == 1
  }
}
