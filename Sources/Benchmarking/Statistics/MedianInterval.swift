import Foundation

/// A confidence interval for a median, and the level that it reaches.
package struct MedianInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double
  /// The least probability that such an interval covers the median: 0 ≤ `level` < 1. It is below the
  /// requested level only if the sample was too small for that.
  package var level: Double
}

extension MedianInterval {
  /// True if the interval is worth showing: its level is at least 80%, which takes four values.
  package var isTelling: Bool { level >= 0.8 }

  /// Returns half of the interval's width as a share of `value`, which lies in it; nil unless `isTelling`.
  package func halfWidth(relativeTo value: Double) -> Double? {
    isTelling ? (high - low) / 2 / value : nil
  }
}

extension SortedSample {
  /// Returns the narrowest symmetric interval between two of the sample's values that covers the population's
  /// median with a probability of at least `level`, for any distribution.
  ///
  /// 1. The number of values below the median follows the binomial distribution Bin(n, ½).
  /// 2. So [x₍ₖ₎, x₍ₙ₊₁₋ₖ₎] covers the median with probability 1 − 2·P(Bin(n, ½) ≤ k − 1).
  /// 3. k is the largest rank for which that is at least `level`, and 1 if there is none.
  ///
  /// Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 3.2. Ties can only increase
  /// the coverage. 95% takes at least 6 values, 99% at least 8. With fewer, the interval is the whole range
  /// and its `level` says what it reaches: 0 for n = 1, 0.5 for n = 2. O(n).
  ///
  /// - Precondition: 0 < `level` < 1.
  package func medianInterval(level: Double = 0.95) -> MedianInterval {
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    let count = values.count
    // Summed from the logarithm, since ½ⁿ underflows a Double from n = 1,075 on.
    var logProbability = -Double(count) * log(2.0)
    var cumulative = exp(logProbability)
    var rank = 1
    var achieved = 1 - 2 * cumulative
    while rank < (count + 1) / 2 {
      logProbability += log(Double(count - rank + 1) / Double(rank))
      cumulative += exp(logProbability)
      let next = 1 - 2 * cumulative
      if next < level { break }
      achieved = next
      rank += 1
    }
    return MedianInterval(
      low: values[rank - 1], high: values[count - rank], level: max(0, achieved))
  }
}
