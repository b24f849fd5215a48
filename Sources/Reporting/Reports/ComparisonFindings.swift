import Measuring
import StrictJSON

/// The findings of a comparison in sentences, the same for a terminal and for a pull request.
struct ComparisonFindings {
  struct Finding: Hashable {
    /// nil if the finding is neither good nor bad.
    var tone: Tone?
    var text: String
  }

  private let comparison: Comparison
  /// True for GitHub's Markdown, where names are code, and so no markup, mention or link.
  private let isMarkdown: Bool
  /// The distinct cells with a row, in their order.
  private let cells: [CellID]
  /// The ways of lists whose scripts were counted: no cells, and so counted apart.
  private let ways: [CellID]
  /// The number of cells that were to be compared, without cells that both revisions refuse. Every sentence
  /// counts among these cells.
  private let total: Int
  private let hasThreads: Bool
  private var rows: [MetricComparison] { comparison.rows }
  private var times: [MetricComparison] { rows.filter { $0.metric.kind == .timed } }

  init(_ comparison: Comparison, isMarkdown: Bool = false) {
    self.comparison = comparison
    self.isMarkdown = isMarkdown
    func places(ofFrames: Bool) -> [CellID] {
      comparison.rows.filter { $0.metric.isOfFrames == ofFrames }.map(\.cell).firstAppearances()
    }
    (cells, ways) = (places(ofFrames: false), places(ofFrames: true))
    total =
      Set(cells + comparison.failures.filter { $0.status == .failed }.map(\.cell) + comparison.notBegun).count
    hasThreads = (cells + comparison.failures.map(\.cell)).contains { $0.threads != 1 }
  }

  /// Returns all sentences, in this order: an early end and different layouts; worse and better; causes;
  /// uncertain; unchanged; not compared.
  func findings() -> [Finding] {
    func all(_ tone: Tone?, _ texts: [String]) -> [Finding] {
      texts.map { Finding(tone: tone, text: $0) }
    }
    let changes = changedGroups + changedTimes + changedCounts
    var findings =
      all(.unsure, ending.map { [$0.sentence] } ?? []) + all(.worse, differentLayouts)
      + all(nil, otherLayouts)
    findings += changes.filter { $0.tone == .worse } + changes.filter { $0.tone == .better }
    findings += all(nil, causes)
    findings += all(.unsure, unchecked + unrepeatedCounts + onePlace)
    findings += all(nil, excluded) + all(.unsure, unknown) + all(nil, equalCounts)
    let notBegun = comparison.notBegun
    if notBegun.count > 1 {
      findings.append(
        Finding(text: "Not compared: the comparison ended before \(counted(notBegun.count)) were begun."))
    }
    return findings
      + comparison.failures.filter { notBegun.count < 2 || $0.reason != CellOutcome.notBegun }.map(
        notCompared)
  }

