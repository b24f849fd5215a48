/// What a comparison comes to for a script, as an exit code.
package enum ComparisonExit: Int32, Hashable, Sendable, CaseIterable {
  case fine = 0
  /// A cell could not be built or measured, or the two compute different layouts.
  case failed = 1
  case regression = 2
  /// Nothing was compared, the machine was unfit, the budget ended it before every cell was decided, or a slowdown was not confirmed; with
  /// `isStrict` also whatever else stayed open or has no verdict.
  case inconclusive = 3
  /// Only where it is asked for.
  case improvement = 4

  /// The first that holds, in the order of their codes: a cell that failed hides a regression, a regression hides that another cell was
  /// unfit.
  ///
  /// - Parameters:
  ///   - gate: what a regression is, default `RegressionGate.standard`.
  ///   - isStrict: whether not knowing is inconclusive.
  ///   - failsOnImprovement: whether a time that is surely faster, or fewer allocations or instructions, is told apart from no change.
  package init(
    of comparison: Comparison, gate: RegressionGate = .standard, isStrict: Bool = false,
    failsOnImprovement: Bool = false
  ) {
    let verdicts = comparison.rows.map(\.verdict)
    let isUnsure = verdicts.contains { $0?.isOpen ?? true }
    let isInconclusive =
      verdicts.isEmpty || !comparison.waiting.isEmpty || verdicts.contains(.unfit)
      || verdicts.contains(.slowerUnconfirmed)
    if verdicts.contains(.different) || comparison.failures.contains(where: { $0.status == .failed }) {
      self = .failed
    } else if !gate.matches(in: comparison).isEmpty {
      self = .regression
    } else if isInconclusive || (isStrict && isUnsure) {
      self = .inconclusive
    } else if failsOnImprovement && comparison.rows.contains(where: Self.isImprovement) {
      self = .improvement
    } else {
      self = .fine
    }
  }

  private static func isImprovement(_ row: MetricComparison) -> Bool {
    switch row.metric {
    case .wallNanoseconds, .cpuNanoseconds, .allocCount, .instructionCount: row.verdict == .faster
    case .allocBytes, .peakResidentBytes: false
    }
  }
}
