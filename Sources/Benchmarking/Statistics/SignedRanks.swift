import Foundation

/// Wilcoxon's signed ranks: do values scatter about 0, and if not, about what?
///
/// Wilcoxon, "Individual Comparisons by Ranking Methods", Biometrics Bulletin 1 (1945); Hollander, Wolfe and Chicken,
/// "Nonparametric Statistical Methods", 3rd edition (2014), sections 3.1 to 3.3. If nothing differs, each value is as likely
/// as its opposite, which is all that the test assumes. It then errs exactly as often as it says.
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
    // Twice the ranks: shared ranks are whole numbers then.
    var ranks: [Int] = []
    var first = 0
    while first < sizes.count {
      let last = sizes[first...].prefix { abs($0) == abs(sizes[first]) }.endIndex
      ranks += Array(repeating: first + last + 1, count: last - first)
      first = last
    }
    let positive = zip(sizes, ranks).reduce(0) { $1.0 > 0 ? $0 + $1.1 : $0 }
    let all = ranks.reduce(0, +)
    let tail = SignedRanks.distribution(of: ranks)[...min(positive, all - positive)].reduce(0, +)
    return min(1, 2 * tail)
  }

  /// Returns an interval that covers the centre with a probability of at least `level`, and the level that it reaches.
  ///
  /// It lies between two of Walsh's averages: the k-th from either end, with the largest k for which a sum of ranks below k
  /// is as rare as that. With too few values for the level it is the whole range. O(n³).
  ///
  /// - Precondition: 0 < `level` < 1.
  func interval(level: Double) -> MedianInterval {
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    var below = 0.0
    var (rank, reached) = (1, 0.0)
    for (sum, probability) in SignedRanks.distribution(of: Array(1...values.count)).enumerated() {
      below += probability
      let next = 1 - 2 * below
      if sum > 0, next < level || 2 * (sum + 1) > averages.count + 1 { break }
      (rank, reached) = (sum + 1, max(0, next))
    }
    return MedianInterval(
      low: averages[rank - 1], high: averages[averages.count - rank], level: reached)
  }

  /// Returns the probabilities of all sums of ranks of which each is taken or left with probability ½.
  private static func distribution(of ranks: [Int]) -> [Double] {
    var probabilities = [1.0]
    probabilities.reserveCapacity(ranks.reduce(1, +))
    for rank in ranks {
      probabilities += Array(repeating: 0, count: rank)
      for sum in probabilities.indices.reversed() {
        let taken = sum >= rank ? probabilities[sum - rank] : 0
        probabilities[sum] = (probabilities[sum] + taken) / 2
      }
    }
    return probabilities
  }
}
