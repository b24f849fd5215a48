extension Comparison {
  /// What may be said of a row, which is its verdict but in two cases.
  ///
  /// Times that were not taken in turns have none: a change of the machine between two runs looks like one of the code. And a change
  /// that a second set of pairs did not confirm is unresolved.
  ///
  /// - Returns: nil for a time of runs that were not interleaved. Layouts that differ do so however they were measured.
  public func standingVerdict(of row: MetricComparison) -> Verdict? {
    if row.metric.kind == .timed && !isInterleaved && row.verdict != .different { return nil }
    let isClaim = row.verdict == .slower || row.verdict == .faster
    return isClaim && row.isConfirmed == false ? .unresolved : row.verdict
  }
}
