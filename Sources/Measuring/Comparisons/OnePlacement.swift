// Where no linker puts functions in other places, a program has them in one. That alone was seen to make a cell 4.5% slower and
// all cells together 0.9%: what is smaller is not decided, unless a count says that the work changed.

extension Comparison {
  /// The largest change of a cell that may be one of places in memory, as a share.
  private static let placementOfCell = 0.05
  /// That of several cells together.
  private static let placementTogether = 0.01

  /// Leaves open what may be a change of places in memory: times of cells whose work is not known to have changed.
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
