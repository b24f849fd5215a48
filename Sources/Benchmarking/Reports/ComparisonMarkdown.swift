/// A comparison as GitHub's Markdown, for a comment on a pull request: the headline and the changes, a table of the rows
/// that changed, and everything else folded away.
///
/// Pages do not show the first line. A program finds its earlier comment by it, to replace it.
enum ComparisonMarkdown: Output {
  static func text(of report: ComparisonReport) -> String {
    let comparison = report.comparison
    let findings = ComparisonFindings(comparison, isMarkdown: true)
    var changes = Table(comparison.rows.filter(\.isTold))
    // A comment is narrow.
    changes.columns.removeAll { ["excludes", "pairs"].contains($0.title) }
    var text = "<!-- layoutbench compare -->\n### LayoutBench: \(findings.headline())\n\n"
    text +=
      "Base: \(findings.side(comparison.base))<br>\nCandidate: \(findings.side(comparison.candidate))\n\n"
    for finding in findings.findings() { text += "- \(finding.text)\n" }
    text += "\n\(changes.markdown())<details><summary>All figures</summary>\n\n"
    text += "\(details(of: report, effort: findings.effort)).\n\n</details>\n\n"
    if let machine = report.machine { text += "<sub>Machine: \(MarkdownText.prose(machine))</sub>\n" }
    return text
  }

  private static func details(of report: ComparisonReport, effort: String) -> String {
    let comparison = report.comparison
    let all = Table(comparison.rows)
    let warnings = report.warnings.map { "Warning: \(MarkdownText.prose($0.description))" }
    let lists = [all.legends, warnings].filter { !$0.isEmpty }.map { lines in
      lines.map { "- \($0)\n" }.joined() + "\n"
    }
    let run = [
      comparison.runID.isEmpty ? "" : "run \(MarkdownText.code(comparison.runID))", effort,
      "changes count from \(NumberText.change(comparison.minimumEffect)) on",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
    return all.markdown() + lists.joined() + run.capitalizedFirst
  }
}
