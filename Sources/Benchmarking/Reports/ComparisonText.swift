extension Comparison {
  /// Returns the changes in words and then the table, in lines with line ends, without the warnings of the
  /// comparison, which are no results.
  ///
  /// - Parameter width: the characters that a line has room for: sentences are broken, and the table lacks details
  ///   so that it fits. nil, the default, for lines of any length.
  package func text(style: TerminalStyle = .plain, width: Int? = nil) -> String {
    let findings = ComparisonFindings(self)
    var lines: [String] = []
    func add(_ text: String, _ ink: TerminalStyle.Ink? = nil, indent: Int = 0) {
      lines += text.wrapped(width: width, indent: indent).map { style.painted($0, ink) }
    }
    add("Base:      \(findings.side(base))", indent: 11)
    add("Candidate: \(findings.side(candidate))", indent: 11)
    if !findings.effort.isEmpty { add("Measured:  \(findings.effort)", indent: 11) }
    lines.append("")
    add(findings.headline().capitalizedFirst + ".", .bold)
    lines.append("")
    for finding in findings.findings() { add(finding.text, finding.tone.ink) }
    let table = Table(tableRows).fitting(width)
    if !table.rows.isEmpty {
      let text = table.text { row, line in style.painted(line, row.verdict.ink) }
      lines += ["", text]
      for legend in table.legends { add(legend, indent: 2) }
    }
    return lines.map { $0 + "\n" }.joined()
  }

  /// The most cells of which a table has all.
  private static let mostCells = 30

  /// All times, or of many cells only those that changed; and the counts that did.
  private var tableRows: [MetricComparison] {
    let isShort = Set(rows.map(\.cell)).count <= Self.mostCells
    return rows.filter { $0.metric.kind == .timed && isShort || $0.isTold }
  }

  /// Returns the comparison as GitHub's Markdown, for a comment on a pull request: the headline and the
  /// changes, a table of the rows that changed, and everything else folded away.
  ///
  /// Pages do not show the first line. A program finds its earlier comment by it, to replace it.
  ///
  /// - Parameter machine: the machine and build as `MachineLine` describes them; nil = left out.
  package func markdown(machine: String? = nil) -> String {
    let findings = ComparisonFindings(self, isMarkdown: true)
    var changes = Table(rows.filter(\.isTold))
    // A comment is narrow.
    changes.columns.removeAll { $0.isDetail && $0.title != "threads" }
    var text = "<!-- layoutbench compare -->\n### LayoutBench: \(findings.headline())\n\n"
    text += "Base: \(findings.side(base))<br>\nCandidate: \(findings.side(candidate))\n\n"
    for finding in findings.findings() { text += "- \(finding.text)\n" }
    text += "\n\(changes.markdown())<details><summary>All figures</summary>\n\n"
    text += "\(details(effort: findings.effort)).\n\n</details>\n\n"
    if let machine { text += "<sub>Machine: \(MarkdownText.prose(machine))</sub>\n" }
    return text
  }

  private func details(effort: String) -> String {
    let all = Table(rows)
    let warnings = warnings.map { "Warning: \(MarkdownText.prose($0.description))" }
    let lists = [all.legends, warnings].filter { !$0.isEmpty }.map { lines in
      lines.map { "- \($0)\n" }.joined() + "\n"
    }
    let run = [
      runID.isEmpty ? "" : "run \(MarkdownText.code(runID))", effort,
      "changes count from \(NumberText.change(minimumEffect)) on",
    ].filter { !$0.isEmpty }.joined(separator: "; ")
    return all.markdown() + lists.joined() + run.capitalizedFirst
  }
}

extension Table<MetricComparison> {
  init(_ rows: [MetricComparison]) {
    let levels = rows.filter(\.hasInterval).map(\.level)
    let lowest = NumberText.confidence(levels.min() ?? 0)
    let highest = NumberText.confidence(levels.max() ?? 0)
    let hasOneLevel = lowest == highest && !levels.isEmpty
    let range = hasOneLevel ? "" : ", at \(lowest) to \(highest)"
    let columns: [TableColumn<MetricComparison>] = [
      .left("workload", isName: true) { $0.cell.workloadText },
      .left("subject", isName: true) { $0.cell.subject },
      .right("threads", isDetail: true) { String($0.cell.threads) },
      .left("metric") { $0.metric.columnTitle(hasElements: $0.cell.nodeCount > 0) },
      .right("base") { $0.shown($0.baseValue) },
      .right("candidate") { $0.shown($0.candidateValue) },
      .left("change", legend: "change: from the base to the candidate") { $0.changeText },
      .left(
        hasOneLevel ? "\(lowest) interval" : "interval", legend: "interval: where the change lies\(range)"
      ) { $0.hasInterval ? $0.candidate.interval : nil },
      .right(
        "excludes", legend: "excludes: a slowdown above this, in 95 of 100 such comparisons", isDetail: true
      ) { row in
        row.metric.kind == .timed && row.verdict == .same
          ? row.excludedRatio.map { NumberText.change(max($0 - 1, 0)) } : nil
      },
      .right("pairs", isDetail: true) { $0.metric.kind == .timed ? String($0.pairCount) : nil },
      .left("verdict") { $0.verdictText },
    ]
    self.init(columns: columns, rows: rows)
  }
}

extension MetricComparison {
  /// Returns a value of the row as tables show it: times per element if their number is known; nil for NaN,
  /// which means not measured.
  fileprivate func shown(_ value: Double) -> String? {
    if value.isNaN { return nil }
    guard metric.kind == .timed else { return NumberText.count(value) }
    return NumberText.figure(cell.nodeCount > 0 ? value / Double(cell.nodeCount) : value)
  }

  /// The change: `+2.1% slower`, `-3 fewer`; only the number if neither, and nil for different layouts.
  fileprivate var changeText: String? {
    if verdict == .different { return nil }
    let difference = candidateValue - baseValue
    // A ratio to 0 says only that the base was 0.
    let amount =
      candidate.ratio.isFinite ? candidate.change : (difference > 0 ? "+" : "") + NumberText.count(difference)
    guard verdict.isChange else { return amount }
    return "\(amount) \(metric.word(isMore: candidate.ratio > 1))"
  }

  /// True if it has more to say than that nothing changed.
  fileprivate var isTold: Bool {
    switch verdict {
    case .slower, .faster, .placement, .different: true
    case .unresolved: metric.kind != .timed
    case .same: false
    }
  }

  fileprivate var verdictText: String {
    switch verdict {
    case .different: "layouts differ"
    case .slower: metric.word(isMore: true)
    case .faster: metric.word(isMore: false)
    case .same: "no change seen"
    case .unresolved: metric.kind == .timed ? "too few pairs" : "does not repeat"
    case .placement: "same work"
    }
  }
}

extension ComparedMetric {
  /// Returns the heading with the unit: per element if their number is known, otherwise per tree.
  fileprivate func columnTitle(hasElements: Bool) -> String {
    switch self {
    case .wallNanoseconds: "wall ns/\(hasElements ? "element" : "tree")"
    case .cpuNanoseconds: "CPU ns/\(hasElements ? "element" : "tree")"
    case .allocCount: "allocations/tree"
    case .allocBytes: "bytes/tree"
    case .peakResidentBytes: "peak bytes"
    case .instructionCount: "instructions/tree"
    }
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
    case .unresolved, .placement: .yellow
    case .same: nil
    }
  }
}
