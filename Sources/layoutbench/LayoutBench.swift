import ArgumentParser
import Foundation
import Measurement

/// The command line: `layoutbench`.
@main
struct LayoutBench: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "layoutbench",
    abstract: "Lays out trees of layout specs on every core, and measures that.",
    discussion: """
      EXAMPLES
        layoutbench run                                   measure the quick suite
        layoutbench run --filter feed --threads 1,2       only the feeds, on one worker and on two
        layoutbench run --resume latest                   go on with a run that was interrupted or killed
        layoutbench baseline save main                    keep the newest run under a name
        layoutbench chart latest                          draw what the newest run measured
        layoutbench layout Benchmarks/trees/animal-card.json --ascii
        layoutbench lint cell.json                        what in a document is most likely not meant
        layoutbench explain Benchmarks/trees/animal-card.json title
        layoutbench profile 'feed(1000)' --trace feed.trace.json
        layoutbench generate 'feed(100)' -o feed.json     write a workload as a document
        layoutbench import yoga capture.json -o doc.json  turn a capture of Yoga into a document
        layoutbench doctor                                what is wrong with this machine, and what to do
        layoutbench verify cases.json                     check an engine's frames against known ones

      EXIT CODES
        0 fine; 1 failed while building or measuring; 64 wrong usage; 65 bad input; 130 interrupted, results kept
      """,
    version: "0.1.0; \(SourceStamp.ofThisProgram)",
    subcommands: [
      RunCommand.self, CompareCommand.self, TableCommand.self, ChartCommand.self, ResultsCommand.self,
      BaselineCommand.self, DoctorCommand.self, LayoutCommand.self, LintCommand.self, ExplainCommand.self,
      ProfileCommand.self, VerifyCommand.self, GenerateCommand.self, ImportCommand.self, ListCommand.self,
      WorkerCommand.self,
    ])

  /// Runs the command that is asked for. Output that cannot be written is a failure of every command, of help
  /// too.
  static func main() {
    keepClosedStreamsClosed()
    var code = ExitCode.success
    do {
      var command = try parseAsRoot()
      try command.run()
    } catch {
      code = exitCode(for: error)
      let message = fullMessage(for: error)
      if code.isSuccess && !message.isEmpty {
        print(message)
      } else if !message.isEmpty {
        for line in message.split(separator: "\n", omittingEmptySubsequences: false) {
          StandardError.print(String(line))
        }
      }
    }
    Foundation.exit(StandardOutput.finish() ? code.rawValue : ExitCode.failure.rawValue)
  }

  /// A file that is opened gets the lowest number that is free. Without standard output it would get that
  /// one's, and results would be written into it.
  private static func keepClosedStreamsClosed() {
    for stream in [STDIN_FILENO, STDOUT_FILENO, STDERR_FILENO] where fcntl(stream, F_GETFD) < 0 {
      // What only can be read refuses to be written, and the other way round.
      _ = open("/dev/null", stream == STDIN_FILENO ? O_WRONLY : O_RDONLY)
    }
  }
}
