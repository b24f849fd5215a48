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

  /// The most rows with a sentence each. More of a kind are only counted, since the table has them all.
  static let mostToldSingly = 4

  let comparison: Comparison
  let wording: ComparisonWording
  let hasThreads: Bool
  var rows: [MetricComparison] { comparison.rows }
  /// The distinct cells with a row, in their order.
  let cells: [CellDescription]
  /// The number of cells that were to be compared, without those that both revisions refuse. Every sentence
  /// counts among these.
  let total: Int

  init(_ comparison: Comparison, wording: ComparisonWording) {
    self.comparison = comparison
    self.wording = wording
    var seen: Set<CellDescription> = []
    cells = comparison.rows.map(\.cell).filter { seen.insert($0).inserted }
    let failed = comparison.failures.filter { $0.status == .failed }.map(\.cell)
    let waiting = comparison.waiting.map(\.cell)
    total = seen.union(failed).union(waiting).count
    hasThreads = (cells + comparison.failures.map(\.cell) + waiting).contains { $0.threads != 1 }
  }

  /// Returns all sentences: what must be known first, then what got worse, what got better, what is
  /// uncertain, what did not change, and what was not compared.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    findings += ended + notInterleaved + differentLayouts
    let changes = changedTimes + changedCounts
    findings += changes.filter { $0.tone == .worse } + changes.filter { $0.tone == .better }
    findings += unconfirmed + unfit + unresolved + unchangedTimes + equalCounts + notCompared
    return findings
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

  /// Returns true if the row is of a time for which more pairs were planned.
  func isUndecided(_ row: MetricComparison) -> Bool {
    row.metric.kind == .timed && row.verdict == .unresolved
      && comparison.waiting.contains { $0.cell == row.cell }
  }

  /// The ending of the comparison if it was not complete.
  private var ending: String? {
    switch comparison.ending {
    case .complete: nil
    case .budget: "ended by the budget"
    case .interrupted: "interrupted"
    case .incomplete: "incomplete"
    }
  }

  /// Returns `all 8 cells`, `7 of 8 cells` or `the one cell`.
  func counted(_ count: Int) -> String {
    if count < total { return "\(count) of \(total) cells" }
    return total == 1 ? "the one cell" : total == 2 ? "both cells" : "all \(total) cells"
  }

  func name(_ row: MetricComparison) -> String { wording.cell(row.cell, hasThreads: hasThreads) }

  /// The sentence with the undecided cells.
  private var ended: [Finding] {
    guard comparison.ending != .complete else { return [] }
    func names(_ stage: Comparison.WaitingCell.Stage) -> String {
      comparison.waiting.filter { $0.stage == stage }.map { wording.cell($0.cell, hasThreads: hasThreads) }
        .joined(separator: ", ")
    }
    let isBudget = comparison.ending == .budget
    let parts = [
      (names(.confirmation), "waiting for their confirmation"), (names(.decision), "undecided"),
      (names(.start), "not begun"),
    ].filter { !$0.0.isEmpty }.map { "\($0.1): \($0.0)" }
    var text = isBudget ? "The budget ended the comparison" : "The comparison was interrupted"
    text += parts.isEmpty ? "." : "; \(parts.joined(separator: "; "))."
    if isBudget { text += " A longer \(wording.command("--budget")) gives them time." }
    return [Finding(tone: .unsure, text: text)]
  }

  private var notInterleaved: [Finding] {
    guard rows.contains(where: { $0.verdict == nil }) else { return [] }
    return [
      Finding(
        tone: .unsure,
        text:
          "No verdict on times: the two were not measured in turns, and a change of the machine between them looks like a "
          + "change of the code. \(wording.command("layoutbench compare BASE CANDIDATE")) with two revisions measures them in turns."
      )
    ]
  }

  private var differentLayouts: [Finding] {
    var told: Set<CellDescription> = []
    return rows.filter { $0.verdict == .different && told.insert($0.cell).inserted }.map {
      let reason = $0.note.map { " \(wording.prose($0))" } ?? ""
      return Finding(
        tone: .worse, text: "The layouts differ, so that times say nothing: \(name($0)).\(reason)")
    }
  }

  private var unchangedTimes: [Finding] {
    let timed = rows.filter { $0.metric.kind == .timed }
    let unchanged = Set(timed.map(\.cell)).subtracting(timed.filter { $0.verdict != .same }.map(\.cell))
    guard !unchanged.isEmpty else { return [] }
    var text = "No change of time seen in \(counted(unchanged.count))"
    let detectable = timed.filter { unchanged.contains($0.cell) }.compactMap(\.detectableRatio)
    if let least = detectable.min(), let most = detectable.max() {
      let (low, high) = (ChangeText.percentage(least - 1), ChangeText.percentage(most - 1))
      text += "; the smallest slowdown that would have been seen is \(low)\(low == high ? "" : " to \(high)")"
    }
    return [Finding(tone: .plain, text: text + ".")]
  }

  private var notCompared: [Finding] {
    comparison.failures.map { outcome in
      let cell = wording.cell(outcome.cell, hasThreads: hasThreads)
      let reason = outcome.reason.map(wording.prose) ?? "No reason was given."
      let isFailure = outcome.status == .failed
      return Finding(
        tone: isFailure ? .worse : .plain,
        text: "\(isFailure ? "Failed" : "Not compared"): \(cell): \(reason)")
    }
  }
}
