/// Several runs in the order of their time: the times of each cell, and where their level changed.
package struct RunHistory {
  /// The runs' names, each its own.
  private let names: [String]
  private let rows: [Row]

  private struct Row {
    let cell: CellDescription
    /// The medians by run, in ns per element; nil if the run has no such cell.
    let medians: [Double?]
    /// The change of level at runs, as shares, by their index.
    let changes: [Int: Double]
  }

  /// - Parameter runs: in any order; sorted by the time of their start.
  package init(_ runs: [ChartRun]) {
    let runs = runs.sorted { $0.start < $1.start }
    names = runs.map(\.label).numbered(after: " no.")
    let medians = runs.map { run in
      Dictionary(
        run.summary.rows.filter { $0.metric == .wallNanosecondsPerElement }.map { ($0.cell, $0.median) }
      ) { $1 }
    }
    let cells = runs.flatMap { $0.summary.rows.map(\.cell) }.firstAppearances()
    rows = cells.map { cell in
      let values = medians.map { $0[cell] }
      let known = values.indices.filter { values[$0] != nil }
      let points = (try? ChangePoints(in: values.compactMap(\.self)).points) ?? []
      let changes = points.map { (known[$0.index], $0.medianAfter / $0.medianBefore - 1) }
      return Row(cell: cell, medians: values, changes: Dictionary(changes) { $1 })
    }
  }

  /// The main finding: the changes of level, or that there are too few runs for any.
  package var finding: String {
    let changed = rows.filter { !$0.changes.isEmpty }
    guard names.count >= 10 else {
      return "\(NumberText.counted(names.count, "run")) of \(NumberText.counted(rows.count, "cell")); "
        + "changes of level are looked for from 10 runs on."
    }
    guard !changed.isEmpty else { return "No change of level in \(names.count) runs." }
    return "The level of \(changed.count) of \(NumberText.counted(rows.count, "cell")) changed."
  }

  /// A sentence for each change of level.
  package var sentences: [(tone: PageTable.Tone?, text: String)] {
    rows.flatMap { row in
      row.changes.sorted { $0.key < $1.key }.map { index, share in
        let sign = share > 0 ? "+" : ""
        return (
          share > 0 ? .worse : .better,
          "\(row.cell.subject) \(row.cell.workloadText), \(NumberText.counted(row.cell.threads, "worker")): "
            + "\(sign)\(NumberText.percentage(share)) from \(names[index]) on."
        )
      }
    }
  }

  /// A row for each cell and a column for each run, in ns per element.
  package var page: PageTable {
    var columns: [TableColumn<Row>] = TableColumn.cells(rows.map(\.cell), \.cell)
    columns.append(.right("threads") { String($0.cell.threads) })
    for (index, name) in names.enumerated() {
      columns.append(.right(name) { $0.medians[index].map(NumberText.figure) })
    }
    columns.append(
      .right("last / first", legend: "Times are medians in ns per element.") { row in
        let known = row.medians.compactMap(\.self)
        return known.count > 1 ? NumberText.figure(known[known.count - 1] / known[0]) + "×" : nil
      })
    return Table(columns: columns, rows: rows).page { row, title in
      guard let index = names.firstIndex(of: title), let change = row.changes[index] else {
        return nil
      }
      return change > 0 ? .worse : .better
    }
  }
}
