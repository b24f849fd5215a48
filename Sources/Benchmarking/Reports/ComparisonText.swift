/// What a comparison prints: what changed in words, then the table.
package struct ComparisonText {
  private let comparison: Comparison

  package init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  /// Lines of which each has its end. Warnings of the comparison are not among them: they are no results.
  package func text(style: TerminalStyle = .plain) -> String {
    let wording = ComparisonWording.plain
    let findings = ComparisonFindings(comparison, wording: wording)
    var lines = [
      "Base:      \(wording.side(comparison.base))", "Candidate: \(wording.side(comparison.candidate))",
    ]
    let effort = ComparisonWording.effort(of: comparison)
    if !effort.isEmpty { lines.append("Measured:  \(effort)") }
    let headline = findings.headline()
    lines += ["", style.painted(headline.prefix(1).uppercased() + headline.dropFirst() + ".", .bold), ""]
    lines += findings.findings().map { style.painted($0.text, $0.tone.ink) }
    return lines.map { $0 + "\n" }.joined() + table(style)
  }

  private func table(_ style: TerminalStyle) -> String {
    let table = ComparisonTable(comparison)
    guard !table.rows.isEmpty else { return "" }
    let grid = TextGrid(headings: table.headings, rows: table.rows.map(\.fields)).text()
    let lines = grid.split(separator: "\n").enumerated().map { index, line in
      // The titles and the line below them come first.
      index < 2 ? String(line) : style.painted(String(line), table.rows[index - 2].verdict?.ink)
    }
    return "\n" + (lines + [""] + table.legend).map { $0 + "\n" }.joined()
  }
}

extension ComparisonFindings.Finding.Tone {
  fileprivate var ink: TerminalStyle.Ink? {
    switch self {
    case .worse: .red
    case .better: .green
    case .unsure: .yellow
    case .plain: nil
    }
  }
}

extension Verdict {
  fileprivate var ink: TerminalStyle.Ink? {
    switch self {
    case .slower, .different: .red
    case .faster: .green
    case .slowerUnconfirmed, .fasterUnconfirmed, .unfit, .unresolved: .yellow
    case .same: nil
    }
  }
}
