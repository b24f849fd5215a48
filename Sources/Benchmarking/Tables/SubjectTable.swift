/// A run at a glance: one row per workload and dispatch mode, one column per subject; medians of one worker.
package struct SubjectTable {
  private let subjects: [String]
  private let workloads: [CellDescription]
  private let medians: [CellDescription: SummaryRow]
  private let ratios: CellRatios

  /// - Parameter summary: the summary of one run.
  package init(summary: Summary) {
    var subjects: [String] = []
    var workloads: [CellDescription] = []
    var medians: [CellDescription: SummaryRow] = [:]
    for row in summary.rows where row.metric == .wallNanosecondsPerElement && row.cell.threads == 1 {
      medians[row.cell] = row
      if !subjects.contains(row.cell.subject) { subjects.append(row.cell.subject) }
      let workload = Self.workload(of: row.cell)
      if !workloads.contains(workload) { workloads.append(workload) }
    }
    self.subjects = subjects
    self.workloads = workloads
    self.medians = medians
    ratios = CellRatios(summary)
  }

  private static func workload(of cell: CellDescription) -> CellDescription {
    var workload = cell
    workload.subject = ""
    return workload
  }

  /// Returns the table as plain text in lines with line ends, or a sentence if nothing was measured.
  ///
  /// - Parameter reference: the subject by which the others are divided; nil for nanoseconds per element
  ///   throughout. Its own column is always in nanoseconds.
  package func text(relativeTo reference: String? = nil) -> String {
    guard !workloads.isEmpty else { return "Nothing was measured with one worker.\n" }
    let modes = DispatchColumn(workloads)
    let names = CellNames(workloads)
    let headings =
      [TextGrid.Heading(title: reference == nil ? "ns/element" : "workload", alignment: .left)]
      + modes.headings + [TextGrid.Heading(title: "elements", alignment: .right)]
      + subjects.map { TextGrid.Heading(title: $0 == reference ? "\($0) ns" : $0, alignment: .right) }
    let rows = workloads.map { workload in
      [names.workload(workload)] + modes.fields(of: workload) + [
        NumberText.grouped(workload.nodeCount)
      ]
        + subjects.map { subject in
          var cell = workload
          cell.subject = subject
          return figure(of: cell, relativeTo: reference)
        }
    }
    let isFlagged = medians.values.contains { !$0.flags.isEmpty }
    return TextGrid(headings: headings, rows: rows).text()
      + (isFlagged
        ? "\n\(CellRatio.mark) is made from a cell that is no reference; the run's table without --by-subject says why.\n"
        : "")
  }

  private func figure(of cell: CellDescription, relativeTo reference: String?) -> String {
    guard let row = medians[cell] else { return "" }
    guard let reference, cell.subject != reference else {
      return NumberText.figure(row.median) + (row.flags.isEmpty ? "" : CellRatio.mark)
    }
    var other = cell
    other.subject = reference
    return ratios.ratio(of: cell, to: other)?.text ?? ""
  }
}
