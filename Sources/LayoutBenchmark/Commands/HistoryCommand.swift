import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench history`: the speed of a package over its commits.
struct HistoryCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "history",
    abstract: "Measure commits between two revisions: how the speed developed, and which commit changed it.",
    discussion: """
      Compares every N-th commit, and the last one, with the first, as `compare` does: each ratio is of two programs
      that took turns, so that it does not matter what the machine did in the meantime. On a branch with merges,
      only its own commits are measured. Builds are cached; the checkout is not changed.

      A change is told at the commit from which on the ratios certainly differ. If commits before it were not
      measured, or could not be told from either side, they are named, with the command that finds the one. A commit
      that does not build, or lacks a workload or a subject, is a gap with its reason.

      The history's folder has history.csv and the folder of each comparison. Given that folder, it prints the history
      again.

      EXAMPLES
        layoutbench history v1.0..main                      about ten commits
        layoutbench history HEAD~20..HEAD --every 1 --filter 'spec.cold feed(100)'
        layoutbench history v1.0..main --suite engine --budget 5m -o history.html
        layoutbench history results/20261121T161501Z-history-1b2c -o history.html     print it again

      EXIT CODES
        0 done; 1 failed while building the first commit, or nothing could be measured; 64 wrong usage; 65 bad
        input; 130 interrupted: what was measured is kept and shown
      """)

  @Argument(
    help: ArgumentHelp(
      "Two revisions with .. between them; the second is HEAD unless given. Or a history's folder.",
      valueName: "first..last|folder"),
    completion: .shellCommand("git branch --format='%(refname:short)..'"))
  var range: String

  @Option(help: "Measure every N-th commit. Default: so that about ten are measured.")
  var every: Int?

  @OptionGroup
  var selection: SuiteSelection

  @Option(help: "The time limit of each commit's comparison: 90s, 2m. Default: 2 minutes.")
  var budget: TimeSpan?

  @Option(
    name: .shortAndLong, help: "Write a page of it to this file; - is standard output.",
    completion: .file(extensions: ["html"]))
  var output: String?

  @Flag(help: "Overwrite an existing page.")
  var force = false

  @OptionGroup
  var table: TableOptions

  @Option(
    help: "The parent of the history's folder. Default: results in the checkout or the working folder.",
    completion: .directory)
  var out: String?

  /// The number of commits that are measured unless told otherwise.
  private static let usualCount = 10

  func validate() throws {
    if let every, every < 1 { throw ValidationError("--every takes 1 or more commits, and not \(every)") }
    guard !FileManager.default.fileExists(atPath: range) else { return }
    guard let ends = range.firstRange(of: ".."), ends.lowerBound > range.startIndex,
      !range[ends.upperBound...].hasPrefix(".")
    else {
      throw ValidationError(
        "\"\(range)\" is neither FIRST..LAST, as in v1.0..main, nor the folder of a history")
    }
  }

  func run() throws {
    try reportingFailures {
      if let output, !force { try WholeFile.refuseExisting(output) }
      if FileManager.default.fileExists(atPath: range) {
        let folder = URL(fileURLWithPath: range, isDirectory: true)
        try show(try RevisionHistory(readingFrom: folder), in: folder)
        return
      }
      try RevisionBuilds.requireOwnRepository()
      let commits = try chosenCommits()
      let folder = try makeFolder()
      let (history, isInterrupted) = try RevisionHistoryRun(commits: commits, folder: folder) {
        base, candidate in
        let (suite, request) = try selection.request(default: "compare", dispatch: [.serialQueues])
        return try RevisionComparison(
          base: base, candidate: candidate, suite: suite.name, request: request,
          seed: selection.seedOrDefault,
          minimumEffect: 0.005, budget: budget ?? TimeSpan(nanoseconds: 120_000_000_000),
          countsInstructions: false)
      }.measure()
      if history.commits.count > 1 {
        StandardError.print(
          "Written to \(folder.path): \(RevisionHistory.fileName), and a folder for each comparison")
        try show(history, in: folder)
      }
      if isInterrupted { throw ExitCode(130) }
      if !history.holdsMeasurements { throw ExitCode.failure }
    }
  }

  /// Prints a history, and writes its page if one is asked for.
  private func show(_ history: RevisionHistory, in folder: URL) throws {
    // Standard output is the page's if it was asked for there.
    if output != WholeFile.standardOutput {
      print(history.text(style: .ofStandardOutput, width: table.width), terminator: "")
    }
    guard let output else { return }
    try WholeFile.write(Data(ReportPage(of: history, in: folder).html().utf8), to: output, force: force)
    if output != WholeFile.standardOutput { StandardError.print("Written to \(output)") }
  }

  // MARK: Commits

  /// The commits to be measured, the first and the last among them.
  private func chosenCommits() throws -> [RevisionHistory.Commit] {
    guard let dots = range.firstRange(of: "..") else { return [] }
    let first = String(range[..<dots.lowerBound])
    let last = dots.upperBound == range.endIndex ? "HEAD" : String(range[dots.upperBound...])
    return try RevisionBuilds.failingOnRevisions { () throws(RevisionError) in
      let repository = try RevisionBuilds.repository()
      guard first != ".", last != "." else {
        throw RevisionError(
          "a history is of commits, and . is the working tree; commit it, or use compare", isInput: true)
      }
      let all = [try repository.revision(first).commit] + (try repository.commits(after: first, to: last))
      guard all.count > 1 else {
        throw RevisionError("there is no commit after \(first) up to \(last)", isInput: true)
      }
      let step = every ?? max(1, (all.count - 2) / Self.usualCount + 1)
      let places = Array(stride(from: 0, to: all.count - 1, by: step)) + [all.count - 1]
      StandardError.print(
        "Measuring \(places.count) of \(NumberText.counted(all.count, "commit")), "
          + "\(step == 1 ? "every one." : "one of \(step): --every 1 measures all.")")
      var commits: [RevisionHistory.Commit] = []
      for place in places {
        let revision = try repository.revision(all[place])
        commits.append(
          RevisionHistory.Commit(
            place: place, revision: revision.commit, date: try repository.date(of: revision),
            title: revision.title))
      }
      return commits
    }
  }

  private func makeFolder() throws -> URL {
    let parent = out.map { URL(fileURLWithPath: $0, isDirectory: true) } ?? ResultsFolder.current.url
    let id = RunID(start: .current(), suite: "history").description
    return try failingOnFiles { try RunFolder.assemble(at: parent.appendingPathComponent(id)) { _ in }.url }
  }
}
