import Foundation
import Measuring
import StrictJSON

/// A comparison as it is printed: the machine that measured it, and the verdict of a gate.
package struct ComparisonReport {
  package let comparison: Comparison
  /// The machine and build as `MachineFacts.line` describes them; nil if unknown.
  let machine: String?
  /// When it was measured, ISO 8601; nil if that was just now.
  private let startedUTC: String?
  /// The definition of a regression, default `RegressionGate.standard`.
  package var gate = RegressionGate.standard
  /// The slowdown that every cell must exclude, as a share; nil, the default, if none must.
  package var strictShare: Double?
  /// The style of text, default plain.
  package var style = TerminalStyle.plain
  /// The characters that a line of text has room for: sentences are broken, and the table lacks details so that it
  /// fits. nil, the default, for lines of any length.
  package var width: Int?

  /// A comparison that was just measured.
  package init(_ comparison: Comparison, machine: String? = nil) {
    (self.comparison, self.machine, startedUTC) = (comparison, machine, nil)
  }

  /// Reads a comparison that was measured before.
  package init(of folder: RunFolder) throws(FileError) {
    let description = try folder.readDescription()
    comparison = try folder.readComparison()
    machine = description.machineAtStart.line(with: description.build)
    startedUTC = description.startedUTC
  }

  /// True if it was just measured, and interrupted.
  package var isInterrupted: Bool { startedUTC == nil && comparison.ending == .interrupted }

  package var exit: ComparisonExit { ComparisonExit(of: comparison, gate: gate, strictShare: strictShare) }

  /// The warnings for people. Those of a stored comparison have a date, and no advice, which would be out of date.
  package var warnings: [Warning] {
    guard let startedUTC else { return comparison.warnings }
    return comparison.warnings.map {
      Warning(cause: "When this was measured, on \(startedUTC.prefix(10)): \($0.cause)", nextStep: "")
    }
  }

  package var regressions: [RegressionGate.Match] { gate.matches(in: comparison) }
}

/// The forms in which a comparison is printed.
package enum ComparisonFormat: String, CaseIterable {
  case text
  case markdown
  case json
  case github

  /// Returns a comparison in lines with line ends.
  package func text(of report: ComparisonReport) throws -> String {
    switch self {
    case .text: report.text
    case .markdown: report.markdown
    case .json: String(decoding: try StableJSON.data(of: report), as: UTF8.self)
    case .github: report.annotations
    }
  }

  /// Returns the reason why there is no comparison, so that readers do not take an earlier answer for this one; empty as
  /// text, since standard error has the reason.
  ///
  /// - Parameters:
  ///   - failure: a sentence.
  ///   - details: lines of another program's output.
  package func failureText(_ failure: String, details: [String]) -> String {
    switch self {
    case .text: return ""
    case .json:
      return JSONValue.object(["failure": .string(([failure] + details).joined(separator: "\n"))]).formatted
    case .github:
      return annotation("error", "Not compared", ([failure] + details).joined(separator: " ")) + "\n"
    case .markdown:
      let lines = details.map { "- \(MarkdownText.code($0))\n" }.joined()
      return "\(ComparisonReport.mark)### LayoutBench: nothing was compared\n\n"
        + "\(MarkdownText.prose(failure.capitalizedFirst))\n\n\(lines)"
    }
  }
}

extension ComparisonReport: Encodable {
  private enum Keys: CodingKey {
    case verdict, exitCode, regressions
  }

  /// Writes the comparison with a gate's verdict: `verdict`, the finding in a few words; `exitCode`; and `regressions`, a
  /// sentence for each.
  package func encode(to encoder: any Encoder) throws {
    try comparison.encode(to: encoder)
    var values = encoder.container(keyedBy: Keys.self)
    try values.encode(ComparisonFindings(comparison).headline(), forKey: .verdict)
    try values.encode(exit.rawValue, forKey: .exitCode)
    try values.encode(regressions.map(\.description), forKey: .regressions)
  }
}

