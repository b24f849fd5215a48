import Foundation
import Measuring

/// Several revisions, each compared with the first one: which cells became slower or faster, and where.
///
/// A level begins at a revision. A later revision begins a new level if the two certainly differ: if their
/// intervals, each around a ratio to the first revision, have no common value, or, against the first revision,
/// if the comparison names the cell. The change happened after the last revision that certainly differs from
/// the new level, so the revisions between, which may belong to either level, are not accused.
package struct RevisionHistory {
  private let sides: [Comparison.Side]
  /// The number of commits from the first side to each side; nil if unknown.
  private let places: [Int]?
  private let gaps: [String]
  /// The indices of the revisions with the first one's sources, that one too: nothing needs to be measured of them.
  private let equal: Set<Int>
  private let rows: [Row]

  /// A metric of a cell over the revisions.
  private struct Row {
    let cell: CellID
    let metric: ComparedMetric
    /// The values by revision; nil if a revision was not compared. The first is the base.
    let values: [MetricComparison?]
    /// The changes of level, by the indices of the revisions at which they are seen.
    let changes: [Int: Change]
  }

  private struct Change {
    /// The new level, in multiples of the level before.
    let ratio: Double
    /// The index of the last revision that certainly is before the change.
    let before: Int
  }

  /// - Parameters:
  ///   - comparisons: comparisons of later and later revisions with the same base, in this order; at least
  ///     one.
  ///   - places: the number of commits from the base to each candidate; nil, the default, if unknown.
  ///   - gaps: the reasons why revisions between them were not compared; each names its revision.
  package init(_ comparisons: [Comparison], places: [Int]? = nil, gaps: [String] = []) {
    self.gaps = gaps
    self.places = places.map { [0] + $0 }
    sides = comparisons.prefix(1).map(\.base) + comparisons.map(\.candidate)
    struct Key: Hashable {
      let cell: CellID
      let metric: ComparedMetric
    }
    let byKey = comparisons.map { comparison in
      Dictionary(comparison.rows.map { (Key(cell: $0.cell, metric: $0.metric), $0) }) { first, _ in first }
    }
    let keys = comparisons.flatMap { $0.rows.map { Key(cell: $0.cell, metric: $0.metric) } }
      .firstAppearances()
    let effect = comparisons.filter { !$0.haveEqualSources }.map(\.minimumEffect).max() ?? 0
    let equal = Set([0] + comparisons.indices.filter { comparisons[$0].haveEqualSources }.map { $0 + 1 })
    self.equal = equal
    rows = keys.compactMap { key in
      // Counts that stay as they are go without saying.
      let values = [nil] + byKey.map { $0[key] }
      let changes = Self.changes(values, key.metric, equal: equal, least: effect)
      if key.metric.kind != .timed && changes.isEmpty { return nil }
      return Row(cell: key.cell, metric: key.metric, values: values, changes: changes)
    }
  }

  /// The smallest difference of two counts that depend on more than the code, as instructions, that counts, as a share.
  private static let leastOfCounts = 0.002

  /// - Parameters:
  ///   - equal: the indices of the revisions that equal the first.
  ///   - least: the smallest difference of two times that counts, as a share.
  private static func changes(
    _ values: [MetricComparison?], _ metric: ComparedMetric, equal: Set<Int>, least: Double
  ) -> [Int: Change] {
    guard let base = values.lazy.compactMap(\.self).first?.baseValue else { return [:] }
    func count(_ index: Int) -> Double { values[index]?.candidateValue ?? base }
    func differ(_ earlier: Int, _ later: Int) -> Bool {
      switch metric.kind {
      case .exact: return count(earlier) != count(later)
      case .nearlyExact(let share):
        let (low, high) = (min(count(earlier), count(later)), max(count(earlier), count(later)))
        return high > low * (1 + max(share, leastOfCounts))
      case .timed:
        guard let old = values[earlier], let new = values[later] else {
          return (values[earlier] ?? values[later])?.verdict.isChange == true
        }
        let isApart = new.candidate.low > old.candidate.high || new.candidate.high < old.candidate.low
        return isApart && abs(new.candidate.ratio / old.candidate.ratio - 1) > least
      }
    }
    let known = values.indices.filter { equal.contains($0) || values[$0]?.isCertain == true }
    var changes: [Int: Change] = [:]
    var level = 0
    for index in known where index > 0 && differ(level, index) {
      let before = known.last { $0 >= level && $0 < index && differ($0, index) } ?? level
      let ratio =
        metric.kind == .timed
        ? (values[index]?.candidate.ratio ?? 1) / (values[before]?.candidate.ratio ?? 1)
        : count(index) / count(before)
      changes[index] = Change(ratio: ratio, before: before)
      level = index
    }
    return changes
  }

  // MARK: Findings

  /// The number of revisions, with the first.
  package var revisionCount: Int { sides.count }

  private func name(_ index: Int) -> String {
    let side = sides[index]
    return (side.revision.map { String($0.prefix(10)) } ?? side.name) + (side.isDirty ? " with changes" : "")
  }

  private func titled(_ index: Int) -> String {
    sides[index].title.map { "\(name(index)): \($0)" } ?? name(index)
  }

  /// The changes: times before counts, and the largest first.
  private var changes: [(row: Row, index: Int, ratio: Double)] {
    rows.flatMap { row in row.changes.map { (row, $0.key, $0.value.ratio) } }
      .sorted { a, b in
        let (isTime, other) = (a.row.metric.kind == .timed, b.row.metric.kind == .timed)
        guard isTime == other else { return isTime }
        return (abs(log(a.ratio)), b.index) > (abs(log(b.ratio)), a.index)
      }
  }

  /// The main finding as a sentence.
  package var finding: String {
    let compared = NumberText.counted(revisionCount, "revision")
    guard let first = changes.first else { return "No change seen among \(compared)." }
    let others = changes.count - 1
    let rest = others > 0 ? "; \(NumberText.counted(others, "more change"))" : ""
    return sentence(first).dropLast() + rest + ", among \(compared)."
  }

  /// A sentence for each change except the finding's, and for each gap.
  package var sentences: [(tone: Tone?, text: String)] {
    changes.dropFirst().map { ($0.ratio > 1 ? .worse : .better, sentence($0)) }
      + gaps.map { (.unsure, "A gap: \($0)") }
  }

  private func sentence(_ change: (row: Row, index: Int, ratio: Double)) -> String {
    let (row, index, ratio) = change
    let share = ratio - 1
    let amount = NumberText.shortPercentage(abs(share))
    let what =
      row.metric.kind == .timed
      ? "became \(amount) \(share > 0 ? "slower" : "faster")"
      : share.isFinite
        ? "has \(amount) \(share > 0 ? "more" : "less") \(row.metric.title)"
        : "has \(row.values[index].map { NumberText.count($0.candidateValue) } ?? "some") \(row.metric.title), and had none,"
    return "\(row.cell) \(what) \(location(of: row.changes[index], seenAt: index, row.cell))."
  }

  /// Returns the commit that made a change, or else the commits around it and a command that finds it.
  private func location(of change: Change?, seenAt index: Int, _ cell: CellID) -> String {
    guard let change, let places else {
      return "after \(name(change?.before ?? 0)), at \(titled(index)) or before"
    }
    let count = places[index] - places[change.before]
    guard count > 1 else { return "at \(titled(index))" }
    let range = (name(change.before), name(index))
    let filter = "--filter '\(cell.subject) \(cell.workloadText)'"
    let command =
      change.ratio > 1
      ? "bisect \(range.0) \(range.1) \(filter)" : "history \(range.0)..\(range.1) --every 1 \(filter)"
    return "in the \(NumberText.counted(count, "commit")) after \(range.0) up to \(range.1), "
      + "which \(ProgramName.command) \(command) tells apart"
  }

  // MARK: Tables

  private var table: Table<Row> {
    var columns: [TableColumn<Row>] = TableColumn.cells(rows.map(\.cell), \.cell)
    columns += [
      .right("threads", isDetail: true) { String($0.cell.threads) }, .left("metric") { $0.metric.title },
    ]
    for index in sides.indices.dropFirst() {
      columns.append(
        .right(name(index)) { row in
          let text = row.values[index]?.text ?? (equal.contains(index) ? "same sources" : nil)
          return text.map { $0 + (row.changes[index] == nil ? "" : " *") }
        })
    }
    columns[columns.count - 1].legend =
      "Changes against \(titled(0)). An asterisk: the level is another one from here on."
    return Table(columns: columns, rows: rows)
  }

  /// A row for each metric of a cell, and a column for each revision.
  package var page: PageTable {
    table.page { row, title in
      guard let index = sides.indices.dropFirst().first(where: { name($0) == title }),
        let change = row.changes[index]
      else { return nil }
      return change.ratio > 1 ? .worse : .better
    }
  }

  /// Returns the revisions, the table and the changes as text in lines with line ends; the finding stands last.
  ///
  /// - Parameter width: the characters that a line has room for; nil, the default, for lines of any length.
  package func text(width: Int? = nil) -> String {
    var text = sides.indices.map { "\(titled($0))\n" }.joined().wrappingLines(width: width, indent: 2)
    let table = table.fitting(width)
    text += "\n" + table.text() + table.legends.map { "\($0)\n" }.joined().wrappingLines(width: width)
    let sentences = sentences.map { "\($0.text)\n" }.joined()
    if !sentences.isEmpty { text += "\n" + sentences.wrappingLines(width: width, indent: 2) }
    return text + "\n" + "\(finding)\n".wrappingLines(width: width)
  }
}

extension MetricComparison {
  /// True if the value may be compared with other revisions' values: it has enough pairs.
  fileprivate var isCertain: Bool {
    switch verdict {
    case .slower, .faster, .same: true
    case .unresolved: hasInterval
    case .different: false
    }
  }

  /// The change from the base, with its interval if it has one that may be compared.
  fileprivate var text: String {
    if verdict == .different { return "layouts differ" }
    guard candidate.ratio.isFinite else { return "+∞" }
    return candidate.change + (hasInterval ? " (\(candidate.interval))" : isCertain ? "" : ", not certain")
  }
}
