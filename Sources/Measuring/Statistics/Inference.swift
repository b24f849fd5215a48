import Foundation

extension SortedSample {
  /// Returns the narrowest symmetric interval between two of the sample's values that covers the population's
  /// median with a probability of at least `level`, for any distribution.
  ///
  /// 1. The number of values below the median follows the binomial distribution Bin(n, ½).
  /// 2. So [x₍ₖ₎, x₍ₙ₊₁₋ₖ₎] covers the median with probability 1 − 2·P(Bin(n, ½) ≤ k − 1).
  /// 3. k is the largest rank for which this probability is at least `level`, and 1 if there is none.
  ///
  /// Conover, "Practical Nonparametric Statistics", 3rd edition (1999), section 3.2. Ties can only increase
  /// the coverage. 95% takes at least 6 values, 99% at least 8. With fewer, the interval is the whole range,
  /// and `level` the probability that this range reaches: 0 for n = 1, 0.5 for n = 2. O(n).
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
  /// 3. Raise each product to the largest one before it, and limit it to 1.
  ///
  /// Equal p-values give equal results. One alone is unchanged; an empty family stays empty. O(m log m).
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

/// Wilcoxon's signed ranks: whether values scatter about 0, and an estimate of their centre.
///
/// Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945); Hollander, Wolfe and Chicken,
/// "Nonparametric Statistical Methods", 3rd edition (2014), sections 3.1 to 3.3. The test assumes only that a value is as
/// likely as its opposite if nothing differs, and its p-value is exact.
struct SignedRanks {
  /// The values in ascending order; none is NaN.
  private let values: [Double]
  /// The means of all pairs of values, each value with itself too, in ascending order: Walsh's averages.
  private let averages: [Double]

  /// O(n² log n). nil if there are no values, or one is NaN.
  init?(_ values: some Collection<Double>) {
    guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
    self.values = values.sorted()
    var averages: [Double] = []
    averages.reserveCapacity(values.count * (values.count + 1) / 2)
    for (index, value) in self.values.enumerated() {
      for other in self.values[index...] { averages.append(value == other ? value : value / 2 + other / 2) }
    }
    self.averages = averages.sorted()
  }

  /// The centre of the values: the median of Walsh's averages, as Hodges and Lehmann estimate it ("Estimates of Location
  /// Based on Rank Tests", Annals of Mathematical Statistics 34, 1963).
  var estimate: Double {
    let upper = averages[averages.count / 2]
    let lower = averages[(averages.count - 1) / 2]
    return lower == upper ? lower : lower / 2 + upper / 2
  }

  /// The two-sided p-value: the probability that signs drawn at random give a sum of ranks at least as far from its mean.
  ///
  /// Values of 0 do not count, and equal sizes share their ranks. 1 if nothing is left. O(n³).
  var pValue: Double {
    let sizes = values.filter { $0 != 0 }.sorted { abs($0) < abs($1) }
    guard !sizes.isEmpty else { return 1 }
    // If ranks are shared, twice the ranks, which are whole numbers.
    var ranks: [Int] = []
    var first = 0
    while first < sizes.count {
      let last = sizes[first...].prefix { abs($0) == abs(sizes[first]) }.endIndex
      ranks += Array(repeating: first + last + 1, count: last - first)
      first = last
    }
    if ranks.allSatisfy({ $0.isMultiple(of: 2) }) { ranks = ranks.map { $0 / 2 } }
    let positive = zip(sizes, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    let all = ranks.reduce(0, +)
    let tail = SignedRanks.distribution(of: ranks, upTo: min(positive, all - positive)).reduce(0, +)
    return min(1, 2 * tail)
  }

  /// Returns an interval that covers the centre with a probability of at least `level`, and the level that it reaches.
  ///
  /// It reaches from the k-th smallest of Walsh's averages to the k-th largest: k is the largest for which a sum of ranks
  /// below k is rare enough for `level`. With too few values the interval is the whole range. O(n³).
  ///
  /// - Precondition: 0 < `level` < 1.
  func interval(level: Double) -> MedianInterval {
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    var below = 0.0
    var (rank, reached) = (1, 0.0)
    let half = SignedRanks.distribution(of: Array(1...values.count), upTo: averages.count / 2)
    for (sum, probability) in half.enumerated() {
      below += probability
      let next = 1 - 2 * below
      if sum > 0, next < level || 2 * (sum + 1) > averages.count + 1 { break }
      (rank, reached) = (sum + 1, max(0, next))
    }
    return MedianInterval(
      low: averages[rank - 1], high: averages[averages.count - rank], level: reached)
  }

  /// Returns the probabilities of sums of ranks, up to `most`, if each rank is included with probability ½.
  private static func distribution(of ranks: [Int], upTo most: Int) -> [Double] {
    var probabilities = [1.0]
    probabilities.reserveCapacity(most + 1)
    for rank in ranks {
      probabilities += Array(repeating: 0, count: min(rank, most + 1 - probabilities.count))
      for sum in probabilities.indices.reversed() {
        let taken = sum >= rank ? probabilities[sum - rank] : 0
        probabilities[sum] = (probabilities[sum] + taken) / 2
      }
    }
    return probabilities
  }
}

/// A power law y = c xᵏ fitted to points: how one quantity grows with another.
package struct PowerLaw: Hashable, Sendable {
  /// k: 1 for proportional growth, 2 for quadratic growth.
  package let exponent: Double
  /// The 95% confidence interval of the exponent, which holds if the points scatter around one power law. If the curve bends
  /// on logarithmic axes, the bend widens the interval.
  package let interval: ClosedRange<Double>

  /// Fits a straight line through (ln x, ln y) by least squares, with Student's 95% interval for its slope.
  /// Source: Draper and Smith, "Applied Regression Analysis", 3rd edition (1998), section 1.4.
  ///
  /// - Returns: nil for fewer than three points, x that are equal or nearly so, or a number that is not positive and finite.
  package init?(_ points: [(x: Double, y: Double)]) {
    guard points.count >= 3, points.allSatisfy({ $0.x > 0 && $0.y > 0 && $0.x.isFinite && $0.y.isFinite })
    else { return nil }
    let count = Double(points.count)
    let logs = points.map { (x: log($0.x), y: log($0.y)) }
    let meanX = logs.reduce(0) { $0 + $1.x } / count
    let meanY = logs.reduce(0) { $0 + $1.y } / count
    let sumXX = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.x - meanX) }
    let sumXY = logs.reduce(0) { $0 + ($1.x - meanX) * ($1.y - meanY) }
    // So little growth is rounding.
    guard sumXX > 1e-18 else { return nil }
    exponent = sumXY / sumXX
    let slope = exponent
    let residuals = logs.reduce(0) { sum, point in
      let residual = point.y - meanY - slope * (point.x - meanX)
      return sum + residual * residual
    }
    let error = (residuals / (count - 2) / sumXX).squareRoot()
    let half = PowerLaw.studentQuantile(degreesOfFreedom: points.count - 2) * error
    interval = (exponent - half)...(exponent + half)
  }

  /// Returns Student's t at 97.5% from the usual table. Beyond the table, its last row applies, which gives
  /// the wider interval.
  private static func studentQuantile(degreesOfFreedom: Int) -> Double {
    let table = [
      12.706, 4.303, 3.182, 2.776, 2.571, 2.447, 2.365, 2.306, 2.262, 2.228, 2.201, 2.179, 2.160, 2.145,
      2.131, 2.120, 2.110, 2.101, 2.093, 2.086,
    ]
    return degreesOfFreedom <= table.count ? table[degreesOfFreedom - 1] : table[table.count - 1]
  }
}