  /// Returns the answer in a line: `slower by 0.29% over all 113 cells (0.13% to 0.50%), slower in 14 cells, by up to 2.2%`.
  func headline() -> String {
    let end = ending.map { ", \($0.words)" } ?? ""
    if comparison.haveEqualSources { return "no change: both have the same sources" }
    guard !rows.isEmpty else {
      return (comparison.failures.isEmpty ? "nothing was compared" : "nothing could be compared") + end
    }
    func count(_ matches: (MetricComparison) -> Bool, ofFrames: Bool = false) -> Int {
      Set(rows.filter { $0.metric.isOfFrames == ofFrames && matches($0) }.map(\.cell)).count
    }
    var parts: [String] = []
    func add(_ words: String, _ count: Int, by largest: Double? = nil) {
      guard count > 0 else { return }
      let size = largest.map { ", by \(count > 1 ? "up to " : "")\(NumberText.change($0))" } ?? ""
      parts.append("\(words) in \(parts.isEmpty ? counted(count) : "\(count)")\(size)")
    }
    add("layouts differ", count { $0.verdict == .different })
    let whole = comparison.shared.first
    if let whole, whole.verdict.isChange {
      parts.append(
        "\(whole.verdict.rawValue) by \(size(whole.change)) over \(counted(whole.cellCount)) together")
    }
    for verdict in [Verdict.slower, .faster] {
      let named = times.filter { $0.verdict == verdict }
      add(verdict.rawValue, named.count, by: named.map { abs($0.candidate.ratio - 1) }.max())
    }
    for (words, verdict) in [("up", Verdict.slower), ("down", .faster)] {
      func isChanged(_ row: MetricComparison) -> Bool { row.metric.kind != .timed && row.verdict == verdict }
      add("counts \(words)", count(isChanged))
      let ways = count(isChanged, ofFrames: true)
      if ways > 0 { parts.append("counts of lists \(words) in \(counted(ways, ofFrames: true))") }
    }
    let groups = comparison.shared.dropFirst().count(where: \.verdict.isChange)
    if parts.isEmpty, groups > 0 {
      parts.append("changed in \(NumberText.counted(groups, "group")) of cells")
    }
    let undecided = Set(comparison.undecided).subtracting(comparison.notBegun).count
    if parts.isEmpty, undecided < cells.count {
      parts.append("no change seen in \(counted(cells.count - undecided))")
    }
    if undecided > 0 { parts.append("nothing is decided in \(counted(undecided))") }
    if !comparison.notBegun.isEmpty { parts.append("\(comparison.notBegun.count) not begun") }
    if let whole, whole.verdict == .same {
      parts.append("\(whole.change.change) over all together (\(whole.change.interval))")
    }
    let failed = comparison.failures.count { $0.status == .failed }
    if failed > 0 { parts.append("failed in \(failed)") }
    return parts.joined(separator: "; ") + end
  }

  /// The effort: `30 cells, 18 pairs of processes, up to 51 of what looked changed, 2 min 0 s`; empty if unknown.
  var effort: String {
    var parts: [String] = []
    let pairs = times.filter { $0.verdict != .different }.map(\.pairCount)
    if let least = pairs.min(), let most = pairs.max() {
      parts.append(NumberText.counted(Set(times.map(\.cell)).count, "cell"))
      parts.append("\(NumberText.counted(least, "pair")) of processes")
      if most > least { parts.append("up to \(most) of what looked changed") }
    }
    if comparison.elapsedNanoseconds > 0 { parts.append(Self.time(comparison.elapsedNanoseconds)) }
    let phases = Comparison.Phase.allCases.compactMap { phase in
      comparison.phases[phase].flatMap { $0 < 500_000_000 ? nil : "\(Self.time($0)) for \(phase.title)" }
    }
    return parts.joined(separator: ", ") + (phases.count > 1 ? ": \(phases.joined(separator: ", "))" : "")
  }

