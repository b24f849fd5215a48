/// The printed result of a comparison: the changes in words, then the table.
package struct ComparisonText {
  private let comparison: Comparison

  package init(_ comparison: Comparison) {
    self.comparison = comparison
  }

  /// Returns lines with line ends, without the warnings of the comparison, which are no results.
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
      // The first two lines are the titles and the line below them.
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
