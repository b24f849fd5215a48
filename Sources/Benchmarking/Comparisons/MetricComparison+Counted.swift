import Foundation

extension MetricComparison {
  /// Judges a counted metric by equality or by a share. If a copy of the base differs from the base by more
  /// than the share, the count does not repeat and a change stays unresolved.
  ///
  /// - Parameter share: the largest difference of equal counts. Default: the metric's own, 0 if exact.
  package init(
    cell: CellDescription, metric: ComparedMetric, base: Double, candidate: Double, null: Double,
    share: Double? = nil
  ) {
    let ratio = Self.ratio(candidate, base)
    let nullRatio = Self.ratio(null, base)
    let share = share ?? metric.share
    var verdict: Verdict
    var note: String?
    if abs(nullRatio - 1) > share {
      verdict = abs(ratio - 1) > share ? .unresolved : .same
      if verdict == .unresolved {
        note = "The base's own copy has \(nullRatio) times as much, so this count does not repeat."
      }
    } else if abs(ratio - 1) > share {
      verdict = ratio > 1 ? .slower : .faster
    } else {
      verdict = .same
    }
    self.init(
      cell: cell, metric: metric, baseValue: base, candidateValue: candidate, pairCount: 1,
      candidate: Estimate(ratio: ratio, low: ratio, high: ratio),
      null: Estimate(ratio: nullRatio, low: nullRatio, high: nullRatio), level: 1, detectableRatio: 1 + share,
      verdict: verdict, note: note)
  }

  private static func ratio(_ value: Double, _ base: Double) -> Double {
    base == 0 ? (value == 0 ? 1 : .infinity) : value / base
  }
}

extension ComparedMetric {
  fileprivate var share: Double {
    if case .nearlyExact(let share) = kind { share } else { 0 }
  }
}

/// Returns e to the power of `value`.
func exponential(_ value: Double) -> Double { exp(value) }
