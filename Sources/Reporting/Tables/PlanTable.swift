import Measuring

extension RunPlan {
  /// Returns the planned run for people, in lines with line ends: a row per cell, the skipped cells and their
  /// reasons, and the estimated time.
  ///
  /// - Parameters:
  ///   - leftOut: the cells that will not be measured.
  package func text(leftOut: [CellOutcome], _ estimate: RunEstimate) -> String {
    let cells = cells.map(\.id)
    let rows = cells.filter { earlier[$0]?.failure == nil }.map { (cell: $0, units: unitsToDo($0)) }
      .filter { $0.units > 0 }
    let leftOut = leftOut.list(title: "Left out, as far as is known without measuring:")
    guard !rows.isEmpty else { return "Nothing would be measured.\n" + leftOut }
    var columns: [TableColumn<(cell: CellID, units: Int)>] = TableColumn.cells(cells) { $0.cell }
    columns += [
      .right("threads") { String($0.cell.threads) },
      .right("elements") { NumberText.grouped($0.cell.nodeCount) },
      .right("samples") { NumberText.grouped($0.units) },
    ]
    return Table(columns: columns, rows: rows).text() + CellID.noteOnCode(in: cells) + leftOut
      + "\n\(estimate.sentences(rounds: rounds, budget: budget))"
  }
}

extension RunEstimate {
  fileprivate func sentences(rounds: Int, budget: TimeSpan?) -> String {
    func counted(_ count: Int, _ noun: String) -> String {
      "\(NumberText.grouped(count)) \(NumberText.plural(noun, count))"
    }
    let counts = "\(counted(cellCount, "cell")), \(counted(unitCount, "sample"))"
    var text = "\(counts) in \(NumberText.counted(rounds, "round")).\n"
    text += "Estimated time: \(Self.duration(nanoseconds, isLeast: isLeast && !isCutByBudget))"
    if let budget {
      // In a resumed run, the rest of the budget is no round number.
      let span = budget.nanoseconds % 1_000_000_000 == 0 ? "\(budget)" : Self.seconds(budget.nanoseconds)
      let least =
        nanoseconds - passNanoseconds > budget.nanoseconds ? " and the round that every cell gets" : ""
      text += isCutByBudget ? ", cut short by the budget of \(span)\(least)" : " of a budget of \(span)"
    }
    if passNanoseconds >= 500_000_000 {
      text += ".\nMemory, after the rounds, is \(Self.duration(passNanoseconds)) of it"
    }
    let target = "\(TimeSpan(nanoseconds: batchNanoseconds)), which is too little where one job takes longer"
    return text
      + ".\nA batch is taken to last \(isLeast ? target : "as long as in the run so far").\n"
      + "Checking frames, loading workers and writing files come on top.\n"
  }

  private static func seconds(_ nanoseconds: UInt64) -> String {
    "\(NumberText.fixed((Double(nanoseconds) / 1e9).rounded(), decimals: 0)) s"
  }

  /// Returns whole seconds up to ten minutes, then whole minutes; below a second `under 1 s`.
  private static func duration(_ nanoseconds: UInt64, isLeast: Bool = false) -> String {
    let seconds = (Double(nanoseconds) / 1e9).rounded()
    let word = isLeast ? "at least" : "about"
    if seconds < 1 { return "under 1 s" }
    if seconds < 600 { return "\(word) \(Self.seconds(nanoseconds))" }
    return "\(word) \(NumberText.fixed((seconds / 60).rounded(), decimals: 0)) min"
  }
}

extension ComparisonPlan {
  /// Returns the cells that would be compared, the skipped cells and their reasons, and the time, in
  /// lines with line ends.
  package func text(leftOut: [CellOutcome]) -> String {
    let leftOut = leftOut.list(title: "Left out, as far as is known without measuring:")
    let rows = cells.map(\.id)
    guard !rows.isEmpty else { return "Nothing would be compared.\n" + leftOut }
    var columns: [TableColumn<CellID>] = TableColumn.cells(rows) { $0 }
    columns.append(.right("threads") { String($0.threads) })
    return Table(columns: columns, rows: rows).text() + CellID.noteOnCode(in: rows) + leftOut
      + "\n\(NumberText.counted(rows.count, "cell")), compared for \(time) by pairs of processes\(rows.count > 1 ? ", the second half for those that look changed" : "").\n"
  }
}
