import Benchmarking
import Foundation

/// Measures a history: compares commits with the first one of them, one after another.
struct RevisionHistoryRun {
  /// The commits to be measured; the first one is the base of all comparisons.
  let commits: [RevisionHistory.Commit]
  /// The folder of the history's files.
  let folder: URL
  /// Prepares the comparison of two commits, by their hashes.
  let comparison: (_ base: String, _ candidate: String) throws -> RevisionComparison

  /// Compares every commit with the first, and writes `history.csv` anew after each.
  ///
  /// A commit that does not build or has no workers is a gap. Ctrl-C ends the history after what was measured.
  func measure() throws -> (history: RevisionHistory, isInterrupted: Bool) {
    let first = commits[0]
    var history = RevisionHistory(
      from: first, cells: try comparison(first.revision, first.revision).cells)
    let interruption = Interruption()
    try interruptible(
      interruption, saying: "Interrupted: what was measured is kept and shown.",
      hurry: SystemProcessRunner.interruptAll
    ) {
      for (index, commit) in commits.enumerated().dropFirst() where !interruption.isRequested {
        StandardError.print("\(index) of \(commits.count - 1): \(commit.name) \(commit.title)")
        do {
          let own = try comparison(first.revision, commit.revision)
          let measured = try own.measure(in: folder).comparison
          if measured.ending == .interrupted { interruption.request() }
          // Pairs that were interrupted are judged too, unless there are none.
          history.add(commit, measured)
        } catch let error as UnmeasurableCandidate where !interruption.isRequested {
          let reason = error.reason.split(separator: "\n").map { $0.trimmingCharacters(in: .whitespaces) }
          StandardError.print("A gap: \(reason.joined(separator: " "))")
          history.addGap(commit, reason: reason.joined(separator: " "))
        } catch  where interruption.isRequested {
          // The interruption ended a build or a worker, which says nothing about the commit.
          break
        }
        try failingOnFiles { try history.write(to: folder) }
      }
    }
    return (history, interruption.isRequested)
  }
}
