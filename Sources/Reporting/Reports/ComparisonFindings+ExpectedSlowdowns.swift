import Measuring

extension ComparisonFindings {
  /// Returns a text by a user, in quotes where nothing else tells it from the report's words.
  private func quoted(_ text: String) -> String {
    isMarkdown ? MarkdownText.code(text) : "\"\(text.onOneLine)\""
  }

  /// A sentence for each slowdown that a commit announces, with the number of slowdowns that it covers.
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
