import Measuring

/// The printed result of a run: one row per workload, subject, dispatch mode and thread count, followed by
/// the missing results and their reasons.
package struct ResultTable {
  /// The subject with which others are compared by default.
  package static let defaultReference = "spec.cold"

  let rows: [CellFigures]
  private let outcomes: [CellOutcome]
  let reference: String

  /// - Parameters:
  ///   - summary: the summary of one run.
  ///   - outcomes: the outcomes of the cells; measured ones may be missing.
  ///   - reference: the subject with which all others are compared.
  ///   - order: the figure by which the rows are sorted; default: grouped by workload, in the order of the run.
  package init(
    summary: Summary, outcomes: [CellOutcome] = [], reference: String = defaultReference,
    order: CellOrder? = nil
  ) {
    self.outcomes = outcomes
    self.reference = reference
    let rows = CellFigures.all(in: summary, reference: reference)
    self.rows = order?.sorted(rows) ?? rows
  }

  /// Returns the table and its notes as plain text in lines with line ends.
  ///
  /// - Parameters:
  ///   - width: the characters that a line has room for: the table leaves details out to fit, and sentences are
  ///     broken. nil, the default, for lines of any length.
  ///   - hasCells: false for only the missing results, without the rows and their notes.
  package func text(width: Int? = nil, hasCells: Bool = true) -> String {
    var below = rows.isEmpty ? "Nothing was measured.\n" : hasCells ? notes : ""
    for (status, title) in [(CellOutcome.Status.leftOut, "Left out:"), (.failed, "Failed:")] {
      let these = outcomes.filter { $0.status == status }
      // Without figures, a reason that all cells share is printed once.
      below += these.list(title: title, byReason: rows.isEmpty || !hasCells)
    }
    below = (below + incomplete).wrappingLines(width: width, indent: 2)
    return hasCells ? table.text(width: width) + below : String(below.drop { $0 == "\n" })
  }

  /// The table alone, in GitHub's Markdown.
  var markdown: String { table.markdown() }

  var table: Table<CellFigures> { Table(columns: columns, rows: rows) }

  private var columns: [TableColumn<CellFigures>] {
    var columns: [TableColumn<CellFigures>] = TableColumn.cells(rows.map(\.cell), \.cell)
    columns += [
      .threads, .right("elements", isDetail: true) { NumberText.grouped($0.cell.nodeCount) }, .nanoseconds,
      .right("±", value: \.spreadText), .throughput,
    ]
    if rows.contains(where: { $0.rateText != nil }) { columns.append(.right("rate", value: \.rateText)) }
    columns += TableColumn.ratio("speed-up", isDetail: true, \.speedUp)
    if rows.contains(where: { $0.ratioToReference != nil }) {
      columns += TableColumn.ratio("/ \(reference)", \.ratioToReference)
    }
    return columns + TableColumn.flags(rows)
  }

  var notes: String {
    let lowest = rows.filter { $0.spread != nil }.map(\.wall.interval.level).min()
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
    return notes + CellID.noteOnCode(in: rows.map(\.cell)) + CellFlag.notes(on: rows)
  }

  /// A list of measured cells for which something was not measured.
  private var incomplete: String {
    outcomes.filter { $0.status == .measured && $0.reason != nil }.list(title: "Incomplete:", byReason: true)
  }
}

