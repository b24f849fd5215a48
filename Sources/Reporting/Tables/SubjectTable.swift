import Measurement

/// A run at a glance: a row a workload, a column a subject, and in them the medians with one worker.
public struct SubjectTable {
  private let subjects: [String]
  private let workloads: [CellDescription]
  private let medians: [CellDescription: Double]

  /// - Parameter summary: of one run.
  public init(summary: Summary) {
    var subjects: [String] = []
    var workloads: [CellDescription] = []
    var medians: [CellDescription: Double] = [:]
    for row in summary.rows where row.metric == .wallNanosecondsPerElement && row.cell.threads == 1 {
      medians[row.cell] = row.median
      if !subjects.contains(row.cell.subject) { subjects.append(row.cell.subject) }
      let workload = Self.workload(of: row.cell)
      if !workloads.contains(workload) { workloads.append(workload) }
    }
    self.subjects = subjects
    self.workloads = workloads
    self.medians = medians
  }

  private static func workload(of cell: CellDescription) -> CellDescription {
    var workload = cell
    workload.subject = ""
    return workload
  }

  /// The table, plain text in lines of which each has its end. Nanoseconds an element; empty where nothing was measured.
  public func text() -> String {
    guard !workloads.isEmpty else { return "Nothing was measured with one worker.\n" }
    let headings =
      [
        TextGrid.Heading(title: "ns/element", alignment: .left),
        TextGrid.Heading(title: "elements", alignment: .right),
      ] + subjects.map { TextGrid.Heading(title: $0, alignment: .right) }
    let rows = workloads.map { workload in
      [
        workload.params.isEmpty ? workload.workload : "\(workload.workload) \(workload.params)",
        NumberText.grouped(workload.nodeCount),
      ]
        + subjects.map { subject in
          var cell = workload
          cell.subject = subject
          return medians[cell].map(NumberText.figure) ?? ""
        }
    }
    return TextGrid(headings: headings, rows: rows).text()
  }
}
