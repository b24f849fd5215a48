// If the linker cannot place functions differently, a program has only one placement. A placement alone made a cell 4.5% and
// all cells together 0.9% slower: smaller changes are not decided, unless a count says that the work changed.

extension Comparison {
  /// The largest change of a cell that places in memory may cause, as a share.
  private static let placementOfCell = 0.05
  /// The largest change of several cells together that places in memory may cause, as a share.
  private static let placementTogether = 0.01

  /// Leaves changes open that places in memory may cause: times of cells whose work is not known to have changed.
  mutating func boundOnePlacement() {
    let changedWork = Set(rows.filter { $0.metric == .instructionCount && $0.verdict.isChange }.map(\.cell))
    for index in rows.indices {
      let row = rows[index]
      guard row.metric.kind == .timed, row.verdict.isChange, !changedWork.contains(row.cell),
        abs(row.candidate.ratio - 1) <= Self.placementOfCell
      else { continue }
      rows[index].verdict = .unresolved
      rows[index].note =
        "Its functions have one place in memory here, and another one alone may take as much; with lld they have many."
    }
    for index in shared.indices {
      let change = shared[index]
      guard change.verdict.isChange, abs(change.change.ratio - 1) <= Self.placementTogether,
        !changedWork.contains(where: change.contains)
      else { continue }
      shared[index].verdict = .unresolved
    }
  }
}
