import Foundation

/// A slowdown that a commit announces in a trailer of its message, which is then no regression:
/// `Slower: spec.edit +3%, because every edit is checked now`.
///
/// The cells are chosen as `--filter` does, or are `all cells`; the share is the most that is expected. What follows is
/// for people, and quoted in the answer.
package struct ExpectedSlowdown: Hashable, Sendable, Codable {
  /// The name of the trailer.
  package static let trailer = "Slower"

  /// The commit's short hash.
  let commit: String
  /// The trailer's value as it was written.
  let text: String
  private let cells: String
  private let share: Double

  /// Reads a trailer's value: cells, `+`, a percentage, and a reason after a comma. nil if it is none.
  package init?(_ text: String, commit: String) {
    guard let match = text.wholeMatch(of: /\s*(.+?)\s*\+\s*([0-9]+(?:\.[0-9]+)?)\s*%\s*(?:,.*)?/),
      let percentage = Double(match.2), percentage.isFinite
    else { return nil }
    (self.commit, self.text) = (commit, text)
    (cells, share) = (String(match.1), percentage / 100)
  }

  /// True if the row's change is one of those that the commit expects, and no larger.
  func covers(_ row: MetricComparison) -> Bool {
    (cells == Self.allCells || CellFilter([cells]).matches(row.cell)) && row.candidate.ratio <= 1 + share
  }

  /// True if the change of several cells together is.
  func covers(_ change: SharedChange) -> Bool {
    cells == change.name && change.change.ratio <= 1 + share
  }

  static let allCells = "all cells"
}

extension SharedChange {
  /// The subject or the workload; all cells otherwise.
  var name: String { subject ?? workload ?? ExpectedSlowdown.allCells }
}

extension ComparisonFindings {
  /// Returns what somebody wrote, between quotes where nothing else tells it from our words.
  private func quoted(_ text: String) -> String {
    isMarkdown ? MarkdownText.code(text) : "\"\(text.onOneLine)\""
  }

  /// A sentence for each slowdown that a commit announces, with the number of those that it covers.
  var expected: [String] {
    comparison.expectedSlowdowns.map { expected in
      let covered =
        comparison.rows.count { $0.verdict == .slower && expected.covers($0) }
        + comparison.shared.count { $0.verdict == .slower && expected.covers($0) }
      let effect =
        covered == 0
        ? "nothing slower is within it"
        : "\(NumberText.counted(covered, "change")) within it \(covered == 1 ? "is" : "are") no regression"
      return "\(quoted(expected.commit)) expects \(quoted(expected.text)): \(effect)."
    }
  }
}

extension GitRepository {
  /// Returns the trailers in the messages of the commits after one up to another, the newest first, each with its commit's
  /// short hash.
  package func trailers(
    named name: String, after first: String, to last: String
  ) throws(RevisionError) -> [(commit: String, text: String)] {
    let format = "%h%x00%(trailers:key=\(name),valueonly,unfold,separator=%x00)%x01"
    let log = try require(["log", "--format=\(format)", "\(first)..\(last)"]).output
    return log.split(separator: "\u{1}").flatMap { commit in
      let parts = commit.split(separator: "\0").map { $0.trimmingCharacters(in: .whitespacesAndNewlines) }
      return parts.dropFirst().filter { !$0.isEmpty }.map { (parts[0], $0) }
    }
  }
}
