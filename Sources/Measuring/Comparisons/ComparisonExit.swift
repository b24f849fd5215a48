/// The exit code of a comparison, for scripts.
package enum ComparisonExit: Int32, Hashable, Sendable, CaseIterable {
  case fine = 0
  /// A cell could not be built or measured, or the sides compute different layouts.
  case failed = 1
  case regression = 2
  /// Nothing was compared, some cell has no decision, or a term of the gate has no figures. With `strictShare`, also if a cell
  /// does not exclude a slowdown of this size.
  case inconclusive = 3

  /// Chooses the first that applies, in the order of their codes: a failed cell hides a regression.
  ///
  /// - Parameters:
  ///   - gate: the definition of a regression, default `RegressionGate.standard`.
  ///   - strictShare: the slowdown that every cell must exclude, as a share; nil, the default, if none must.
  package init(
    of comparison: Comparison, gate: RegressionGate = .standard, strictShare: Double? = nil
  ) {
    let rows = comparison.rows
    let excludes =
      strictShare.map { share in
        comparison.ending == .complete
          && rows.allSatisfy { $0.metric.kind != .timed || $0.excludes(share) }
      } ?? true
    if rows.contains(where: { $0.verdict == .different })
      || comparison.failures.contains(where: { $0.status == .failed })
    {
      self = .failed
    } else if !gate.matches(in: comparison).isEmpty {
      self = .regression
    } else if comparison.haveEqualSources {
      self = .fine
    } else if rows.isEmpty || !excludes || !comparison.undecided.isEmpty
      || gate.unjudged(in: comparison) != nil
    {
      self = .inconclusive
    } else {
      self = .fine
    }
  }
}

extension MetricComparison {
  /// True if a change above this share is excluded, or the row has a verdict on a change.
  fileprivate func excludes(_ share: Double) -> Bool {
    switch verdict {
    case .slower, .faster, .different: true
    case .same, .unresolved: excludedRatio.map { $0 <= 1 + share } ?? false
    }
  }
}