/// The effect of more threads on cells: one row per cell and thread count, grouped by cell.
package struct ThreadTable {
  /// The rows of cells that were measured with several thread counts; empty if there are none.
  let rows: [CellFigures]

  /// - Parameter summary: the summary of one run.
  package init(summary: Summary) {
    let all = CellFigures.all(in: summary)
    let sweeps = Dictionary(grouping: all) { $0.cell.with(\.threads, 0) }
    rows = all.filter { sweeps[$0.cell.with(\.threads, 0), default: []].count > 1 }
  }

  /// Returns the table and its notes as plain text in lines with line ends; empty if nothing was measured
  /// with several thread counts.
  ///
  /// - Parameter width: the characters that a line has room for, as for `ResultTable`.
  package func text(width: Int? = nil) -> String {
    guard !rows.isEmpty else { return "" }
    var columns: [TableColumn<CellFigures>] = TableColumn.cells(rows.map(\.cell), \.cell)
    columns += [.threads, .nanoseconds, .throughput]
    columns += TableColumn.ratio("speed-up", \.speedUp)
    columns += [
      .right("efficiency", isDetail: true) { $0.efficiency.map(NumberText.percentage) },
      .right("queue wait ns", isDetail: true) { $0.medians[.queueWaitNanoseconds].map(NumberText.figure) },
      .right("busy", isDetail: true) { $0.medians[.busyShare].map(NumberText.percentage) },
    ]
    let table = Table(columns: columns + TableColumn.flags(rows), rows: rows).fitting(width)
    return table.fittedText(width) + notes.wrappingLines(width: width, indent: 2)
  }

  private var notes: String {
    var notes =
      "\nefficiency is the speed-up for each thread; busy is the share of a batch that its workers had jobs in hand.\n"
    notes += "queue wait is the longest that a worker waited for its first job"
    if rows.contains(where: { $0.cell.pool == .concurrentQueue }) {
      notes += "; with concurrentQueue, the mean time from a block's submission to its start"
    }
    return notes + ".\n" + CellFlag.notes(on: rows)
  }
}

/// A run at a glance: one row per workload and dispatch mode, one column per subject; medians of one worker.
package struct SubjectTable {
  private let subjects: [String]
  /// The cells without their subjects.
  private let workloads: [CellID]
  private let medians: [CellID: SummaryRow]
  private let ratios: CellRatios

  /// - Parameter summary: the summary of one run.
  package init(summary: Summary) {
    let rows = summary.rows.filter { $0.metric == .wallNanosecondsPerElement && $0.cell.threads == 1 }
    subjects = rows.map(\.cell.subject).firstAppearances()
    workloads = rows.map { $0.cell.with(\.subject, "") }.firstAppearances()
    medians = Dictionary(rows.map { ($0.cell, $0) }) { $1 }
    ratios = CellRatios(summary)
  }

  /// Returns the table as plain text in lines with line ends, or a sentence if nothing was measured.
  ///
  /// - Parameter reference: the subject by whose times the others' are divided; nil for nanoseconds per element
  ///   throughout. The reference's own column is always in nanoseconds.
  /// - Parameter width: the characters that a line has room for: subjects that do not fit are in further tables
  ///   below. nil, the default, for lines of any length.
  package func text(relativeTo reference: String? = nil, width: Int? = nil) -> String {
    guard !workloads.isEmpty else { return "Nothing was measured with one worker.\n" }
    let names = CellNames(workloads)
    var columns: [TableColumn<CellID>] = [
      .left(reference == nil ? "ns/element" : "workload") { names.workload($0) }
    ]
    columns += TableColumn.dispatch(workloads) { $0 }
    let heads = columns.count
    columns.append(.right("elements") { NumberText.grouped($0.nodeCount) })
    for subject in subjects {
      let title = subject == reference ? "\(subject) ns" : subject
      columns.append(.right(title) { figure(of: $0.with(\.subject, subject), relativeTo: reference) })
    }
    let isFlagged = medians.values.contains { !$0.flags.isEmpty }
    let tables = Table(columns: columns, rows: workloads).split(width: width, heads: heads)
    let text = tables.map { $0.text() }.joined(separator: "\n")
    let note =
      isFlagged
      ? "\n\(CellRatio.mark) is made from a cell that is no reference; the run's table without --by-subject says why.\n"
      : text.contains("×" + CellRatio.mark) ? "\n\(CellRatio.mark) marks \(CellRatio.uncertainText).\n" : ""
    return text + note.wrappingLines(width: width)
  }

  private func figure(of cell: CellID, relativeTo reference: String?) -> String? {
    guard let row = medians[cell] else { return nil }
    guard let reference, cell.subject != reference else {
      return NumberText.figure(row.median) + (row.flags.isEmpty ? "" : CellRatio.mark)
    }
    return ratios.ratio(of: cell, to: cell.with(\.subject, reference))?.text
  }
}

