import ArgumentParser
import Benchmarking
import Foundation

/// `layoutbench bisect`: finds the commit that made something slower.
struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that made something slower.",
    discussion: """
      Compares commits between two revisions with the first of them, as `compare` does, and halves the commits \
      that are left each time: ten comparisons find one of a thousand commits. A comparison with a regression is \
      bad, all others are good. On a branch with merges, only its own commits are looked at. Builds are cached; \
      the checkout is not changed.

      EXAMPLES
        layoutbench bisect v1.0 main --filter 'spec.cold feed(1000)'
        layoutbench bisect HEAD~20 HEAD --filter 'node.edit' --fail-on 'slower>5%'

      EXIT CODES
        0    found
        1    failed while building or measuring
        3    the last revision has no regression against the first
        64   wrong usage
        65   bad input
        130  interrupted
      """)

  @Argument(
    help: "A revision that is fast.", completion: .revisions)
  var good: String

  @Argument(
    help: "A later revision that is slow.",
    completion: .revisions)
  var bad: String

  @OptionGroup
  var series: ComparisonSeries

  @Option(
    help: "The definition of a regression, as for compare. Default: \(RegressionGate.standard).",
    transform: { try RegressionGate(parsing: $0) })
  var failOn: RegressionGate = .standard

  func run() throws {
    try RevisionBuilds.requireOwnRepository()
    let commits = try RevisionBuilds.repository().commits(after: good, to: bad)
    guard !commits.isEmpty else {
      throw CommandFailure.badInput("there is no commit after \(good) up to \(bad)")
    }
    StandardError.print(
      "Looking for the commit among \(commits.count), in \(steps(commits.count)) at most.")
    guard var found = try judge(commits[commits.count - 1]) else {
      StandardError.print("\(bad) is not slower than \(good), by \(failOn).")
      throw ExitCode(3)
    }
    var (low, high) = (0, commits.count - 1)
    while low < high {
      let middle = (low + high) / 2
      if let match = try judge(commits[middle]) {
        (high, found) = (middle, match)
      } else {
        low = middle + 1
      }
    }
    let revision = try RevisionBuilds.repository().revision(commits[high])
    print("The first slower commit is \(revision.commit.prefix(10)): \(revision.title)")
    print("  \(found)")
    let compared = ["\(revision.commit.prefix(10))~1", "\(revision.commit.prefix(10))"]
    let gate = failOn == .standard ? [] : ["--fail-on", "\(failOn)"]
    let words = [ThisProgram.name, "compare"] + compared + series.selection.arguments + gate
    print("  See it by: \(words.map(shellWord).joined(separator: " "))")
  }

  private func steps(_ count: Int) -> String {
    NumberText.counted(1 + Int(log2(Double(max(count, 1))).rounded(.up)), "comparison")
  }

  /// Compares a commit with the good revision, and returns the regression; nil if it is good.
  private func judge(_ commit: String) throws -> RegressionGate.Match? {
    let comparison = try series.compare(good, commit)
    if comparison.ending == .interrupted { throw ExitCode(130) }
    let failed = comparison.failures.filter { $0.status == .failed }
    if let failure = failed.first, comparison.rows.isEmpty {
      throw CommandFailure.failed(
        "\(commit.prefix(10)) cannot be measured: \(failure.reason ?? "no reason was given")")
    }
    let match = failOn.matches(in: comparison).first
    StandardError.print("\(commit.prefix(10)) is \(match.map { "slower: \($0)" } ?? "not slower")")
    return match
  }
}
