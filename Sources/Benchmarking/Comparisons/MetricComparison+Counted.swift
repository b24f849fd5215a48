#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

extension MetricComparison {
  /// A metric that is counted: judged by equality, or by a share. Where a copy of the base differs from the base by as
  /// much, the count does not repeat, and nothing is said.
  ///
  /// - Parameter share: within which counts are the same. Default: the metric's own; 0 for what is exact.
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

/// e to the power of `value`.
func exponential(_ value: Double) -> Double { exp(value) }
