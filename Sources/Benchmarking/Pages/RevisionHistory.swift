import Foundation

/// Several revisions, each compared with the first of them: what became slower or faster, and where.
package struct RevisionHistory {
  /// A revision that could not be compared, with the reason.
  package struct Gap {
    let revision: String
    let reason: String

    package init(revision: String, reason: String) { (self.revision, self.reason) = (revision, reason) }
  }

  private let sides: [Comparison.Side]
  private let gaps: [Gap]
  private let rows: [Row]

  /// A metric of a cell over the revisions.
  private struct Row {
    let cell: CellDescription
    let metric: ComparedMetric
    /// By revision; nil if it was not compared. The first is the base.
    let values: [MetricComparison?]
    /// The indices of revisions that differ from the one before them, with the ratio to it.
    let changes: [Int: Double]
  }

  /// - Parameters:
  ///   - comparisons: of later and later revisions with the same base, in this order; at least one.
  ///   - gaps: the revisions between them that could not be compared.
  package init(_ comparisons: [Comparison], gaps: [Gap] = []) {
    self.gaps = gaps
    sides = comparisons.prefix(1).map(\.base) + comparisons.map(\.candidate)
    struct Key: Hashable {
      let cell: CellDescription
      let metric: ComparedMetric
    }
    let byKey = comparisons.map { comparison in
      Dictionary(comparison.rows.map { (Key(cell: $0.cell, metric: $0.metric), $0) }) { first, _ in first }
    }
    let keys = comparisons.flatMap { $0.rows.map { Key(cell: $0.cell, metric: $0.metric) } }
      .firstAppearances()
    let effect = comparisons.map(\.minimumEffect).max() ?? 0
    rows = keys.compactMap { key in
      // Wall time says it for both, and counts that stay as they are go without saying.
      if key.metric == .cpuNanoseconds { return nil }
      let values = [nil] + byKey.map { $0[key] }
      let changes = Self.changes(values, least: effect)
      if key.metric.kind != .timed && changes.isEmpty { return nil }
      return Row(cell: key.cell, metric: key.metric, values: values, changes: changes)
    }
  }

  /// Returns where neighbours differ: their intervals have nothing in common, and more than `least` lies between
  /// them. A count differs if it is not equal.
  private static func changes(_ values: [MetricComparison?], least: Double) -> [Int: Double] {
    var changes: [Int: Double] = [:]
    var last: (low: Double, high: Double, ratio: Double) = (1, 1, 1)
    for (index, value) in values.enumerated() {
      guard let value, value.verdict != .different else { continue }
      let now = value.candidate
      let ratio = now.ratio / last.ratio
      let isApart = now.low > last.high || now.high < last.low
      let smallest =
        switch value.metric.kind {
        case .timed: least
        case .exact: 0.0
        case .nearlyExact(let share): share
        }
      if isApart && abs(ratio - 1) > smallest { changes[index] = ratio }
      last = (now.low, now.high, now.ratio)
    }
    return changes
  }

  // MARK: Findings

  private func name(_ index: Int) -> String {
    let side = sides[index]
    return (side.revision.map { String($0.prefix(10)) } ?? side.name) + (side.isDirty ? " with changes" : "")
  }

  private func titled(_ index: Int) -> String {
    sides[index].title.map { "\(name(index)): \($0)" } ?? name(index)
  }

  /// The changes: of times before those of counts, and the largest first.
  private var changes: [(row: Row, index: Int, ratio: Double)] {
    rows.flatMap { row in row.changes.map { (row, $0.key, $0.value) } }
      .sorted { a, b in
        let (isTime, other) = (a.row.metric.kind == .timed, b.row.metric.kind == .timed)
        guard isTime == other else { return isTime }
        return (abs(log(a.ratio)), b.index) > (abs(log(b.ratio)), a.index)
      }
  }

  /// The main finding as a sentence.
  package var finding: String {
    let compared = NumberText.counted(sides.count, "revision")
    guard let first = changes.first else { return "No change seen among \(compared)." }
    let others = changes.count - 1
    let rest = others > 0 ? "; \(NumberText.counted(others, "more change"))" : ""
    return sentence(first).dropLast() + rest + ", among \(compared)."
  }

  /// A sentence for each change and each gap.
  package var sentences: [(tone: PageTable.Tone?, text: String)] {
    changes.map { ($0.ratio > 1 ? .worse : .better, sentence($0)) }
      + gaps.map { (.unsure, "\($0.revision) is a gap: \($0.reason)") }
  }

  private func sentence(_ change: (row: Row, index: Int, ratio: Double)) -> String {
    let (row, index, ratio) = change
    let share = ratio - 1
    let amount = share.isFinite ? NumberText.shortPercentage(abs(share)) : "from 0"
    let what =
      row.metric.kind == .timed
      ? "became \(amount) \(share > 0 ? "slower" : "faster")"
      : "has \(amount) \(share > 0 ? "more" : "less") \(row.metric.title)"
    return "\(row.cell) \(what) at \(titled(index))."
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
          row.values[index].map { value in
            guard value.verdict != .different else { return "layouts differ" }
            let ratio = value.candidate.ratio
            return (ratio.isFinite ? NumberText.change(ratio - 1, isSigned: true) : "+∞")
              + (row.changes[index] == nil ? "" : " *")
          }
        })
    }
    var last = columns[columns.count - 1]
    last.legend = "Changes against \(titled(0)). An asterisk: it differs from the revision before it."
    columns[columns.count - 1] = last
    return Table(columns: columns, rows: rows)
  }

  /// A row for each metric of a cell, and a column for each revision.
  package var page: PageTable {
    table.page { row, title in
      guard let index = sides.indices.dropFirst().first(where: { name($0) == title }),
        let change = row.changes[index]
      else { return nil }
      return change > 1 ? .worse : .better
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
