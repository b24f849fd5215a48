/// An error that leaves a sample without statistics.
package enum SampleError: Error, Hashable, Sendable {
  /// The sample has no values, so not even a median is defined.
  case empty
  /// The value at `index` of the input is NaN, which has no place in an order.
  case notANumber(index: Int)
}

/// A sample in ascending order, with its order statistics.
///
/// Nothing here assumes a distribution. Timings are skewed and have heavy tails, so means and standard
/// deviations say little about them. Infinities are values like any other.
package struct SortedSample: Sendable {
  /// The values in ascending order; never empty.
  package let values: [Double]

  /// Sorts the values. O(n log n).
  ///
  /// - Throws: `SampleError` if `values` is empty or contains a NaN.
  package init(_ values: some Collection<Double>) throws(SampleError) {
    guard !values.isEmpty else { throw .empty }
    for (index, value) in values.enumerated() where value.isNaN { throw .notANumber(index: index) }
    self.values = values.sorted()
  }

  /// The smallest value. O(1).
  package var minimum: Double { values[0] }

  /// The largest value. O(1).
  package var maximum: Double { values[values.count - 1] }

  /// The middle value, or the mean of the two middle values. O(1).
  package var median: Double { quantile(0.5) }

  /// Returns the quantile of `probability`, interpolated linearly between the values whose ranks surround (n
  /// − 1)·p: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American Statistician
  /// 50 (1996), the default of R, NumPy and spreadsheets.
  ///
  /// For n = 1, the value whatever the probability. O(1).
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
  package func quantileIfSupported(_ probability: Double) -> Double? {
    let beyond = min(probability, 1 - probability) * Double(values.count)
    return beyond >= 1 - 1e-9 ? quantile(probability) : nil
  }

  /// The median distance from the median, not scaled to resemble a standard deviation.
  ///
  /// 0 if n = 1 or more than half of the values are equal. Hampel, "The Influence Curve and Its Role in
  /// Robust Estimation", Journal of the American Statistical Association 69 (1974). O(n log n).
  package var medianAbsoluteDeviation: Double {
    let center = median
    let distances = values.map { $0 == center ? 0 : abs($0 - center) }.sorted()
    let upper = distances[distances.count / 2]
    let lower = distances[(distances.count - 1) / 2]
    return lower == upper ? lower : lower + (upper - lower) / 2
  }
}
