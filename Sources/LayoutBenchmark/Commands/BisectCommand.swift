import ArgumentParser
import Foundation
import Measuring

/// `layoutbench bisect`: finds the commit that made something slower.
struct BisectCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "bisect",
    abstract: "Find the commit that made something slower.",
    discussion: """
      Compares commits between two revisions with the first of them, as `compare` does, and halves the commits \
      that are left each time: ten comparisons find one of a thousand commits. A comparison with a regression is \
      bad, all others are good. A commit that cannot be built or measured is passed over, and one near it is compared. \
      On a branch with merges, only its own commits are looked at. Builds are cached; the checkout is not changed.

      EXAMPLES
        \(ProgramName.command) bisect v1.0 main --filter 'spec.cold feed(1000)'
        \(ProgramName.command) bisect HEAD~20 HEAD --filter 'node.edit' --fail-on 'slower>5%'

      EXIT CODES
        0    found, or narrowed down to commits that cannot be measured
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
  var series: ComparisonOptions

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
    let steps = NumberText.counted(1 + Int(log2(Double(commits.count)).rounded(.up)), "comparison")
    StandardError.print("Looking for the commit among \(commits.count), in \(steps) at most.")
    guard var found = try judge(commits[commits.count - 1]) else {
      StandardError.print("\(bad) is not slower than \(good), by \(failOn).")
      throw ExitCode(3)
    }
    // The first slower commit is one of low...high.
    var (low, high) = (0, commits.count - 1)
    var passedOver: Set<Int> = []
    while let next = (low..<high).filter({ !passedOver.contains($0) })
      .min(by: { abs(2 * $0 - low - high) < abs(2 * $1 - low - high) })
    {
      do {
        if let match = try judge(commits[next]) {
          (high, found) = (next, match)
        } else {
          low = next + 1
        }
      } catch let error as UnmeasurableCandidate {
        StandardError.print("passed over: \(error.reason)")
        passedOver.insert(next)
      }
    }
    let revisions = try (low...high).map { try RevisionBuilds.repository().revision(commits[$0]) }
    let titles = revisions.map { "\($0.commit.prefix(10)): \($0.title)" }
    let among = titles.count == 1 ? "" : "one of \(titles.count), of which only the last can be measured:\n  "
    print("The first slower commit is \(among)\(titles.joined(separator: "\n  "))")
    print("  \(found)")
    let compared = ["\(revisions[0].commit.prefix(10))~1", "\(revisions[high - low].commit.prefix(10))"]
    let gate = failOn == .standard ? [] : ["--fail-on", "\(failOn)"]
    let words = ["compare"] + compared + series.selection.arguments + gate
    print("  See it by: \(ThisProgram.command) \(words.map(\.shellWord).joined(separator: " "))")
  }

  /// Compares a commit with the good revision, and returns the regression; nil if it is good.
  ///
  /// - Throws: `UnmeasurableCandidate` if the commit cannot be built or measured.
  private func judge(_ commit: String) throws -> RegressionGate.Match? {
    let comparison = try series.compare(good, commit, countsInstructions: failOn.needsCallgrind)
    if comparison.ending == .interrupted { throw ExitCode(130) }
    let failed = comparison.failures.filter { $0.status == .failed }
    if let failure = failed.first, comparison.rows.isEmpty {
      throw UnmeasurableCandidate(
        reason: RevisionError(
          "\(commit.prefix(10)) cannot be measured: \(failure.reason ?? "no reason was given")"))
    }
    let match = failOn.matches(in: comparison).first
    if match == nil, let lack = failOn.unjudged(in: comparison) {
      throw CommandFailure.failed("\(commit.prefix(10)) is neither good nor bad: \(lack)")
    }
    StandardError.print("\(commit.prefix(10)) is \(match.map { "slower: \($0)" } ?? "not slower")")
    return match
  }
}
