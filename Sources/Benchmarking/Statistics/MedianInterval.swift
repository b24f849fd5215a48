#if canImport(Darwin)
import Darwin
#elseif canImport(Musl)
import Musl
#else
import Glibc
#endif

/// A confidence interval for a median, and the level that it really has.
package struct MedianInterval: Hashable, Sendable {
  package var low: Double
  package var high: Double
  /// The probability with which such an interval covers the median, at least: 0 ≤ `level` < 1. It is at or
  /// above what was asked for, or below where the sample was too small for that.
  package var level: Double
}

extension MedianInterval {
  /// Whether the sample was large enough for an interval that is worth showing: at a level of 80%, which
  /// takes four values.
  package var isTelling: Bool { level >= 0.8 }

  /// Half of the interval as a share of a value that it holds; nil unless it is telling.
  package func halfWidth(relativeTo value: Double) -> Double? {
    isTelling ? (high - low) / 2 / value : nil
  }
}

extension SortedSample {
  /// The narrowest symmetric interval between two of the sample's own values that covers the population's
  /// median with a probability of at least `level`, whatever the distribution.
  ///
  /// 1. The number of values below the median follows the binomial distribution Bin(n, ½).
  /// 2. So [x₍ₖ₎, x₍ₙ₊₁₋ₖ₎] covers the median with probability 1 − 2·P(Bin(n, ½) ≤ k − 1).
  /// 3. k is the largest rank for which that is at least `level`, and 1 if there is none.
  ///
  /// Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 3.2. Ties make the real
  /// coverage larger, never smaller. For 95% at least 6 values are needed, for 99% at least 8; with fewer the
  /// interval is the whole range and `level` says what it is worth: n = 1 gives 0, n = 2 gives 0.5. O(n).
  ///
  /// - Precondition: 0 < `level` < 1.
  package func medianInterval(level: Double = 0.95) -> MedianInterval {
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    let count = values.count
    // Summed from the logarithm, since ½ⁿ is too small for a Double from n = 1,075 on.
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
