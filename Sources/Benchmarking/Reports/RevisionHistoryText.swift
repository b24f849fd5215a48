import Foundation

extension RevisionHistory {
  /// The number of cells that a terminal's table has a column for, each; more share one.
  private static let mostColumns = 4

  /// Returns the table, the gaps with their reasons, and the findings, in lines with line ends.
  package func text(style: TerminalStyle = .plain, width: Int? = nil) -> String {
    let findings = findings
    let table = table(cells.count <= Self.mostColumns ? cells : []).fitting(width)
    var lines = table.text { commit, line in
      style.painted(line, findings.first { $0.commits.contains(commit) }?.ink)
    }
    for legend in table.legends { lines += "\n\(legend)" }
    let gaps = gaps.map { "\($0)\n" }.joined()
    if !gaps.isEmpty { lines += "\n\n\(gaps)" } else if !table.legends.isEmpty { lines += "\n" }
    return lines + "\n" + findings.map { style.painted($0.text, $0.ink) + "\n" }.joined()
  }

  // MARK: The table

  /// Returns a table with a row for each commit.
  ///
  /// - Parameter shown: the cells with a column of their own; if there are none, all share one.
  func table(_ shown: [CellDescription]) -> Table<Commit> {
    let names = CellNames(cells)
    let steps = steps(of: .wallNanoseconds)
    var columns: [TableColumn<Commit>] = [
      .left("revision", isName: true) { $0.name },
      .left("date", isDetail: true) { String($0.date.prefix(10)) },
    ]
    for cell in shown {
      let points = byCommit(series(of: cell, .wallNanoseconds))
      let steps = Dictionary(steps.filter { $0.cell == cell }.map { ($0.after.commit, $0) }) { $1 }
      columns.append(
        .right(names.cell(cell)) { commit in
          points[commit].flatMap { $0.isFirst ? "base" : $0.text(step: steps[commit]) }
        })
    }
    if shown.isEmpty { columns.append(meanColumn) }
    columns.append(.right("allocations") { allocationText($0) })
    columns.append(.left("title", isName: true) { $0.title })
    if !shown.isEmpty {
      columns[2].legend = "Times are changes from the first commit, with the interval that each lies in."
    }
    return Table(columns: columns, rows: commits)
  }

  /// The column of all cells' geometric mean. A mean of other cells at another commit would be no comparison, so
  /// it is over those that every measured commit has.
  private var meanColumn: TableColumn<Commit> {
    let measured = commits.filter { commit in
      points.contains { $0.commit == commit && $0.metric == .wallNanoseconds && $0.ratio != nil }
    }
    let series = cells.map { byCommit(self.series(of: $0, .wallNanoseconds).filter { $0.ratio != nil }) }
      .filter { series in measured.allSatisfy { series[$0] != nil } }
    let steps = steps(of: .wallNanoseconds)
    let count = NumberText.counted(series.count, "cell")
    let note = series.count < cells.count ? ", those that every measured commit has" : ""
    let legend =
      "Times are changes from the first commit: the geometric mean over \(count)\(note), and how many change there."
    return .right("time", legend: legend) { commit in
      if commit.place == 0 { return "base" }
      guard !series.isEmpty, measured.contains(commit) else { return nil }
      let ratios = series.compactMap { $0[commit]?.ratio?.ratio }
      let change = NumberText.change(ratios.geometricMean - 1, isSigned: true)
      let marks = [true, false].compactMap { isMore -> String? in
        let count = steps.count { $0.after.commit == commit && $0.isMore == isMore }
        return count > 0 ? "\(count) \(isMore ? "slower" : "faster")" : nil
      }
      return ([change] + marks).joined(separator: ", ")
    }
  }

  private func byCommit(_ points: [Point]) -> [Commit: Point] {
    Dictionary(points.map { ($0.commit, $0) }) { $1 }
  }

  /// The largest change of allocations from the first commit, as `+3 in 2 cells`; nil if they were not counted.
  private func allocationText(_ commit: Commit) -> String? {
    let counted = points.filter { $0.commit == commit && $0.metric == .allocCount && $0.ratio != nil }
    guard !counted.isEmpty else { return nil }
    let differences = counted.compactMap { point in
      point.baseValue.flatMap { base in point.value.map { $0 - base } }
    }.filter { $0 != 0 }
    guard let largest = differences.max(by: { abs($0) < abs($1) }) else { return "same" }
    let amount = (largest > 0 ? "+" : "") + NumberText.count(largest)
    return cells.count == 1 ? amount : "\(amount) in \(NumberText.counted(differences.count, "cell"))"
  }

  // MARK: Gaps

  /// A sentence for each reason that left a gap.
  package var gaps: [String] {
    let missing = points.filter { $0.ratio == nil }
    return missing.compactMap(\.reason).firstAppearances().map { reason in
      let own = missing.filter { $0.reason == reason }
      let commits = own.map(\.commit.name).firstAppearances().joined(separator: ", ")
      let cells = own.map(\.cell).firstAppearances()
      let names = CellNames(self.cells)
      let which = cells.count == self.cells.count ? "" : " \(cells.map(names.cell).joined(separator: ", "))"
      return "Not measured at \(commits):\(which.isEmpty ? "" : which + ":") \(reason)".onOneLine
    }
  }
}

extension RevisionHistory.Point {
  /// The change from the first commit with its interval, and what it does to the level; nil for a gap.
  func text(step: HistoryStep?) -> String? {
    guard let ratio else { return nil }
    if verdict == .unfit { return "unfit machine" }
    let interval = hasInterval ? " (\(ratio.interval))" : ""
    if verdict?.isUnconfirmed == true { return "\(ratio.change), not confirmed" }
    return ratio.change + interval + (step.map { " \(metric.word(isMore: $0.isMore))" } ?? "")
  }
}

extension [Double] {
  fileprivate var geometricMean: Double { exp(reduce(0) { $0 + log($1) } / Double(count)) }
}