extension ComparisonReport {
  /// The comparison for a terminal or a file: the changes in words, and then the table. Warnings are no results.
  var text: String {
    let findings = ComparisonFindings(comparison)
    var lines: [String] = []
    func add(_ text: String, _ ink: TerminalStyle.Ink? = nil, indent: Int = 0) {
      lines += text.wrapped(width: width, indent: indent).map { style.painted($0, ink) }
    }
    add("Base:      \(findings.side(comparison.base))", indent: 11)
    add("Candidate: \(findings.side(comparison.candidate))", indent: 11)
    if !findings.effort.isEmpty { add("Measured:  \(findings.effort)", indent: 11) }
    lines.append("")
    add(findings.headline().capitalizedFirst + ".", .bold)
    lines.append("")
    for finding in findings.findings() { add(finding.text, finding.tone?.ink) }
    let table = Table(shownRows).fitting(width)
    if !table.rows.isEmpty {
      let text = table.text { row, line in style.painted(line, row.verdict.tone?.ink) }
      lines += ["", text]
      for legend in table.legends { add(legend, indent: 2) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The most cells of which a table has all.
  private static let mostCells = 30

  /// All times, or, with many cells, only changed times; and the changed counts.
  private var shownRows: [MetricComparison] {
    let isShort = Set(comparison.rows.map(\.cell)).count <= Self.mostCells
    return comparison.rows.filter { $0.metric.kind == .timed && isShort || $0.isTold }
  }
}

extension Tone {
  fileprivate var ink: TerminalStyle.Ink {
    switch self {
    case .worse: .red
    case .better: .green
    case .unsure: .yellow
    }
  }
}

extension ComparisonReport {
  /// A line that pages do not show. A program finds its earlier comment by this line, to replace the comment.
  fileprivate static let mark = "<!-- \(ProgramName.command) compare -->\n"

  /// The comparison as GitHub's Markdown, for a comment on a pull request: the headline and the changes, a table of the rows
  /// that changed, and everything else folded away.
  var markdown: String {
    let findings = ComparisonFindings(comparison, isMarkdown: true)
    var changes = Table(comparison.rows.filter(\.isTold))
    // A comment is narrow.
    changes.columns.removeAll { ["excludes", "pairs"].contains($0.title) }
    var text = "\(Self.mark)### LayoutBench: \(findings.headline())\n\n"
    text +=
      "Base: \(findings.side(comparison.base))<br>\nCandidate: \(findings.side(comparison.candidate))\n\n"
    for finding in findings.findings() { text += "- \(finding.text)\n" }
    text += "\n\(changes.markdown())<details><summary>All figures</summary>\n\n"
    text += "\(details(effort: findings.effort)).\n\n</details>\n\n"
    if let machine { text += "<sub>Machine: \(MarkdownText.prose(machine))</sub>\n" }
    return text
  }

  private func details(effort: String) -> String {
    let all = Table(comparison.rows)
    let warnings = self.warnings.map { "Warning: \(MarkdownText.prose($0.description))" }
    let lists = [all.legends, warnings].filter { !$0.isEmpty }.map { lines in
      lines.map { "- \($0)\n" }.joined() + "\n"
    }
    let run = [
      comparison.runID.isEmpty ? "" : "run \(MarkdownText.code(comparison.runID))", effort,
      "changes count from \(NumberText.change(comparison.minimumEffect)) on",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
    return all.markdown() + lists.joined() + run.capitalizedFirst
  }

  /// The comparison as lines that GitHub's runners turn into annotations: an error for each regression, a warning for each
  /// warning and each undecided or failed cell, and a notice with the finding. The page of the job gets the Markdown.
  ///
  /// "Workflow commands for GitHub Actions", where `%`, line ends, and in properties `:` and `,` are escaped.
  var annotations: String {
    var lines = regressions.map { annotation("error", $0.title, $0.description) }
    let findings = ComparisonFindings(comparison)
    for failure in comparison.failures where failure.status == .failed {
      lines.append(annotation("error", "Not compared", "\(failure.cell): \(failure.reason ?? "")"))
    }
    for finding in findings.findings() where finding.tone == .unsure {
      lines.append(annotation("warning", "Undecided", finding.text))
    }
    lines += warnings.map { annotation("warning", "Comparison", $0.description) }
    lines.append(
      annotation("notice", "\(ProgramName.command) compare", findings.headline().capitalizedFirst + "."))
    return lines.map { $0 + "\n" }.joined()
  }
}

private func annotation(_ kind: String, _ title: String, _ text: String) -> String {
  func escaped(_ text: String, inProperty: Bool) -> String {
    var special = [("%", "%25"), ("\r", "%0D"), ("\n", "%0A")]
    if inProperty { special += [(":", "%3A"), (",", "%2C")] }
    return special.reduce(text) { $0.replacingOccurrences(of: $1.0, with: $1.1) }
  }
  return
    "::\(kind) title=\(escaped(title, inProperty: true))::\(escaped(text.onOneLine, inProperty: false))"
}
