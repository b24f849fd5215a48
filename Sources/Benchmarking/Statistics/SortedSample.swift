/// Why a sample has no statistics.
package enum SampleError: Error, Hashable, Sendable {
  /// There are no values: not even a median is defined.
  case empty
  /// A value is NaN, which has no place in an order. `index` is its place in what was handed in.
  case notANumber(index: Int)
}

/// A sample in ascending order, and the statistics that follow from order.
///
/// Nothing here assumes a distribution: timings are skewed and have heavy tails, so that means and standard
/// deviations say little about them. Infinities are values like any other.
package struct SortedSample: Sendable {
  /// Ascending; never empty.
  package let values: [Double]

  /// O(n log n).
  ///
  /// - Throws: `SampleError` if `values` is empty or holds a NaN.
  package init(_ values: some Collection<Double>) throws(SampleError) {
    guard !values.isEmpty else { throw .empty }
    for (index, value) in values.enumerated() where value.isNaN { throw .notANumber(index: index) }
    self.values = values.sorted()
  }

  /// The smallest value. O(1).
  package var minimum: Double { values[0] }

  /// The largest value. O(1).
  package var maximum: Double { values[values.count - 1] }

  /// The middle value, or the mean of the two in the middle. n = 1: the value. O(1).
  package var median: Double { quantile(0.5) }

  /// The quantile of `probability`, by linear interpolation between the values whose ranks lie about
  /// (n − 1)·p: type 7 of Hyndman and Fan, "Sample Quantiles in Statistical Packages", The American
  /// Statistician 50 (1996), which is what R, NumPy and spreadsheets give unless told otherwise.
  ///
  /// n = 1: the value, whatever the probability. O(1).
  ///
  /// - Precondition: 0 ≤ `probability` ≤ 1.
  package func quantile(_ probability: Double) -> Double {
    precondition((0...1).contains(probability), "A probability lies between 0 and 1.")
    let rank = Double(values.count - 1) * probability
    let below = Int(rank.rounded(.down))
    let above = min(below + 1, values.count - 1)
    let fraction = rank - Double(below)
    // Between equals there is nothing to interpolate, and for infinities the formula below would give NaN.
    if fraction == 0 || values[below] == values[above] { return values[below] }
    return values[below] + (values[above] - values[below]) * fraction
  }

  /// The quantile of `probability`, or nil where fewer than about one value is expected to lie beyond it, so
  /// that it would be the extreme value under another name: p90 needs 10 values, p99 100, p999 1,000.
  package func quantileIfSupported(_ probability: Double) -> Double? {
    let beyond = min(probability, 1 - probability) * Double(values.count)
    return beyond >= 1 - 1e-9 ? quantile(probability) : nil
  }

  /// The median of the distances from the median, not scaled to resemble a standard deviation.
  ///
  /// 0 for n = 1 and where more than half of the values are equal. Hampel, "The Influence Curve and Its Role
  /// in Robust Estimation", Journal of the American Statistical Association 69 (1974). O(n log n).
  package var medianAbsoluteDeviation: Double {
    let center = median
    let distances = values.map { $0 == center ? 0 : abs($0 - center) }.sorted()
    let upper = distances[distances.count / 2]
    let lower = distances[(distances.count - 1) / 2]
    return lower == upper ? lower : lower + (upper - lower) / 2
  }
}
