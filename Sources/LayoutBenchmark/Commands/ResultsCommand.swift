import ArgumentParser
import Foundation
import Measuring
import Reporting

/// `layoutbench results`: works on the files of runs.
struct ResultsCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "results", abstract: "Work on the files of runs.", subcommands: [MergeCommand.self])
}

/// `layoutbench results merge`: merges several runs into a new one.
struct MergeCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "merge",
    abstract: "Put the shards of a run together.",
    discussion: """
      The rows of samples.csv are concatenated unchanged; unknown columns are preserved. summary.csv is made again, and run.json lists the parts and their \
      machines. The order of the folders does not matter.

      Exit code 65 for comparisons, runs of different revisions, builds, suites or seeds, a run that has lost \
      samples, a duplicate sample, and checksums of a cell that do not agree. An unfinished run is skipped if \
      another one has measured the same. If gaps remain, the result is incomplete; with --strict it is not \
      written: exit code 65.

      EXAMPLES
        \(ProgramName.command) results merge shards/* -o results/full
        \(ProgramName.command) results merge --strict shards/* -o results/full
        \(ProgramName.command) table results/full
      """)

  @Argument(help: "Runs: folders, or names in the results.", completion: .runs)
  var runs: [RunReference]

  @Option(
    name: .shortAndLong, help: "The folder to make. It must not exist.", completion: .directory,
    transform: nonEmptyName)
  var output: String

  @Flag(help: "Write nothing if shards are missing or have not ended.")
  var strict = false

  func run() throws {
    let merge = try RunMerge(
      of: runs.map { try $0.folder(in: .current) }, id: RunFolder.newName(start: Date(), suite: "merged"),
      commandLine: ProgramRun.current.portableCommandLine)
    ThisProgram.warnOfOtherSources()
    for note in merge.notes { StandardError.print("warning: \(note)") }
    if strict && merge.description.ending == .incomplete {
      throw CommandFailure.badInput("the shards are incomplete, and --strict writes nothing then")
    }
    let folder = try failingOnFiles {
      try merge.write(to: URL(fileURLWithPath: output, isDirectory: true))
    }
    StandardError.print("Written to \(folder.url.path)")
    print(RunFormat.text.text(of: try RunReport(of: folder)), terminator: "")
  }
}
