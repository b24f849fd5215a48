import ArgumentParser
import Foundation
import Measuring
import Reporting

/// `layoutbench history`: the times over a range of revisions.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Compare the revisions of a range with the first of them: what became slower, and where.",
    discussion: """
      Compares commits of the range with its first, as `compare` does, and says where the level changes: where the \
      intervals of two revisions have no value in common, and are --min-effect apart; instructions 0.2%. If several commits may have made a change, because those \
      between were not compared or may be on either side, the ends are named, and the command that tells them apart. \
      On a branch with merges, only its own commits are looked at. A commit that does not build is a gap. Builds are \
      cached; the checkout is not changed. Each comparison leaves its folder; `\(ProgramName.command) report FOLDER...` makes \
      the page again.

      EXAMPLES
        \(ProgramName.command) history v1.0..main
        \(ProgramName.command) history v1.0..main --every 10 --filter feed -o history.html
        \(ProgramName.command) history HEAD~5

      EXIT CODES
        0    compared, whatever changed
        1    failed, or a cell has
        64   wrong usage
        65   bad input
        130  interrupted; what was compared is kept and shown
      """)

  @Argument(
    help: ArgumentHelp("FIRST..LAST, or FIRST alone for the range to HEAD.", valueName: "range"),
    completion: .revisions)
  var range: String

  @Option(help: "Compare every so many commits, and the last. Default: such that about ten are compared.")
  var every: Int?

  @OptionGroup
  var series: ComparisonOptions

  @Option(
    name: .shortAndLong, help: "Make a page of it, too: the file to write; - is standard output.",
    completion: .file(extensions: ["html"]), transform: nonEmptyName)
  var output: String?

  @Flag(help: "Overwrite an existing page.")
  var force = false

  @OptionGroup
  var table: TableOptions

  func validate() throws {
    try require("--every", every, from: 1)
  }

  func run() throws {
    try RevisionBuilds.requireOwnRepository()
    if let output { try WholeFile.check(output, force: force) }
    let (first, commits) = try selectedCommits()
    StandardError.print(
      "Comparing \(NumberText.counted(commits.count, "revision")) with \(first), one after the other.")
    var comparisons: [Comparison] = []
    var places: [Int] = []
    var gaps: [String] = []
    let interruption = Interruption()
    try TerminalHost().interruptible(
      interruption, saying: "Interrupted: what was compared is kept and shown.",
      hurry: LiveProcesses.shared.interruptAll
    ) {
      for (place, commit) in commits where !interruption.isRequested {
        do {
          let comparison = try series.compare(first, commit)
          if comparison.ending == .interrupted { interruption.request() }
          if comparison.haveEqualSources {
            StandardError.print("\(commit.prefix(10)) has the same sources as \(first).")
          }
          if comparison.rows.isEmpty && !comparison.haveEqualSources { continue }
          comparisons.append(comparison)
          places.append(place)
        } catch let error as UnmeasurableCandidate where !interruption.isRequested {
          let reason = error.reason.description
          StandardError.print("gap: \(reason)")
          gaps.append(reason)
        } catch  where interruption.isRequested {
          // The interruption ended a build or a worker, which says nothing about the commit.
          break
        }
      }
    }
    let isInterrupted = interruption.isRequested
    guard !comparisons.isEmpty else {
      throw isInterrupted
        ? ExitCode(130) : CommandFailure.failed("no revision could be compared with \(first)")
    }
    let history = RevisionHistory(comparisons, places: places, gaps: gaps)
    if output.map(WholeFile.isStandardOutput) != true {
      print(history.text(width: table.width), terminator: "")
    }
    if let output {
      let folders = comparisons.filter { !$0.haveEqualSources }.map {
        RunFolder(url: series.selection.parent.appendingPathComponent($0.runID))
      }
      let html = try ReportPage(history, of: folders).html()
      try WholeFile.write(Data(html.utf8), to: output, force: force)
    }
    if isInterrupted { throw ExitCode(130) }
    if comparisons.contains(where: { $0.failures.contains { $0.status == .failed } }) {
      throw ExitCode.failure
    }
  }

  /// Returns the first revision, and the commits after it that are compared, each with its distance in commits
  /// from the first revision.
  private func selectedCommits() throws -> (first: String, commits: [(place: Int, commit: String)]) {
    let ends = range.components(separatedBy: "..")
    guard ends.count <= 2, !ends[0].isEmpty, ends.last?.first != "." else {
      throw ValidationError("\(range) is no range; write FIRST..LAST, with two dots, or FIRST")
    }
    let last = ends.count == 2 && !ends[1].isEmpty ? ends[1] : "HEAD"
    let all = try RevisionBuilds.repository().commits(after: ends[0], to: last)
    guard !all.isEmpty else {
      throw CommandFailure.badInput("there is no commit after \(ends[0]) up to \(last)")
    }
    let step = every ?? max(1, (all.count + 9) / 10)
    let commits = all.indices.filter { ($0 + 1) % step == 0 || $0 == all.count - 1 }
      .map { (place: $0 + 1, commit: all[$0]) }
    return (ends[0], commits)
  }
}
