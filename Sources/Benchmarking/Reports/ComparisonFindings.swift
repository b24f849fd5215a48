import StrictJSON

/// The findings of a comparison in sentences, the same for a terminal and for a pull request.
struct ComparisonFindings {
  struct Finding: Hashable {
    enum Tone {
      case worse
      case better
      case unsure
      case plain
    }

    var tone: Tone
    var text: String
  }

  let comparison: Comparison
  /// True for GitHub's Markdown, where names are code, in which it sees no markup, no mention and no link.
  let isMarkdown: Bool
  /// The distinct cells with a row, in their order.
  private let cells: [CellDescription]
  /// The number of cells that were to be compared, without those that both revisions refuse. Every sentence
  /// counts among these.
  private let total: Int
  private let hasThreads: Bool
  private var rows: [MetricComparison] { comparison.rows }

  init(_ comparison: Comparison, isMarkdown: Bool = false) {
    self.comparison = comparison
    self.isMarkdown = isMarkdown
    cells = comparison.rows.map(\.cell).firstAppearances()
    let failed = comparison.failures.filter { $0.status == .failed }.map(\.cell)
    let waiting = comparison.waiting.map(\.cell)
    total = Set(cells + failed + waiting).count
    hasThreads = (cells + comparison.failures.map(\.cell) + waiting).contains { $0.threads != 1 }
  }

  /// Returns all sentences: what must be known first, then what got worse, what got better, what is
  /// uncertain, what did not change, and what was not compared.
  func findings() -> [Finding] {
    func all(_ tone: Finding.Tone, _ texts: [String]) -> [Finding] {
      texts.map { Finding(tone: tone, text: $0) }
    }
    let changes = cells.compactMap(changedTimes) + cells.compactMap(changedCounts)
    var findings = all(.unsure, ended + notInterleaved) + all(.worse, differentLayouts)
    findings += changes.filter { $0.tone == .worse } + changes.filter { $0.tone == .better }
    findings += all(.unsure, unconfirmed + unfit + unresolvedTimes + unresolvedCounts)
    findings += all(.plain, unchangedTimes + equalCounts)
    return findings + comparison.failures.map(notCompared)
  }

  /// Returns a few words: `slower in 1 of 8 cells, counts up in 2`.
  func headline() -> String {
    let end = ending.map { ", \($0)" } ?? ""
    guard !rows.isEmpty else {
      return (comparison.failures.isEmpty ? "nothing was compared" : "nothing could be compared") + end
    }
    func count(_ matches: (MetricComparison) -> Bool) -> Int {
      Set(rows.filter(matches).map(\.cell)).count
    }
    let parts = [
      (count { $0.verdict == .different }, "layouts differ"),
      (count { $0.metric.kind == .timed && $0.verdict == .slower }, "slower"),
      (count { $0.verdict == .slowerUnconfirmed }, "slower, not confirmed,"),
      (count { $0.metric.kind != .timed && $0.verdict == .slower }, "counts up"),
      (count { $0.metric.kind == .timed && $0.verdict == .faster }, "faster"),
      (count { $0.verdict == .fasterUnconfirmed }, "faster, not confirmed,"),
      (count { $0.metric.kind != .timed && $0.verdict == .faster }, "counts down"),
      (count { $0.verdict == .unfit || $0.verdict == .unresolved && !isUndecided($0) }, "cannot tell"),
      (comparison.waiting.count { $0.stage != .confirmation }, "undecided"),
      (count { $0.verdict == nil }, "no verdict on times"),
      (comparison.failures.filter { $0.status == .failed }.count, "failed"),
    ].filter { $0.0 > 0 }
    guard let first = parts.first else { return "no change seen in \(counted(total))\(end)" }
    return
      (["\(first.1) in \(counted(first.0))"] + parts.dropFirst().map { "\($0.1) in \($0.0)" })
      .joined(separator: ", ") + end
  }

