import Measuring

extension Comparison {
  /// The table of all rows as a page shows it: changes and verdicts have a tone.
  package var page: PageTable {
    var table = Table(rows)
    // The verdict stands before the figures, which need not fit beside it.
    if let verdict = table.columns.popLast() { table.columns.insert(verdict, at: 4) }
    return table.page { row, title in
      title == "change" || title == "verdict" ? row.verdict.tone : nil
    }
  }

  /// The main finding as a sentence, and further sentences with their tones: the worst first.
  package var findings: (headline: String, sentences: [(tone: Tone?, text: String)]) {
    let findings = ComparisonFindings(self)
    return (findings.headline().capitalizedFirst + ".", findings.findings().map { ($0.tone, $0.text) })
  }

  /// The two sides and the effort, each with its title.
  package var facts: [(title: String, text: String)] {
    let findings = ComparisonFindings(self)
    return [
      ("Base", findings.side(base)), ("Candidate", findings.side(candidate)), ("Measured", findings.effort),
      ("Changes that count", "\(NumberText.change(minimumEffect)) or more"),
    ].filter { !$0.text.isEmpty }
  }
}