extension TableColumn<CellFigures> {
  static var threads: Self { .right("threads") { String($0.cell.threads) } }
  static var nanoseconds: Self { .right("ns/element") { NumberText.figure($0.wall.median) } }
  static var throughput: Self {
    .right("trees/s", isDetail: true) { $0.medians[.treesPerSecond].map(NumberText.figure) }
  }

  /// Returns the columns of a ratio and of half its interval.
  static func ratio(
    _ title: String, isDetail: Bool = false, _ ratio: @escaping (CellFigures) -> CellRatio?
  ) -> [Self] {
    [
      .right(title, isDetail: isDetail) { ratio($0)?.text },
      .right("±", isDetail: true) { ratio($0)?.spreadText },
    ]
  }

  /// Returns the column of flags; none if no cell has any.
  static func flags(_ rows: [CellFigures]) -> [Self] {
    guard rows.contains(where: { !$0.wall.flags.isEmpty }) else { return [] }
    var column = Self.left("flags") { $0.wall.flags.map(\.title).joined(separator: ", ") }
    let shown = CellFlag.allCases.filter { flag in rows.contains { $0.wall.flags.contains(flag) } }
    let legend = shown.map { "\($0.letter) \($0.title)" }.joined(separator: ", ")
    column.short = ({ $0.wall.flags.map(\.letter).joined() }, "Flags: \(legend).")
    return [column]
  }
}

extension CellFlag {
  /// Returns the meaning of the rows' flags and a remedy, one line each; empty without flags.
  fileprivate static func notes(on rows: [CellFigures]) -> String {
    let flags = Set(rows.flatMap(\.wall.flags))
    let isUncertain = rows.contains {
      [$0.speedUp, $0.ratioToReference].contains { $0?.isUncertain == true }
    }
    let marked = [
      flags.contains { $0 != .uncertain } ? "ratios made from them" : nil,
      isUncertain ? CellRatio.uncertainText : nil,
    ].compactMap { $0 }.joined(separator: ", and ")
    let marks = marked.isEmpty ? nil : "\(CellRatio.mark) marks \(marked)"
    guard !flags.isEmpty else { return marks.map { "\n\($0).\n" } ?? "" }
    let start = "\nCells with flags are no reference\(marks.map { "; \($0)" } ?? "").\n"
    return allCases.filter(flags.contains).reduce(into: start) { $0 += "  \($1.title): \($1.advice)\n" }
  }
}

extension [CellOutcome] {
  /// Returns a title and a line for each outcome with its reason; empty if there are none.
  ///
  /// - Parameter byReason: true for a line for each reason, with its cell or its number of cells, since many
  ///   cells may share a reason.
  func list(title: String, byReason: Bool = false) -> String {
    guard !isEmpty else { return "" }
    let groups =
      byReason
      ? Dictionary(grouping: self, by: \.reasonText).sorted { $0.key < $1.key }.map(\.value) : map { [$0] }
    return groups.reduce(into: "\n\(title)\n") { text, group in
      let cells = group.count == 1 ? "\(group[0].cell)" : "\(group.count) cells"
      text += "  \(cells): \(group[0].reasonText)\n"
    }
  }
}

extension RunDescription {
  /// Returns a sentence about how many of the planned rounds were measured and why; nil if all were.
  ///
  /// - Parameter path: the path of the run's folder.
  package func shortfall(path: String) -> String? {
    // Pairs of a comparison are not rounds, and its cells have no sample counts.
    let counts = cells.filter { $0.status == .measured && $0.sampleCount > 0 }.map(\.sampleCount)
    guard let least = counts.min(), let most = counts.max(), least < rounds else { return nil }
    let measured = least == most ? "\(least)" : "\(least) to \(most)"
    let resume = "\(ProgramName.command) run --resume \(path.shellWord)"
    let reason =
      switch ending {
      case .budget: "the budget was used up. \(resume) --budget 2m goes on"
      case .interrupted, nil: "the run was cut short. \(resume) goes on"
      case .incomplete: "shards are missing or unfinished. Merge again when all are there"
      case .complete: "no more were asked of some parts of the run"
      }
    return "\(measured) of \(rounds) rounds were measured: \(reason)."
  }
}