  /// The effort: `40 pairs of processes a cell, 2 min 3 s`; empty if unknown.
  var effort: String {
    var parts: [String] = []
    let pairs = rows.filter { $0.metric.kind == .timed && $0.verdict != .different }.map(\.pairCount)
    if comparison.isInterleaved, let least = pairs.min(), let most = pairs.max() {
      let range = least == most ? "\(least)" : "\(least) to \(most)"
      parts.append("\(range) \(NumberText.plural("pair", most)) of processes a cell")
    }
    if comparison.elapsedNanoseconds > 0 {
      let seconds = Int((Double(comparison.elapsedNanoseconds) / 1e9).rounded())
      parts.append(seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s")
    }
    return parts.joined(separator: ", ")
  }

  // MARK: Names

  /// Returns a side of the comparison: `main, 0123456789 with changes: The title`.
  func side(_ side: Comparison.Side) -> String {
    var text = name(side.name)
    if let revision = side.revision, revision != side.name {
      text += ", \(name(String(revision.prefix(10))))"
    }
    if side.isDirty { text += " with changes" }
    if let title = side.title { text += ": \(name(title))" }
    return text
  }

  /// Returns a cell, with its threads if not all cells have one.
  private func name(_ cell: CellDescription) -> String {
    let text = name("\(cell.subject) \(cell.workloadText)")
    return hasThreads ? "\(text) on \(NumberText.counted(cell.threads, "thread"))" : text
  }

  /// Returns a name that others gave: a cell's, a branch's.
  private func name(_ name: String) -> String {
    isMarkdown ? MarkdownText.code(name) : name.onOneLine
  }

  /// Returns a sentence that was made elsewhere.
  private func prose(_ text: String) -> String {
    isMarkdown ? MarkdownText.prose(text) : text.onOneLine
  }

  private func note(_ row: MetricComparison) -> String { row.note.map { " \(prose($0))" } ?? "" }

  /// Returns `all 8 cells`, `7 of 8 cells` or `the one cell`.
  private func counted(_ count: Int) -> String {
    if count < total { return "\(count) of \(total) cells" }
    return total == 1 ? "the one cell" : total == 2 ? "both cells" : "all \(total) cells"
  }

  private func counted(_ rows: [MetricComparison]) -> String { counted(Set(rows.map(\.cell)).count) }

  // MARK: The ending

  /// The ending of the comparison if it was not complete.
  private var ending: String? {
    switch comparison.ending {
    case .complete: nil
    case .budget: "ended by the budget"
    case .interrupted: "interrupted"
    case .incomplete: "incomplete"
    }
  }

  /// The sentence with the undecided cells.
  private var ended: [String] {
    guard comparison.ending != .complete else { return [] }
    let isBudget = comparison.ending == .budget
    var parts = [isBudget ? "The budget ended the comparison" : "The comparison was interrupted"]
    let stages: [(Comparison.WaitingCell.Stage, String)] = [
      (.confirmation, "waiting for their confirmation"), (.decision, "undecided"), (.start, "not begun"),
    ]
    for (stage, title) in stages {
      let names = comparison.waiting.filter { $0.stage == stage }.map { name($0.cell) }
      if !names.isEmpty { parts.append("\(title): \(names.joined(separator: ", "))") }
    }
    let advice = isBudget ? " A longer `--budget` gives them time." : ""
    return [parts.joined(separator: "; ") + "." + advice]
  }

  private var notInterleaved: [String] {
    guard rows.contains(where: { $0.verdict == nil }) else { return [] }
    return [
      "No verdict on times: the two were not measured in turns, and a change of the machine between them looks like a "
        + "change of the code. `layoutbench compare BASE CANDIDATE` with two revisions measures them in turns."
    ]
  }

  private func notCompared(_ outcome: CellOutcome) -> Finding {
    let isFailure = outcome.status == .failed
    let reason = outcome.reason.map(prose) ?? "No reason was given."
    return Finding(
      tone: isFailure ? .worse : .plain,
      text: "\(isFailure ? "Failed" : "Not compared"): \(name(outcome.cell)): \(reason)")
  }

  // MARK: Changes

  private var differentLayouts: [String] {
    var told: Set<CellDescription> = []
    return rows.filter { $0.verdict == .different && told.insert($0.cell).inserted }.map {
      "The layouts differ, so that times say nothing: \(name($0.cell)).\(note($0))"
    }
  }

  /// Returns a sentence about a cell if its time changed.
  private func changedTimes(of cell: CellDescription) -> Finding? {
    let rows = changedRows(of: cell).filter { $0.metric.kind == .timed }
    let parts = rows.map { row in
      let change = NumberText.change(abs(row.candidate.ratio - 1))
      let isSlower = row.candidate.ratio > 1
      let interval = row.candidate.ratio.isFinite ? " (\(row.candidate.size))" : ""
      return row.metric == .cpuNanoseconds
        ? "takes \(change) \(isSlower ? "more" : "less") CPU time\(interval)"
        : "is \(change) \(isSlower ? "slower" : "faster")\(interval)"
    }
    let text = "\(name(cell)) \(parts.joined(separator: " and ")), confirmed by a second set of pairs."
    return finding(of: rows, text: text + doubt(of: cell))
  }

  /// Returns another possible cause of a changed time, if the instructions are about as many as before.
  private func doubt(of cell: CellDescription) -> String {
    // The largest change of nearly equal instructions, as a share.
    let nearlyEqual = 0.001
    guard let row = rows.first(where: { $0.cell == cell && $0.metric == .instructionCount }),
      abs(row.candidate.ratio - 1) <= nearlyEqual
    else { return "" }
    let change = row.candidate.change
    let size = change == "0%" ? "are equal" : "changed by \(change)"
    return
      " Its instructions \(size), so its code may only lie elsewhere in memory, which alone can change a time by 1%."
  }

  /// Returns a sentence about a cell if its counts changed.
  private func changedCounts(of cell: CellDescription) -> Finding? {
    let rows = changedRows(of: cell).filter { $0.metric.kind != .timed }
    let text = rows.map(Self.countedChange).joined(separator: "; ")
    return finding(of: rows, text: "\(name(cell)): \(text).")
  }

  private func changedRows(of cell: CellDescription) -> [MetricComparison] {
    rows.filter { $0.cell == cell && ($0.verdict == .slower || $0.verdict == .faster) }
  }

  /// Returns a finding about changed rows; nil without any.
  private func finding(of rows: [MetricComparison], text: String) -> Finding? {
    guard !rows.isEmpty else { return nil }
    return Finding(tone: rows.contains { $0.candidate.ratio > 1 } ? .worse : .better, text: text)
  }

  /// Returns a text such as `3 allocations a tree more: 0 -> 3`.
  private static func countedChange(_ row: MetricComparison) -> String {
    let size = abs(row.candidateValue - row.baseValue)
    let word = row.metric.word(isMore: row.candidateValue > row.baseValue)
    // For a metric with a little scatter the share says more than the digits, unless the base is 0.
    let amount =
      row.metric.kind == .exact || !row.candidate.ratio.isFinite
      ? NumberText.count(size) : NumberText.change(abs(row.candidate.ratio - 1))
    let plural = size == 1 ? "" : "s"
    return switch row.metric {
    case .allocCount: "\(amount) allocation\(plural) a tree \(word): \(row.values)"
    case .allocBytes: "\(amount) byte\(plural) allocated a tree \(word): \(row.values)"
    case .peakResidentBytes: "\(amount) \(word) peak memory: \(row.values) bytes"
    case .instructionCount: "\(amount) \(word) instructions a tree: \(row.values)"
    case .wallNanoseconds, .cpuNanoseconds: "\(amount) \(word): \(row.values) ns"
    }
  }

  // MARK: Doubts

  /// One sentence per change that a first set of pairs showed and no second set has confirmed.
  private var unconfirmed: [String] {
    rows.filter { $0.verdict?.isUnconfirmed == true }.map { row in
      let word = row.verdict == .slowerUnconfirmed ? "Slower" : "Faster"
      return
        "\(word), not confirmed: the \(row.metric.title) of \(name(row.cell)): \(evidence(row)).\(note(row))"
    }
  }

  /// Sentences about rows in which a copy of the base differs from the base.
  private var unfit: [String] {
    let rows = rows.filter { $0.verdict == .unfit }
    let most = rows.compactMap { $0.null.map { abs($0.ratio - 1) } }.max()
    let limit = most.map { ", by up to \(NumberText.change($0))" } ?? ""
    let together = "A second copy of the base differs from the base in \(counted(rows))\(limit)."
    let sentences = undecided(rows, together: together) { row in
      guard let null = row.null else { return "a second copy of the base differs from the base" }
      let size = NumberText.change(abs(null.ratio - 1))
      let word = row.metric.word(isMore: null.ratio > 1)
      return "a second copy of the base is \(size) \(word) than the base (\(null.size))"
    }
    let advice =
      "Nothing is claimed where the machine tells a program from its copy. `layoutbench doctor` says what "
      + "disturbs this machine; compare again when it is quiet."
    return sentences + (rows.isEmpty ? [] : [advice])
  }

  /// Sentences about times for which all pairs were not enough. Cells that the budget left undecided have
  /// another sentence.
  private var unresolvedTimes: [String] {
    let rows = rows.filter { $0.verdict == .unresolved && $0.metric.kind == .timed && !isUndecided($0) }
    let least = NumberText.change(comparison.minimumEffect)
    let together =
      "Changes of time in \(counted(rows)) may be none, or more than the \(least) that counts."
    let advice = "A quieter machine may tell: see `layoutbench doctor`."
    return undecided(rows, together: together, singly: evidence) + (rows.isEmpty ? [] : [advice])
  }

  /// Sentences about counts that do not repeat.
  private var unresolvedCounts: [String] {
    let rows = rows.filter { $0.verdict == .unresolved && $0.metric.kind != .timed }
    let together = "Counts in \(counted(rows)) do not repeat, and say nothing."
    return undecided(rows, together: together, singly: evidence)
  }

  /// Returns one sentence per row, or one for all if there are many, since the table has them all.
  private func undecided(
    _ rows: [MetricComparison], together: String, singly: (MetricComparison) -> String
  ) -> [String] {
    let mostToldSingly = 4
    guard rows.count <= mostToldSingly else { return [together] }
    return rows.map { "Cannot tell the \($0.metric.title) of \(name($0.cell)): \(singly($0)).\(note($0))" }
  }

  /// Returns true if the row is of a time for which more pairs were planned.
  private func isUndecided(_ row: MetricComparison) -> Bool {
    row.metric.kind == .timed && row.verdict == .unresolved
      && comparison.waiting.contains { $0.cell == row.cell }
  }

  private func evidence(_ row: MetricComparison) -> String {
    guard row.metric.kind == .timed else { return row.values }
    let change = row.hasInterval ? row.candidate.interval : row.candidate.change
    var text = "the change is \(change) after \(NumberText.counted(row.pairCount, "pair")) of processes"
    if let null = row.null {
      let interval = row.hasInterval ? " (\(null.interval))" : ""
      text += "; a second copy of the base came to \(null.change)\(interval)"
    }
    return text
  }

  // MARK: Nothing new

  private var unchangedTimes: [String] {
    let timed = rows.filter { $0.metric.kind == .timed }
    let unchanged = Set(timed.map(\.cell)).subtracting(timed.filter { $0.verdict != .same }.map(\.cell))
    guard !unchanged.isEmpty else { return [] }
    var text = "No change of time seen in \(counted(unchanged.count))"
    let detectable = timed.filter { unchanged.contains($0.cell) }.compactMap(\.detectableRatio)
    if let least = detectable.min(), let most = detectable.max() {
      let (low, high) = (NumberText.change(least - 1), NumberText.change(most - 1))
      text += "; the smallest slowdown that would have been seen is \(low)\(low == high ? "" : " to \(high)")"
    }
    return [text + "."]
  }

  /// One sentence for all counts that are equal in the same number of cells.
  private var equalCounts: [String] {
    var groups: [(text: String, titles: [String])] = []
    for metric in ComparedMetric.allCases where metric.kind != .timed {
      let equal = rows.filter { $0.metric == metric && $0.verdict == .same }
      guard !equal.isEmpty else { continue }
      let share = equal.compactMap(\.detectableRatio).max().map { NumberText.shortPercentage($0 - 1) } ?? "0%"
      let text = "\(metric.kind == .exact ? "equal" : "within \(share)") in \(counted(equal.count))"
      if let index = groups.firstIndex(where: { $0.text == text }) {
        groups[index].titles.append(metric.title)
      } else {
        groups.append((text, [metric.title]))
      }
    }
    return groups.map { "\($0.titles.joined(separator: ", ").capitalizedFirst): \($0.text)." }
  }
}

extension MetricComparison.Estimate {
  /// The ratio as a signed change: `+2.1%`.
  var change: String { NumberText.change(ratio - 1, isSigned: true) }

