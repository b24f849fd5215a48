/// A comparison for a terminal or a file: the changes in words, and then the table. Warnings are no results.
enum ComparisonText: Output {
  static func text(of report: ComparisonReport) -> String {
    let (comparison, style) = (report.comparison, report.style)
    let findings = ComparisonFindings(comparison)
    var lines: [String] = []
    func add(_ text: String, _ ink: TerminalStyle.Ink? = nil, indent: Int = 0) {
      lines += text.wrapped(width: report.width, indent: indent).map { style.painted($0, ink) }
    }
    add("Base:      \(findings.side(comparison.base))", indent: 11)
    add("Candidate: \(findings.side(comparison.candidate))", indent: 11)
    if !findings.effort.isEmpty { add("Measured:  \(findings.effort)", indent: 11) }
    lines.append("")
    add(findings.headline().capitalizedFirst + ".", .bold)
    lines.append("")
    for finding in findings.findings() { add(finding.text, finding.tone?.ink) }
    let table = Table(shownRows(of: comparison)).fitting(report.width)
    if !table.rows.isEmpty {
      let text = table.text { row, line in style.painted(line, row.verdict.tone?.ink) }
      lines += ["", text]
      for legend in table.legends { add(legend, indent: 2) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The most cells of which a table has all.
  private static let mostCells = 30

  /// All times, or of many cells only those that changed; and the counts that did.
  private static func shownRows(of comparison: Comparison) -> [MetricComparison] {
    let isShort = Set(comparison.rows.map(\.cell)).count <= mostCells
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
