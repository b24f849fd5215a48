/// Several runs in the order of their time, with the medians of each cell beside one another.
package struct RunHistory {
  /// The runs' names, each its own.
  private let names: [String]
  private let rows: [Row]

  private struct Row {
    let cell: CellID
    /// The medians by run, in ns per element; nil if the run has no such cell.
    let medians: [Double?]
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
    rows = cells.map { cell in Row(cell: cell, medians: medians.map { $0[cell] }) }
  }

  /// The numbers of runs and cells, in sentences.
  package var finding: String {
    "\(NumberText.counted(names.count, "run")) of \(NumberText.counted(rows.count, "cell")). Whether one is slower, "
      + "layoutbench compare says of their revisions."
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
    return Table(columns: columns, rows: rows).page()
  }
}
