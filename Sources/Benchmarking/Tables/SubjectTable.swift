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
  /// - Parameter reference: the subject by which the others are divided; nil for nanoseconds per element
  ///   throughout. Its own column is always in nanoseconds.
  /// - Parameter width: the characters that a line has room for: subjects that do not fit beside the others are in
  ///   further tables below. nil, the default, for lines of any length.
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
