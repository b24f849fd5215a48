/// The printed result of a run: one row per workload, subject, dispatch mode and thread count, followed by
/// what was not measured and why.
package struct ResultTable {
  /// The figures of one row.
  package struct Row: Hashable, Sendable {
    package var cell: CellDescription
    /// Wall time per element of one tree.
    package var nanosecondsPerElement: Double
    /// Half the width of the median's confidence interval, as a share of the median; nil if there are too few
    /// samples for one.
    package var spread: Double?
    /// The level of that interval.
    package var level: Double
    package var treesPerSecond: Double?
    /// The speed-up over the same subject in the same mode with 1 thread; nil if that was not measured.
    package var speedUp: CellRatio?
    /// The time per element divided by that of the reference with as many threads; above 1 = slower. nil for
    /// the reference itself, and if it was not measured.
    package var ratioToReference: CellRatio?
    /// The flags that make its times unfit as a reference.
    package var flags: [CellFlag]
  }

  package let rows: [Row]
  private let outcomes: [CellOutcome]
  private let reference: String

  /// - Parameters:
  ///   - summary: the summary of one run.
  ///   - outcomes: the outcomes of the cells; measured ones may be missing.
  ///   - reference: the subject that all others are compared with.
  package init(
    summary: Summary, outcomes: [CellOutcome] = [], reference: String = "spec.cold"
  ) {
    self.outcomes = outcomes
    self.reference = reference
    let ratios = CellRatios(summary)
    var throughput: [CellDescription: Double] = [:]
    for row in summary.rows where row.metric == .treesPerSecond { throughput[row.cell] = row.median }
    rows = Self.grouped(summary.rows.filter { $0.metric == .wallNanosecondsPerElement }).map { row in
      var single = row.cell
      single.threads = 1
      var other = row.cell
      other.subject = reference
      return Row(
        cell: row.cell, nanosecondsPerElement: row.median,
        spread: row.interval.halfWidth(relativeTo: row.median), level: row.interval.level,
        treesPerSecond: throughput[row.cell], speedUp: ratios.ratio(of: single, to: row.cell),
        ratioToReference: row.cell.subject == reference ? nil : ratios.ratio(of: row.cell, to: other),
        flags: row.flags)
    }
  }

  /// Returns the rows grouped by workload, subject and dispatch mode, each in order of first appearance, and
  /// then by thread count in ascending order.
  static func grouped(_ rows: [SummaryRow]) -> [SummaryRow] {
    var ranks: [CellDescription: Int] = [:]
    func rank(_ key: CellDescription) -> Int {
      let rank = ranks[key] ?? ranks.count
      ranks[key] = rank
      return rank
    }
    let ranked = rows.map { row in
      var mode = row.cell
      mode.threads = 0
      var subject = mode
      subject.pool = ""
      var workload = subject
      workload.subject = ""
      return (row: row, rank: (rank(workload), rank(subject), rank(mode), row.cell.threads))
    }
    return ranked.sorted { $0.rank < $1.rank }.map(\.row)
  }

  /// Returns the table and its notes as plain text in lines with line ends.
  package func text() -> String {
    var text = rows.isEmpty ? "Nothing was measured.\n" : grid.text() + notes
    text += list(of: .leftOut, title: "Left out:")
    text += list(of: .failed, title: "Failed:")
    return text + incomplete
  }

  private var grid: TextGrid {
    let hasReference = rows.contains { $0.ratioToReference != nil }
    let hasFlags = rows.contains { !$0.flags.isEmpty }
    let modes = DispatchColumn(rows.map(\.cell))
    let names = CellNames(rows.map(\.cell))
    var headings: [TextGrid.Heading] = [
      .init(title: "workload", alignment: .left), .init(title: "subject", alignment: .left),
    ]
    headings += modes.headings
    headings += [
      .init(title: "threads", alignment: .right), .init(title: "elements", alignment: .right),
      .init(title: "ns/element", alignment: .right), .init(title: "±", alignment: .right),
      .init(title: "trees/s", alignment: .right), .init(title: "speed-up", alignment: .right),
      .init(title: "±", alignment: .right),
    ]
    if hasReference {
      headings += ["/ \(reference)", "±"].map { .init(title: $0, alignment: .right) }
    }
    if hasFlags { headings.append(.init(title: "flags", alignment: .left)) }
    let cells = rows.map { row in
      var fields = [names.workload(row.cell), row.cell.subject] + modes.fields(of: row.cell)
      fields += [
        String(row.cell.threads), NumberText.grouped(row.cell.nodeCount),
        NumberText.figure(row.nanosecondsPerElement), Self.spread(row.spread),
        row.treesPerSecond.map(NumberText.figure) ?? "", row.speedUp?.text ?? "",
        Self.spread(row.speedUp?.spread),
      ]
      if hasReference {
        fields += [row.ratioToReference?.text ?? "", Self.spread(row.ratioToReference?.spread)]
      }
      if hasFlags { fields.append(row.flags.map(\.title).joined(separator: ", ")) }
      return fields
    }
    return TextGrid(headings: headings, rows: cells)
  }

  static func workload(of cell: CellDescription) -> String {
    cell.params.isEmpty ? cell.workload : "\(cell.workload) \(cell.params)"
  }

  private var notes: String {
    let lowest = rows.filter { $0.spread != nil }.map(\.level).min()
    var notes = ""
    if let lowest {
      notes += "\n± is half of the confidence interval of the median, at 95%"
      if lowest < 0.95 {
        notes += " or, with fewer than 6 samples, at what they allow: \(NumberText.percentage(lowest)) here"
      }
      notes += "; ratios are medians over rounds.\n"
    }
    if rows.contains(where: { $0.spread == nil }) {
      notes += (notes.isEmpty ? "\n" : "") + "Fewer than 4 samples have no interval.\n"
    }
    return notes + Self.flagNotes(rows.flatMap(\.flags))
  }

  /// Returns the meaning of the flags and what to do about them, one line each; empty without any.
  static func flagNotes(_ flags: [CellFlag]) -> String {
    let known = CellFlag.allCases.filter { flags.contains($0) }
    guard !known.isEmpty else { return "" }
    return known.reduce(
      into: "\nCells with flags are no reference; \(CellRatio.mark) marks ratios made from them.\n"
    ) {
      $0 += "  \($1.title): \($1.advice)\n"
    }
  }

  static func spread(_ share: Double?) -> String { share.map(NumberText.percentage) ?? "" }

  private func list(of status: CellOutcome.Status, title: String) -> String {
    let outcomes = outcomes.filter { $0.status == status }
    guard !outcomes.isEmpty else { return "" }
    return outcomes.reduce(into: "\n\(title)\n") { text, outcome in
      text += "  \(outcome.cell): \(outcome.reason ?? "No reason was given.")\n"
    }
  }

  /// A list of what was not measured of measured cells, grouped by reason, since many cells share one.
  private var incomplete: String {
    let lacking = Dictionary(grouping: outcomes.filter { $0.status == .measured && $0.reason != nil }) {
      $0.reason ?? ""
    }
    guard !lacking.isEmpty else { return "" }
    return lacking.keys.sorted().reduce(into: "\nIncomplete:\n") { text, reason in
      let cells = lacking[reason] ?? []
      text += "  \(cells.count == 1 ? "\(cells[0].cell)" : "\(cells.count) cells"): \(reason)\n"
    }
  }
}
