/// The effect of more threads on cells: one row per cell and thread count, those of a sweep together.
package struct ThreadTable {
  /// The figures of one row.
  package struct Row: Hashable, Sendable {
    package var cell: CellDescription
    /// Wall time per element of one tree.
    package var nanosecondsPerElement: Double
    package var treesPerSecond: Double?
    /// The speed-up over the same cell in the same mode with 1 thread; nil if that was not measured.
    package var speedUp: CellRatio?
    /// The speed-up per thread: 1 = every thread does as much as one alone.
    package var efficiency: Double? { speedUp.map { $0.value / Double(cell.threads) } }
    /// The time that Dispatch itself added, in the median batch.
    package var queueWaitNanoseconds: Double?
    /// The share of the batch's time in which its workers had jobs, in the median batch.
    package var busyShare: Double?
    /// The flags that make its times unfit as a reference.
    package var flags: [CellFlag]
  }

  /// The rows of cells that were measured with several thread counts; empty if there are none.
  package let rows: [Row]

  /// - Parameter summary: the summary of one run.
  package init(summary: Summary) {
    var medians: [CellDescription: [Metric: Double]] = [:]
    for row in summary.rows { medians[row.cell, default: [:]][row.metric] = row.median }
    let ratios = CellRatios(summary)
    let wall = summary.rows.filter { $0.metric == .wallNanosecondsPerElement }
    var counts: [CellDescription: Int] = [:]
    for row in wall { counts[Self.sweep(of: row.cell), default: 0] += 1 }
    rows = ResultTable.grouped(wall).filter { counts[Self.sweep(of: $0.cell), default: 0] > 1 }.map { row in
      var single = row.cell
      single.threads = 1
      let own = medians[row.cell] ?? [:]
      return Row(
        cell: row.cell, nanosecondsPerElement: row.median, treesPerSecond: own[.treesPerSecond],
        speedUp: ratios.ratio(of: single, to: row.cell),
        queueWaitNanoseconds: own[.queueWaitNanoseconds], busyShare: own[.busyShare], flags: row.flags)
    }
  }

  private static func sweep(of cell: CellDescription) -> CellDescription {
    var sweep = cell
    sweep.threads = 0
    return sweep
  }

  /// Returns the table and its notes as plain text in lines with line ends; empty if nothing was measured
  /// with several thread counts.
  package func text() -> String {
    guard !rows.isEmpty else { return "" }
    let modes = DispatchColumn(rows.map(\.cell))
    let names = CellNames(rows.map(\.cell))
    let hasFlags = rows.contains { !$0.flags.isEmpty }
    let headings: [TextGrid.Heading] =
      [.init(title: "workload", alignment: .left), .init(title: "subject", alignment: .left)]
      + modes.headings
      + [
        "threads", "ns/element", "trees/s", "speed-up", "±", "efficiency", "queue wait ns", "busy",
      ].map { .init(title: $0, alignment: .right) }
      + (hasFlags ? [.init(title: "flags", alignment: .left)] : [])
    let cells = rows.map { row in
      [names.workload(row.cell), row.cell.subject] + modes.fields(of: row.cell) + [
        String(row.cell.threads), NumberText.figure(row.nanosecondsPerElement),
        row.treesPerSecond.map(NumberText.figure) ?? "",
        row.speedUp?.text ?? "", ResultTable.spread(row.speedUp?.spread),
        row.efficiency.map(NumberText.percentage) ?? "",
        row.queueWaitNanoseconds.map(NumberText.figure) ?? "",
        row.busyShare.map(NumberText.percentage) ?? "",
      ] + (hasFlags ? [row.flags.map(\.title).joined(separator: ", ")] : [])
    }
    return TextGrid(headings: headings, rows: cells).text() + notes
  }

  private var notes: String {
    var notes =
      "\nefficiency is the speed-up for each thread; busy is the share of a batch that its workers had jobs in hand.\n"
    notes += "queue wait is the longest that a worker waited for its first job"
    if rows.contains(where: { $0.cell.pool == DispatchMode.concurrentQueue.rawValue }) {
      notes += "; with concurrentQueue, the mean time from a block's submission to its start"
    }
    return notes + ".\n" + ResultTable.flagNotes(rows.flatMap(\.flags))
  }
}

/// A column for the dispatch mode, shown only if it differs between cells.
struct DispatchColumn {
  private let isShown: Bool

  init(_ cells: [CellDescription]) {
    isShown = Set(cells.map(\.pool)).count > 1
  }

  var headings: [TextGrid.Heading] {
    isShown ? [.init(title: "dispatch", alignment: .left)] : []
  }

  func fields(of cell: CellDescription) -> [String] { isShown ? [cell.pool] : [] }
}
