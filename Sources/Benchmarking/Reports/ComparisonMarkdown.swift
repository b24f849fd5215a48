/// A comparison as GitHub's Markdown, for a comment on a pull request.
package struct ComparisonMarkdown {
  /// The first line, which pages do not show. A program finds its earlier comment by it, to replace it.
  package static let marker = "<!-- layoutbench compare -->"

  private let comparison: Comparison
  private let machine: String?

  /// - Parameter machine: the machine and build as `MachineLine` describes them; nil = left out.
  package init(_ comparison: Comparison, machine: String? = nil) {
    self.comparison = comparison
    self.machine = machine
  }

  /// Returns the headline and the changes, a table of the rows that are not `same`, and everything else
  /// folded away, in lines with line ends.
  package func text() -> String {
    let wording = ComparisonWording.markdown
    let findings = ComparisonFindings(comparison, wording: wording)
    var text = "\(Self.marker)\n### LayoutBench: \(findings.headline())\n\n"
    text += "Base: \(wording.side(comparison.base))<br>\nCandidate: \(wording.side(comparison.candidate))\n\n"
    for finding in findings.findings() {
      text += "- \(finding.text)\n"
    }
    text += "\n" + table(ComparisonTable(comparison) { $0.verdict != .same }, columns: Self.briefColumns)
    text += details
    if let machine { text += "<sub>Machine: \(MarkdownText.prose(machine))</sub>\n" }
    return text
  }

  private var details: String {
    let all = ComparisonTable(comparison) { _ in true }
    var body = table(all, columns: Array(all.headings.indices))
    body += all.legend.map { "- \($0)\n" }.joined() + (all.legend.isEmpty ? "" : "\n")
    for warning in comparison.warnings { body += "- Warning: \(MarkdownText.prose(warning.description))\n" }
    if !comparison.warnings.isEmpty { body += "\n" }
    let effort = ComparisonWording.effort(of: comparison)
    let run = [
      comparison.runID.isEmpty ? "" : "run \(MarkdownText.code(comparison.runID))", effort,
      "changes count from \(ChangeText.percentage(comparison.minimumEffect)) on",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
    return
      "<details><summary>All figures</summary>\n\n\(body)\(run.prefix(1).uppercased() + run.dropFirst()).\n\n</details>\n\n"
  }

  /// All columns but the smallest visible change and the copy of the base, since a comment is narrow.
  private static let briefColumns = [0, 1, 2, 3, 4, 5, 6, 7, 10]

  /// Returns the table; empty if there are no rows.
  private func table(_ table: ComparisonTable, columns: [Int]) -> String {
    guard !table.rows.isEmpty else { return "" }
    let titles = columns.map { table.headings[$0].title }
    let rules = columns.map { table.headings[$0].alignment == .right ? "---:" : "---" }
    let rows = table.rows.map { row in
      columns.map { index in
        let field = row.fields[index]
        return ComparisonTable.nameColumns.contains(index) ? MarkdownText.code(field, inTable: true) : field
      }
    }
    return ([titles, rules] + rows).map { "| \($0.joined(separator: " | ")) |\n" }.joined() + "\n"
  }
}