  private static func time(_ nanoseconds: UInt64) -> String {
    let seconds = Int((Double(nanoseconds) / 1e9).rounded())
    return seconds < 120 ? "\(seconds) s" : "\(seconds / 60) min \(seconds % 60) s"
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

  /// Returns a cell's name, with its threads unless all cells have one thread.
  private func name(_ cell: CellID) -> String {
    let text = name("\(cell.subject) \(cell.workloadText)")
    return hasThreads ? "\(text) on \(NumberText.counted(cell.threads, "thread"))" : text
  }

  /// Returns a name that a user gave: a cell's, a branch's.
  private func name(_ name: String) -> String {
    isMarkdown ? MarkdownText.code(name) : name.onOneLine
  }

  /// Returns a sentence that was made elsewhere.
  private func prose(_ text: String) -> String {
    isMarkdown ? MarkdownText.prose(text) : text.onOneLine
  }

  private func note(_ row: MetricComparison) -> String { row.note.map { " \(prose($0))" } ?? "" }

  /// Returns `all 8 cells`, `7 of 8 cells` or `the one cell`, and likewise of the ways of lists.
  private func counted(_ count: Int, ofFrames: Bool = false) -> String {
    let (total, noun) = ofFrames ? (ways.count, "way") : (total, "cell")
    if count < total { return "\(count) of \(total) \(noun)s" }
    return total == 1 ? "the one \(noun)" : total == 2 ? "both \(noun)s" : "all \(total) \(noun)s"
  }

  /// Returns a change without its direction, with its interval: `0.29% (0.13% to 0.50%)`.
  private func size(_ change: MetricComparison.Estimate) -> String {
    "\(NumberText.change(abs(change.ratio - 1))) (\(change.size))"
  }

  // MARK: The ending

  /// The ending of the comparison if it was not complete: in a few words, and as a sentence.
  private var ending: (words: String, sentence: String)? {
    switch comparison.ending {
    case .complete: nil
    case .budget:
      (
        "too short for a verdict on every cell",
        "The time was too short for a verdict on every cell. A longer `--budget`, or a `--filter`, gives them more."
      )
    case .interrupted:
      (
        "interrupted",
        "The comparison was interrupted, and what was measured is judged."
      )
    case .incomplete:
      (
        "killed",
        "The comparison was killed before it was judged: compare again."
      )
    }
  }

  private func notCompared(_ outcome: CellOutcome) -> Finding {
    let isFailure = outcome.status == .failed
    return Finding(
      tone: isFailure ? .worse : nil,
      text: "\(isFailure ? "Failed" : "Not compared"): \(name(outcome.cell)): \(prose(outcome.reasonText))")
  }

  // MARK: Changes

  /// The most sentences about single cells; the table has them all.
  private static let mostSentences = 4

  private var differentLayouts: [String] {
    var told: Set<CellID> = []
    return rows.filter { $0.verdict == .different && told.insert($0.cell).inserted }.map {
      "The layouts differ, so that times say nothing: \(name($0.cell)).\(note($0))"
    }
  }

  /// A sentence about layouts that are meant to differ.
  private var otherLayouts: [String] {
    guard let changes = comparison.layoutChanges, !changes.isEmpty else { return [] }
    return [
      "The revisions lay out differently: \(changes.map(prose).joined(separator: "; ")). Times are of whole "
        + "layouts, and figures per element divide both by the candidate's elements. `inspect WORKLOAD --base REVISION` shows "
        + "where they differ."
    ]
  }

  /// A sentence for each changed group of cells.
  private var changedGroups: [Finding] {
    comparison.shared.dropFirst().filter(\.verdict.isChange).map { group in
      Finding(tone: group.verdict == .slower ? .worse : .better, text: "\(together(group)).")
    }
  }

  /// The change of a group, as the beginning of a sentence.
  private func together(_ group: SharedChange) -> String {
    let title = group.subject.map { "subject \(name($0))" } ?? "workload \(name(group.workload ?? ""))"
    let word = group.change.ratio > 1 ? "slower" : "faster"
    return "The \(group.cellCount) cells of the \(title) are \(size(group.change)) \(word) together"
  }

  /// A sentence for each cell whose time changed, or one sentence for all cells if they are many.
  private var changedTimes: [Finding] {
    [Verdict.slower, .faster].flatMap { verdict in
      let named = times.filter { $0.verdict == verdict }
      let tone: Tone = verdict == .slower ? .worse : .better
      guard named.count > Self.mostSentences else {
        return named.map { row in
          Finding(
            tone: tone,
            text:
              "\(name(row.cell)) is \(size(row.candidate)) \(verdict.rawValue)\(work(of: row.cell)).\(note(row))"
          )
        }
      }
      let sizes = named.map { abs($0.candidate.ratio - 1) }.sorted()
      let range = "\(NumberText.change(sizes[0])) to \(NumberText.change(sizes[sizes.count - 1]))"
      return [
        Finding(tone: tone, text: "\(named.count) cells are \(verdict.rawValue), by \(range): see the table.")
      ]
    }
  }

  /// Returns the change of a cell's instructions, as the end of a sentence; empty if they were not counted. If the
  /// instructions are the same, names the other counts that changed and may explain the time.
  private func work(of cell: CellID) -> String {
    guard let row = rows.first(where: { $0.cell == cell && $0.metric == .instructionCount }) else {
      return ""
    }
    guard row.verdict == .same else { return ", with \(row.candidate.change) instructions" }
    let changed = rows.filter { $0.cell == cell && $0.metric.kind != .timed && $0.verdict.isChange }
    let counts = changed.map { "\($0.metric.word(isMore: $0.difference > 0)) \($0.metric.title)" }
    return ", with the same instructions"
      + (counts.isEmpty
        ? ": by memory, branches, atomics or waiting" : " and \(counts.joined(separator: ", "))")
  }

  /// The changed functions of the cells whose work changed the most. Cells with the same functions share a sentence.
  private var causes: [String] {
    let known = rows.filter { $0.causes?.isEmpty == false }.sorted {
      abs($0.candidate.ratio - 1) > abs($1.candidate.ratio - 1)
    }
    var groups: [[MetricComparison]] = []
    for row in known {
      if let place = groups.firstIndex(where: { Self.functions(of: $0[0]) == Self.functions(of: row) }) {
        groups[place].append(row)
      } else {
        groups.append([row])
      }
    }
    return groups.prefix(Self.mostSentences).map { group in
      let causes = (group[0].causes ?? []).map(name).joined(separator: "; ")
      let others = group.dropFirst().map { name($0.cell) }
      let likewise =
        switch others.count {
        case 0: ""
        case ...Self.mostSentences: " Likewise in \(others.joined(separator: ", "))."
        default: " Likewise in \(others.count) other cells: see the table."
        }
      return "Because, in \(name(group[0].cell)): \(causes).\(likewise)"
    }
  }

  /// Returns the words of a change's causes without the amounts, which begin with a sign.
  private static func functions(of row: MetricComparison) -> [[Substring]] {
    (row.causes ?? []).map { cause in
      cause.split(separator: " ").filter { word in
        !["+", "-", "(+", "(-"].contains { word.hasPrefix($0) }
      }
    }
  }

  /// A sentence on the changed cells whose instructions were not counted.
  private var unchecked: [String] {
    let known = Set(rows.filter { $0.metric == .instructionCount }.map(\.cell))
    let count = times.count { $0.verdict.isChange && !known.contains($0.cell) }
    guard count > 0 else { return [] }
    return ["The work of \(counted(count)) is not counted. `--why` counts it, with valgrind."]
  }

  /// A sentence on the cells whose change is so small that places in memory may cause it.
  private var onePlace: [String] {
    let open = times.filter { $0.verdict == .unresolved && $0.note != nil }
    guard let largest = open.max(by: { abs($0.candidate.ratio - 1) < abs($1.candidate.ratio - 1) }) else {
      return []
    }
    return ["Not decided in \(counted(open.count)), up to \(size(largest.candidate)):\(note(largest))"]
  }

  /// A sentence for each cell and each way of a list whose counts changed, or one for all rises and one for all falls.
  private var changedCounts: [Finding] {
    [(cells, false), (ways, true)].flatMap { cells, ofFrames in
      let findings = cells.compactMap(changedCounts)
      guard findings.count > Self.mostSentences else { return findings }
      return [(Tone.worse, "up"), (.better, "down")].compactMap { tone, direction in
        let count = findings.count { $0.tone == tone }
        let text =
          "Counts\(ofFrames ? " of lists" : "") are \(direction) in \(counted(count, ofFrames: ofFrames))"
        return count == 0 ? nil : Finding(tone: tone, text: "\(text): see the table.")
      }
    }
  }

  /// Returns a sentence about a cell if its counts changed.
  private func changedCounts(of cell: CellID) -> Finding? {
    let rows = rows.filter {
      $0.cell == cell && $0.metric.kind != .timed && $0.verdict.isChange
    }
    guard !rows.isEmpty else { return nil }
    let text = rows.map(Self.countedChange).joined(separator: "; ")
    return Finding(
      tone: rows.contains { $0.candidate.ratio > 1 } ? .worse : .better, text: "\(name(cell)): \(text).")
  }

  /// Returns a text such as `3 allocations a tree more: 0 -> 3`.
  private static func countedChange(_ row: MetricComparison) -> String {
    let size = abs(row.difference)
    let word = row.metric.word(isMore: row.difference > 0)
    // For a metric with a little scatter the share says more than the digits, unless the base is 0.
    let amount =
      row.metric.kind == .exact || row.metric.slack > 0 || !row.candidate.ratio.isFinite
      ? NumberText.count(size) : NumberText.change(abs(row.candidate.ratio - 1))
    let plural = size == 1 ? "" : "s"
    return switch row.metric {
    case .allocCount: "\(amount) allocation\(plural) a tree \(word): \(row.values)"
    case .allocBytes: "\(amount) byte\(plural) allocated a tree \(word): \(row.values)"
    case .instructionCount: "\(amount) \(word) instructions a tree: \(row.values)"
    case .wallNanoseconds, .cpuNanoseconds: "\(amount) \(word): \(row.values) ns"
    default: "\(amount) \(row.metric.title) a tree \(word): \(row.values)"
    }
  }

  // MARK: Nothing new

  private var unrepeatedCounts: [String] {
    let rows = rows.filter { $0.verdict == .unresolved && $0.metric.kind != .timed }
    guard rows.count <= Self.mostSentences else {
      return ["Counts in \(counted(Set(rows.map(\.cell)).count)) do not repeat, and say nothing."]
    }
    return rows.map { "Cannot tell the \($0.metric.title) of \(name($0.cell)): \($0.values).\(note($0))" }
  }

  /// The limits above which a slowdown is said to be seen, or not.
  private static let limits = [0.005, 0.01, 0.02, 0.05]

  /// The sentence with the slowdowns that cells without a changed time exclude.
  private var excluded: [String] {
    let others = times.filter { $0.verdict == .same }
    let known = others.compactMap(\.excludedRatio)
    guard let largest = known.max() else { return [] }
    let isRest = others.count < times.count
    if known.count == 1 {
      return [
        "Not seen: no slowdown above \(NumberText.change(max(largest - 1, 0)))\(isRest ? " in the other cell" : "")."
      ]
    }
    var parts: [String] = []
    for limit in Self.limits {
      let count = known.count { $0 <= 1 + limit }
      guard count > 0 else { continue }
      parts.append(
        "above \(NumberText.shortPercentage(limit)) in "
          + (!parts.isEmpty ? "\(count)" : "\(count) of the \(known.count)\(isRest ? " other" : "") cells"))
      if count == known.count { break }
    }
    return parts.isEmpty ? [] : ["Not seen: no slowdown \(parts.joined(separator: ", "))."]
  }

  /// The cells of which too little is known.
  private var unknown: [String] {
    let limit = Self.limits[Self.limits.count - 1]
    let cells = times.filter { row in
      row.verdict == .unresolved && row.note == nil
        || row.verdict == .same && row.excludedRatio.map { $0 > 1 + limit } ?? true
    }.map(\.cell)
    guard !cells.isEmpty else { return [] }
    let names = cells.prefix(Self.mostSentences).map(name).joined(separator: ", ")
    let more = cells.count > Self.mostSentences ? " and \(cells.count - Self.mostSentences) more" : ""
    return [
      "Not known, for a slowdown above \(NumberText.shortPercentage(limit)) might not have been seen: \(names)\(more). "
        + "A `--filter` and more time may tell, or a quieter machine: see `\(ProgramName.command) doctor`."
    ]
  }

  /// One sentence for all counts that are equal in the same number of cells.
  private var equalCounts: [String] {
    var groups: [(text: String, titles: [String])] = []
    for metric in ComparedMetric.allCases where metric.kind != .timed {
      let equal = rows.filter { $0.metric == metric && $0.verdict == .same }
      guard !equal.isEmpty else { continue }
      let share = equal.compactMap(\.excludedRatio).max().map { NumberText.shortPercentage($0 - 1) } ?? "0%"
      let places = counted(equal.count, ofFrames: metric.isOfFrames)
      let text = "\(metric.kind == .exact ? "equal" : "within \(share)") in \(places)"
      if let index = groups.firstIndex(where: { $0.text == text }) {
        groups[index].titles.append(metric.title)
      } else {
        groups.append((text, [metric.title]))
      }
    }
    return groups.map { "\($0.titles.joined(separator: ", ").capitalizedFirst): \($0.text)." }
  }
}
