/// A slowdown that a commit announces in a trailer of its message, so that it is no regression:
/// `Slower: spec.edit +3%, because every edit is checked now`.
///
/// The cells are chosen as with `--filter`, or are `all cells`; the share is the largest expected slowdown. The rest is
/// for people, and quoted in the answer.
package struct ExpectedSlowdown: Hashable, Sendable, Codable {
  /// The name of the trailer.
  package static let trailer = "Slower"

  /// The commit's short hash.
  package let commit: String
  /// The trailer's value as it was written.
  package let text: String
  private let cells: String
  private let share: Double

  /// Reads a trailer's value: cells, `+`, a percentage, and a reason after a comma. nil for any other text.
  init?(_ text: String, commit: String) {
    guard let match = text.wholeMatch(of: /\s*(.+?)\s*\+\s*([0-9]+(?:\.[0-9]+)?)\s*%\s*(?:,.*)?/),
      let percentage = Double(match.2), percentage.isFinite
    else { return nil }
    (self.commit, self.text) = (commit, text)
    (cells, share) = (String(match.1), percentage / 100)
  }

  /// True if the commit expects the row's cell to become slower, by at least the row's change.
  package func covers(_ row: MetricComparison) -> Bool {
    (cells == Self.allCells || CellFilter([cells]).matches(row.cell)) && row.candidate.ratio <= 1 + share
  }

  /// True if the commit expects the change of several cells together, or a larger one.
  package func covers(_ change: SharedChange) -> Bool {
    cells == change.name && change.change.ratio <= 1 + share
  }

  static let allCells = "all cells"
}
