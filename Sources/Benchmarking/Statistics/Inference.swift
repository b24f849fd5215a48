import Foundation

/// A confidence interval for a median, and the level that it reaches.
struct MedianInterval: Hashable, Sendable {
  var low: Double
  var high: Double
  /// The least probability that such an interval covers the median: 0 ≤ `level` < 1. It is below the
  /// requested level only if the sample was too small for that.
  var level: Double

  /// True if the interval is worth showing: its level is at least 80%, which takes four values.
  var isTelling: Bool { level >= 0.8 }

  /// Returns half of the interval's width as a share of `value`, which lies in it; nil unless `isTelling`.
  func halfWidth(relativeTo value: Double) -> Double? {
    isTelling ? (high - low) / 2 / value : nil
  }

  /// Returns half of the interval's width as a percentage of `value`, which lies in it. From 100% on, where that
  /// says nothing, both ends, such as `38.8 to 262`. nil unless `isTelling`.
  func text(around value: Double) -> String? {
    halfWidth(relativeTo: value).map {
      $0 >= 1 ? "\(NumberText.figure(low)) to \(NumberText.figure(high))" : NumberText.percentage($0)
    }
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
  func medianInterval(level: Double = 0.95) -> MedianInterval {
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

/// A correction for several tests at once: bounds the probability of even one false alarm among them all.
///
/// Holm, "A Simple Sequentially Rejective Multiple Test Procedure", Scandinavian Journal of Statistics 6
/// (1979). It is valid for any dependence between the tests, and rejects at least as much as Bonferroni's.
enum HolmCorrection {
  /// Returns the adjusted p-values in the order of the tests. A test is rejected at a level if its adjusted
  /// value is at or below it.
  ///
  /// 1. Sort the p-values in ascending order, p₁ ≤ … ≤ pₘ.
  /// 2. Multiply pᵢ by m − i + 1, the number of tests left.
  /// 3. Raise each to the largest before it, and limit it to 1.
  ///
  /// Equal p-values give equal results. A single one is unchanged; an empty family stays empty. O(m log m).
  ///
  /// - Precondition: 0 ≤ p ≤ 1 for all.
  static func adjusted(_ pValues: [Double]) -> [Double] {
    precondition(pValues.allSatisfy((0...1).contains), "A p-value lies between 0 and 1.")
    var adjusted = pValues
    var largest = 0.0
    for (rank, index) in pValues.indices.sorted(by: { pValues[$0] < pValues[$1] }).enumerated() {
      largest = max(largest, min(1, Double(pValues.count - rank) * pValues[index]))
      adjusted[index] = largest
    }
    return adjusted
  }
}
