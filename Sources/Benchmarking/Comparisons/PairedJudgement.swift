import Foundation

/// The result of one look at the pairs of one cell and one metric.
package struct PairedJudgement: Hashable, Sendable {
  /// The interval of ln(candidate / base).
  package let candidate: MedianInterval
  package let candidateMedian: Double
  package let null: MedianInterval
  package let nullMedian: Double
  package let verdict: Verdict
  /// The p-value of the sign test that the candidate's median is 0.
  package let pValue: Double

  /// Judges the pairs:
  ///
  /// 1. If the null arm's interval excludes 0 and its median is above the smallest effect, the machine is
  ///    `unfit`.
  /// 2. If the same holds for the candidate, it is `slower` or `faster`.
  /// 3. If the candidate's interval lies within ± twice the smallest effect, it is the `same`.
  /// 4. Otherwise it is `unresolved`.
  ///
  /// The interval lies between two of the values and is valid for every distribution: see
  /// `SortedSample.medianInterval`. Fewer than 10 pairs have none at these levels, and stay unresolved.
  ///
  /// - Parameters:
  ///   - error: the probability that the interval misses; its level is 1 − `error`.
  ///   - minimumEffect: the smallest effect, as a share.
  /// - Returns: nil if there are no pairs or a value is NaN.
  package init?(_ effects: PairEffects, error: Double, minimumEffect: Double) {
    guard let candidateSample = try? SortedSample(effects.candidate),
      let nullSample = try? SortedSample(effects.null)
    else { return nil }
    candidate = candidateSample.medianInterval(level: 1 - error)
    candidateMedian = candidateSample.median
    null = nullSample.medianInterval(level: 1 - error)
    nullMedian = nullSample.median
    pValue = SignTest.pValue(effects.candidate)
    let smallest = log(1 + minimumEffect)
    if Self.excludesZero(null, error) && abs(nullMedian) > smallest {
      verdict = .unfit
    } else if Self.excludesZero(candidate, error) && abs(candidateMedian) > smallest {
      verdict = candidateMedian > 0 ? .slower : .faster
    } else if candidate.level >= 1 - error && max(-candidate.low, candidate.high) < log(1 + 2 * minimumEffect)
    {
      verdict = .same
    } else {
      verdict = .unresolved
    }
  }

  private static func excludesZero(_ interval: MedianInterval, _ error: Double) -> Bool {
    interval.level >= 1 - error && (interval.low > 0 || interval.high < 0)
  }
}

/// The sign test: do values scatter about 0?
package enum SignTest {
  /// Returns the two-sided p-value: twice the probability that, of as many coins as there are values other
  /// than 0, no more fall on the rarer side.
  ///
  /// Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 3.4. Zeros are ignored; 1 if
  /// nothing is left. O(n).
  package static func pValue(_ values: [Double]) -> Double {
    let above = values.count { $0 > 0 }
    let below = values.count { $0 < 0 }
    let count = above + below
    guard count > 0 else { return 1 }
    var logProbability = -Double(count) * log(2.0)
    var tail = exp(logProbability)
    for successes in 0..<min(above, below) {
      logProbability += log(Double(count - successes) / Double(successes + 1))
      tail += exp(logProbability)
    }
    return min(1, 2 * tail)
  }
}
