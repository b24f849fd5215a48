import Measurement

/// What a comparison says, in sentences: the same ones for a terminal and for a pull request.
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

  /// Rows that are told one by one; more of a kind are counted, since the table has each.
  static let mostToldSingly = 4

  let comparison: Comparison
  let wording: ComparisonWording
  let hasThreads: Bool
  /// The rows with the verdicts that stand.
  let judged: [(row: MetricComparison, verdict: Verdict?)]
  /// Distinct cells with a row, in their order.
  let cells: [CellDescription]

  init(_ comparison: Comparison, wording: ComparisonWording) {
    self.comparison = comparison
    self.wording = wording
    judged = comparison.rows.map { ($0, comparison.standingVerdict(of: $0)) }
    var seen: Set<CellDescription> = []
    cells = comparison.rows.map(\.cell).filter { seen.insert($0).inserted }
    hasThreads = (cells + comparison.failures.map(\.cell)).contains { $0.threads != 1 }
  }

  /// All sentences: what must be known first, then what got worse, what got better, what cannot be told, what did not change, and what
  /// was not compared.
  func findings() -> [Finding] {
    var findings: [Finding] = []
    findings += notInterleaved + differentLayouts
    let changes = changedTimes + changedCounts
    findings += changes.filter { $0.tone == .worse } + changes.filter { $0.tone == .better }
    findings += unfit + unresolved + unchangedTimes + equalCounts + notCompared
    return findings
  }

  /// A few words: `slower in 1 of 8 cells, counts up in 2`.
  func headline() -> String {
    guard !comparison.rows.isEmpty else {
      return comparison.failures.isEmpty ? "nothing was compared" : "nothing could be compared"
    }
    func count(_ matches: (MetricComparison, Verdict?) -> Bool) -> Int {
      Set(judged.filter { matches($0.row, $0.verdict) }.map(\.row.cell)).count
    }
    let parts = [
      (count { $1 == .different }, "layouts differ"),
      (count { $0.metric.kind == .timed && $1 == .slower }, "slower"),
      (count { $0.metric.kind != .timed && $1 == .slower }, "counts up"),
      (count { $0.metric.kind == .timed && $1 == .faster }, "faster"),
      (count { $0.metric.kind != .timed && $1 == .faster }, "counts down"),
      (count { $1 == .unfit || $1 == .unresolved }, "cannot tell"),
      (count { $1 == nil }, "no verdict on times"),
      (comparison.failures.filter { $0.status == .failed }.count, "failed"),
    ].filter { $0.0 > 0 }
    let total = Set(cells + comparison.failures.map(\.cell)).count
    guard let first = parts.first else { return "no change seen in \(counted(total, of: total))" }
    return
      (["\(first.1) in \(counted(first.0, of: total))"]
      + parts.dropFirst().map { "\($0.1) in \($0.0)" }).joined(separator: ", ")
  }

  /// `all 8 cells`, `7 of 8 cells`, `the one cell`.
  func counted(_ count: Int, of total: Int) -> String {
    if count < total { return "\(count) of \(total) cells" }
    return total == 1 ? "the one cell" : total == 2 ? "both cells" : "all \(total) cells"
  }

  func name(_ row: MetricComparison) -> String { wording.cell(row.cell, hasThreads: hasThreads) }

  private var notInterleaved: [Finding] {
    guard judged.contains(where: { $0.verdict == nil }) else { return [] }
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
    return judged.filter { $0.verdict == .different && told.insert($0.row.cell).inserted }.map {
      let reason = $0.row.note.map { " \(wording.prose($0))" } ?? ""
      return Finding(
        tone: .worse, text: "The layouts differ, so that times say nothing: \(name($0.row)).\(reason)")
    }
  }

  private var unchangedTimes: [Finding] {
    let timed = judged.filter { $0.row.metric.kind == .timed }
    let cells = Set(timed.map(\.row.cell))
    let unchanged = cells.subtracting(timed.filter { $0.verdict != .same }.map(\.row.cell))
    guard !unchanged.isEmpty else { return [] }
    var text = "No change of time seen in \(counted(unchanged.count, of: cells.count))"
    let detectable = timed.filter { unchanged.contains($0.row.cell) }.compactMap(\.row.detectableRatio)
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
