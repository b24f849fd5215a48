import Foundation
import Measuring

/// The host of measurements in this program: its messages go to standard error.
final class TerminalHost: MeasuringHost {
  private var line = StatusLine()

  /// Watches for signals from here on.
  init() { Signals.watch() }

  var commandLine: [String] { ProgramRun.current.portableCommandLine }
  var git: GitState? { ThisProgram.git }
  var build: BuildFacts { ThisProgram.build }
  var warnings: [Warning] { [ThisProgram.otherSources, ThisProgram.uncountedAllocations].compactMap { $0 } }

  func say(_ line: String) { StandardError.print(line) }
  func show(_ text: String) { line.show(text) }
  func clear() { line.clear() }

  /// Does work. Ctrl-C or a scheduler's SIGTERM asks it to stop after the current step; the next ends the program.
  package func interruptible<Result>(
    _ interruption: Interruption, saying message: String, hurry: (@Sendable () -> Void)?,
    _ work: () throws -> Result
  ) rethrows -> Result {
    try Signals.whileActing {
      if interruption.isRequested { exit(130) }
      interruption.request()
      hurry?()
      // On a terminal the progress line has no line end yet.
      if isatty(ProgramRun.current.error) == 1 { StandardError.print("") }
      StandardError.print(message)
    } _: {
      try work()
    }
  }
}
