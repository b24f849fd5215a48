/// The exit code of a comparison, for scripts.
package enum ComparisonExit: Int32, Hashable, Sendable, CaseIterable {
  case fine = 0
  /// A cell could not be built or measured, or the two compute different layouts.
  case failed = 1
  case regression = 2
  /// Nothing was compared. With `strictShare`, also where a cell does not exclude a slowdown of this size.
  case inconclusive = 3
  /// Used only on request.
  case improvement = 4

  /// Chooses the first that applies, in the order of their codes: a failed cell hides a regression.
  ///
  /// - Parameters:
  ///   - gate: the definition of a regression, default `RegressionGate.standard`.
  ///   - strictShare: the slowdown that every cell must exclude, as a share; nil, the default, if none must.
  ///   - failsOnImprovement: true if a certain speed-up, or fewer allocations or instructions, has a code.
  package init(
    of comparison: Comparison, gate: RegressionGate = .standard, strictShare: Double? = nil,
    failsOnImprovement: Bool = false
  ) {
    let rows = comparison.rows
    let isOpen =
      strictShare.map { share in
        comparison.ending != .complete || !rows.allSatisfy { $0.excludes(share) }
      } ?? false
    if rows.contains(where: { $0.verdict == .different })
      || comparison.failures.contains(where: { $0.status == .failed })
    {
      self = .failed
    } else if !gate.matches(in: comparison).isEmpty {
      self = .regression
    } else if (rows.isEmpty || isOpen) && !comparison.haveEqualSources {
      self = .inconclusive
    } else if failsOnImprovement && rows.contains(where: Self.isImprovement) {
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

extension MetricComparison {
  /// True if a change above this share is excluded, or the row has a verdict on a change.
  fileprivate func excludes(_ share: Double) -> Bool {
    switch verdict {
    case .slower, .faster, .placement, .different: true
    case .same, .unresolved: excludedRatio.map { $0 <= 1 + share } ?? false
    }
  }
}
