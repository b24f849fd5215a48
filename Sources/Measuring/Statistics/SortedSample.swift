/// A sample in ascending order, with its order statistics.
///
/// Nothing here assumes a distribution. Timings are skewed and have heavy tails, so means and standard
/// deviations say little about them. Infinities are values like any other.
package struct SortedSample: Sendable {
  /// The values in ascending order; never empty.
  let values: [Double]

  /// Sorts the values. O(n log n). nil if there are none, or one is NaN, which has no place in an order.
  package init?(_ values: some Collection<Double>) {
    guard !values.isEmpty, !values.contains(where: \.isNaN) else { return nil }
    self.values = values.sorted()
  }

  /// The smallest value. O(1).
  var minimum: Double { values[0] }

  /// The largest value. O(1).
  var maximum: Double { values[values.count - 1] }

  /// The middle value, or the mean of the two middle values. O(1).
  package var median: Double { quantile(0.5) }

  /// Returns the quantile of `probability`, interpolated linearly between the values whose ranks surround (n
  /// − 1)·p: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician
  /// 50 (1996), the default of R, NumPy and spreadsheets.
  ///
  /// For n = 1 the only value, whatever the probability. O(1).
  ///
  /// - Precondition: 0 ≤ `probability` ≤ 1.
  package func quantile(_ probability: Double) -> Double {
    precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
    let rank = Double(values.count - 1) * probability
    let below = Int(rank.rounded(.down))
    let above = min(below + 1, values.count - 1)
    let fraction = rank - Double(below)
    // Equal values need no interpolation, and for equal infinities the formula below would give NaN.
    if fraction == 0 || values[below] == values[above] { return values[below] }
    return values[below] + (values[above] - values[below]) * fraction
  }

  /// Returns the quantile of `probability`, or nil if less than about one value is expected beyond it, so
  /// that it would only repeat the extreme value: p90 takes 10 values, p99 100, p999 1,000.
  func quantileIfSupported(_ probability: Double) -> Double? {
    let beyond = min(probability, 1 - probability) * Double(values.count)
    return beyond >= 1 - 1e-9 ? quantile(probability) : nil
  }

  /// The median distance from the median, not scaled to resemble a standard deviation.
  ///
  /// 0 if n = 1 or more than half of the values are equal. Hampel, "The Influence Curve and Its Role in
  /// Robust Estimation", Journal of the American Statistical Association 69 (1974). O(n log n).
  var medianAbsoluteDeviation: Double {
    let center = median
    return values.map { $0 == center ? 0 : abs($0 - center) }.median ?? 0
  }
}

extension Collection<Double> {
  /// The median; nil if there are no values or one of them is NaN. O(n log n).
  package var median: Double? { SortedSample(self)?.median }
}

/// Tests of whether a sample comes from one undisturbed process, so that its median can be relied on. Neither
/// test assumes a distribution. `DisturbanceTests` simulates their rates of false alarms.
extension SortedSample {
  /// The fewest values that tell a second mode or an outlier from chance.
  private static var fewestValues: Int { 10 }
  /// The smallest difference that matters, as a share of the median.
  private static var differenceThatMatters: Double { 0.05 }

  /// True if the values lie in two groups with a wide gap between them, as they do if the machine changed
  /// state midway. The median then tells little more than which state lasted longer.
  ///
  /// 1. Find the widest gap between neighbours that leaves a fifth of the values, and at least three, on
  ///    either side.
  /// 2. Take the median of all values' distances from the median of their own side.
  /// 3. There are two modes if the gap is wider than 200 / n times this median distance, for n values, and
  ///    wider than 5% of the lower side's median.
  ///
  /// The distance between neighbours falls as 1 / n, and is about 8 / n of the median distance where the
  /// values are dense, so a gap that counts is 25 times as wide. False for fewer than 10 values. For samples
  /// of one mode, be they normal, log-normal or Student's t with 3 degrees of freedom, fewer than 3 in 1,000
  /// give true with 10 values, and none with 40. O(n log n).
  var hasTwoModes: Bool {
    let count = values.count
    let least = max(3, (count + 4) / 5)
    guard count >= Self.fewestValues else { return false }
    // The number of values below the widest gap.
    let below = (least...count - least).max { gap(above: $0) < gap(above: $1) } ?? least
    let sides = [values[..<below], values[below...]]
    let medians = sides.map { $0.median ?? 0 }
    let distances = zip(sides, medians).flatMap { side, median in
      side.map { $0 == median ? 0 : abs($0 - median) }
    }
    let scatter = distances.median ?? 0
    return gap(above: below)
      > max(200 / Double(count) * scatter, Self.differenceThatMatters * abs(medians[0]))
  }

  /// True if a tenth of the values, and at least two, lie more than 10 standard deviations, as estimated by
  /// the median absolute deviation, and more than 5% from the median.
  ///
  /// The median withstands outliers, but they show a disturbance. False for fewer than 10 values. For samples
  /// of normal, log-normal or t-distributed values as above, fewer than 3 in 1,000 give true. O(n log n).
  ///
  /// Hampel, "The Influence Curve and Its Role in Robust Estimation", Journal of the American Statistical
  /// Association 69 (1974).
  var hasOutliers: Bool {
    guard values.count >= Self.fewestValues else { return false }
    let center = median
    // 1.4826 scales the deviation to the standard deviation of a normal distribution.
    let limit = max(10 * 1.4826 * medianAbsoluteDeviation, Self.differenceThatMatters * abs(center))
    let count = values.count { $0 != center && abs($0 - center) > limit }
    return count >= max(2, (values.count + 9) / 10)
  }

  private func gap(above below: Int) -> Double {
    // Equal infinities have no gap; their difference would be NaN.
    values[below] == values[below - 1] ? 0 : values[below] - values[below - 1]
  }
}
