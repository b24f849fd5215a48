/// Whether a sample is that of one undisturbed process, whose median can be relied on. Neither test assumes a
/// distribution; that they are silent where there is nothing to be found was simulated, see
/// `DisturbanceTests`.
extension SortedSample {
  /// Fewer values do not tell a second mode, or an outlier, from chance.
  private static var fewestValues: Int { 10 }
  /// What differs by less, as a share of the median, does no harm.
  private static var differenceThatMatters: Double { 0.05 }

  /// Whether the values lie in two groups with a wide gap between them, as they do when the machine was in
  /// one state for a part of the time and in another one for the rest. The median then says which state
  /// lasted longer, and little else.
  ///
  /// 1. The widest gap between neighbours that leaves a fifth of the values, and three, on either side.
  /// 2. The median of all values' distances from the median of their own side.
  /// 3. There are two modes if the gap is wider than 200 / n times that, for n values, and than 5% of the
  ///    lower side's median.
  ///
  /// The distance between neighbours falls as 1 / n, and is about 8 / n of these distances where the values
  /// are dense: a gap that counts is 25 times as wide. False for fewer than 10 values. Of samples of one
  /// mode, normal, log-normal or with the tails of Student's t with 3 degrees of freedom, fewer than 3 in
  /// 1,000 are called two with 10 values, and none with 40. O(n log n).
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

  /// Whether a tenth of the values, and two, lie far from the others: more than 10 standard deviations, as
  /// the median absolute deviation estimates them, and more than 5% from the median.
  ///
  /// The median of a sample withstands them, but something disturbed it. False for fewer than 10 values. Of
  /// samples of normal, log-normal or t-distributed values as above, fewer than 3 in 1,000 are said to have
  /// outliers. O(n log n).
  ///
  /// Hampel, "The Influence Curve and Its Role in Robust Estimation", Journal of the American Statistical
  /// Association 69 (1974).
  package var hasOutliers: Bool {
    guard values.count >= Self.fewestValues else { return false }
    let center = median
    // What makes the deviation that of a normal distribution.
    let limit = max(10 * 1.4826 * medianAbsoluteDeviation, Self.differenceThatMatters * abs(center))
    let count = values.count { $0 != center && abs($0 - center) > limit }
    return count >= max(2, (values.count + 9) / 10)
  }

  private func gap(above below: Int) -> Double {
    // Between equal infinities there is none.
    values[below] == values[below - 1] ? 0 : values[below] - values[below - 1]
  }

  private static func median(ofSorted values: ArraySlice<Double>) -> Double {
    let upper = values[values.startIndex + values.count / 2]
    let lower = values[values.startIndex + (values.count - 1) / 2]
    return lower == upper ? lower : lower + (upper - lower) / 2
  }
}
