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
  /// 3. There are two modes if the gap is wider than 200 / n times that, for n values, and wider than 5% of
  ///    the lower side's median.
  ///
  /// The distance between neighbours falls as 1 / n, and is about 8 / n of the median distance where the
  /// values are dense, so a gap that counts is 25 times as wide. False for fewer than 10 values. For samples
  /// of one mode, be they normal, log-normal or Student's t with 3 degrees of freedom, fewer than 3 in 1,000
  /// give true with 10 values, and none with 40. O(n log n).
  package var hasTwoModes: Bool {
    let count = values.count
    let least = max(3, (count + 4) / 5)
    guard count >= Self.fewestValues else { return false }
    // The number of values below the widest gap.
    let below = (least...count - least).max { gap(above: $0) < gap(above: $1) } ?? least
    let sides = [values[..<below], values[below...]]
    let medians = sides.map(Self.median(ofSorted:))
    let distances = zip(sides, medians).flatMap { side, median in
      side.map { $0 == median ? 0 : abs($0 - median) }
    }.sorted()
    let scatter = Self.median(ofSorted: distances[...])
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
  package var hasOutliers: Bool {
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

  private static func median(ofSorted values: ArraySlice<Double>) -> Double {
    let upper = values[values.startIndex + values.count / 2]
    let lower = values[values.startIndex + (values.count - 1) / 2]
    return lower == upper ? lower : lower + (upper - lower) / 2
  }
}
