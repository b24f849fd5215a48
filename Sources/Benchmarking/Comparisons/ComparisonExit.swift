/// The exit code of a comparison, for scripts.
package enum ComparisonExit: Int32, Hashable, Sendable, CaseIterable {
  case fine = 0
  /// A cell could not be built or measured, or the two compute different layouts.
  case failed = 1
  case regression = 2
  /// Nothing was compared, the machine was unfit, the budget ended it before every cell was decided, or a
  /// slowdown was not confirmed. With `isStrict`, also any other open or missing verdict.
  case inconclusive = 3
  /// Used only on request.
  case improvement = 4

  /// Chooses the first that applies, in the order of their codes: a failed cell hides a regression, and a
  /// regression hides that another cell was unfit.
  ///
  /// - Parameters:
  ///   - gate: the definition of a regression, default `RegressionGate.standard`.
  ///   - isStrict: true if any open verdict is inconclusive.
  ///   - failsOnImprovement: true if a certain speed-up, or fewer allocations or instructions, has a code.
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