  /// The interval as signed changes: `+1.8% to +2.4%`.
  var interval: String {
    "\(NumberText.change(low - 1, isSigned: true)) to \(NumberText.change(high - 1, isSigned: true))"
  }

  /// The interval of the change without its direction: `1.8% to 2.4%`, the smaller change first.
  var size: String {
    let (least, most) = ratio < 1 ? (1 - high, 1 - low) : (low - 1, high - 1)
    return "\(NumberText.change(least)) to \(NumberText.change(most))"
  }
}

extension MetricComparison {
  /// The counts of both sides: `0 -> 3`.
  fileprivate var values: String { "\(NumberText.count(baseValue)) -> \(NumberText.count(candidateValue))" }

  /// True if the change has a meaningful interval. Counts, unpaired times and different layouts have none.
  /// With fewer pairs than a verdict needs it would be the whole range, at a level that nobody asked for.
  var hasInterval: Bool {
    // At most the level of every look of a comparison.
    let lowestLevel = 0.99
    return metric.kind == .timed && verdict != nil && verdict != .different && level >= lowestLevel
  }
}

extension ComparedMetric {
  /// Returns the word for more or less of the metric.
  func word(isMore: Bool) -> String {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: isMore ? "slower" : "faster"
    case .allocCount, .instructionCount: isMore ? "more" : "fewer"
    case .allocBytes, .peakResidentBytes: isMore ? "more" : "less"
    }
  }
}
