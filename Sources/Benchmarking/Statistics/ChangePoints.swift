/// The points at which the level of a history changed, such as a benchmark's medians over revisions.
///
/// The test assumes nothing about the distribution: it uses ranks only, so an outlier weighs no more than any
/// other largest value. It does assume that between two changes the values could stand in any order. A
/// history that drifts slowly therefore has change points as well, since its level did change.
struct ChangePoints: Hashable, Sendable {
  /// A point at which the level changed.
  struct Point: Hashable, Sendable {
    /// The index of the first value of the new level.
    var index: Int
    /// The probability of so large a change in a stretch without one, corrected for the number of stretches.
    var pValue: Double
    /// The median from the previous change, or the beginning, to this one.
    var medianBefore: Double
    /// The median from this change to the next one, or the end.
    var medianAfter: Double
  }

  /// The points in the history's order; empty if there is none or the history is too short.
  let points: [Point]

  /// Finds changes by binary segmentation.
  ///
  /// 1. The values of a stretch become ranks; equal values get their mean rank. For each place that leaves
  ///    `minimumLength` values on both sides, take Wilcoxon's statistic: the distance of the sum of the ranks
  ///    before it from the expectation in random order, in standard deviations. The largest one counts, with
  ///    its place; the first of equals.
  /// 2. Repeat this for random orders of the ranks. The p-value is the share of orders, including the
  ///    stretch's own, whose largest statistic is at least as large.
  /// 3. The stretches not yet tested are a family of tests, corrected by Holm's method. Those at or below
  ///    `level` are cut in two at their places, and the parts are tested next.
  /// 4. When no part is cut any more, locate each place again between its neighbouring changes, since it was
  ///    found while its stretch still contained other changes. (Bai, "Estimating Multiple Breaks One at a
  ///    Time", Econometric Theory 13 (1997).)
  ///
  /// A history without a change thus has a change point with a probability of at most `level`.
  ///
  /// The statistic is that of Pettitt, "A Non-Parametric Approach to the Change-Point Problem", Applied
  /// Statistics 28 (1979), in standard deviations so that changes near the ends are found too. The
  /// segmentation is that of Vostrikova, "Detecting Disorder in Multidimensional Random Processes", Soviet
  /// Mathematics Doklady 24 (1981). The common alternative, Matteson and James's E-divisive method (2014),
  /// uses distances between values, and a single wild value among few takes its power.
  ///
  /// With the same history and seed the points are the same. For each generation of stretches, O(n log n) for
  /// the ranks and O(n × `permutations`) for the orders. Any thread.
  ///
  /// - Parameters:
  ///   - level: the probability of a false alarm, default 1%.
  ///   - minimumLength: the fewest values between two changes, at least 1, default 5. A history of fewer than
  ///     twice as many has no points. Two times 4 values never reach a p-value of 1%.
  ///   - permutations: orders per stretch, default 1,999. No p-value is below 1 / (`permutations` + 1).
  /// - Throws: `SampleError.notANumber`. Infinities are values like any other.
  /// - Precondition: 0 < `level` < 1, `minimumLength` ≥ 1 and `permutations` ≥ 1.
  init(
    in history: [Double], level: Double = 0.01, minimumLength: Int = 5, permutations: Int = 1_999,
    seed: UInt64 = 42
  ) throws(SampleError) {
    precondition(level > 0 && level < 1, "A level lies between 0 and 1.")
    precondition(minimumLength >= 1 && permutations >= 1, "A stretch has a value, and a test an order.")
    for (index, value) in history.enumerated() where value.isNaN { throw .notANumber(index: index) }

    var generator = SplitMix64(seed: seed)
    var found: [(index: Int, pValue: Double)] = []
    var stretches = [history.indices]
    while !stretches.isEmpty {
      let shifts = stretches.compactMap { stretch -> (stretch: Range<Int>, index: Int, pValue: Double)? in
        guard let ranks = StretchRanks(history[stretch], minimumLength: minimumLength) else { return nil }
        let shift = ranks.largestShift()
        let pValue = ranks.pValue(of: shift.size, permutations: permutations, using: &generator)
        return (stretch, stretch.lowerBound + shift.place, pValue)
      }
      stretches = []
      for (shift, pValue) in zip(shifts, HolmCorrection.adjusted(shifts.map(\.pValue))) where pValue <= level
      {
        found.append((shift.index, pValue))
        stretches += [shift.stretch.lowerBound..<shift.index, shift.index..<shift.stretch.upperBound]
      }
    }
    found.sort { $0.index < $1.index }
    var bounds = [0] + found.map(\.index) + [history.count]
    for number in found.indices {
      let stretch = bounds[number]..<bounds[number + 2]
      guard let ranks = StretchRanks(history[stretch], minimumLength: minimumLength) else { continue }
      bounds[number + 1] = stretch.lowerBound + ranks.largestShift().place
    }
    var points: [Point] = []
    for (number, change) in found.enumerated() {
      points.append(
        Point(
          index: bounds[number + 1], pValue: change.pValue,
          medianBefore: try SortedSample(history[bounds[number]..<bounds[number + 1]]).median,
          medianAfter: try SortedSample(history[bounds[number + 1]..<bounds[number + 2]]).median))
    }
    self.points = points
  }
}

/// The ranks of a stretch of the history, relative to their mean.
private struct StretchRanks {
  /// Twice each value's distance from the mean rank: integers, so that sums are exact in any order.
  private var ranks: [Int]
  /// For each place, the reciprocal of the standard deviation of the sum of the ranks before it.
  private let weights: [Double]
  private let places: ClosedRange<Int>

  /// Returns nil if the stretch is too short or all its values are equal.
  init?(_ values: ArraySlice<Double>, minimumLength: Int) {
    let count = values.count
    guard count >= 2 * minimumLength else { return nil }
    let sorted = values.indices.sorted { values[$0] < values[$1] }
    ranks = Array(repeating: 0, count: count)
    var start = 0
    while start < count {
      var end = start + 1
      while end < count && values[sorted[end]] == values[sorted[start]] { end += 1 }
      // Ranks start + 1 to end have the mean (start + 1 + end) / 2; all ranks have the mean (count + 1) / 2.
      for place in start..<end { ranks[sorted[place] - values.startIndex] = start + end - count }
      start = end
    }
    let squares = ranks.reduce(0.0) { $0 + Double($1) * Double($1) }
    guard squares > 0 else { return nil }
    // The sum of k of n without replacement has the variance k (n - k) / (n (n - 1)) × the sum of squares.
    let size = Double(count)
    weights = (0...count).map { place in
      let before = Double(place)
      let variance = before * (size - before) / (size * (size - 1)) * squares
      return variance > 0 ? 1 / variance.squareRoot() : 0
    }
    places = minimumLength...(count - minimumLength)
  }

  /// Returns the place with the largest shift, and the shift in standard deviations.
  func largestShift() -> (place: Int, size: Double) {
    var (sum, best) = (0, (place: places.lowerBound, size: -1.0))
    for place in 1...places.upperBound {
      sum += ranks[place - 1]
      guard place >= places.lowerBound else { continue }
      let size = Double(abs(sum)) * weights[place]
      if size > best.size { best = (place, size) }
    }
    return best
  }

  /// Returns the share of orders, including this one, with a shift of at least `size`.
  func pValue(of size: Double, permutations: Int, using generator: inout SplitMix64) -> Double {
    var shuffled = self
    var atLeast = 1
    for _ in 0..<permutations {
      generator.shuffle(&shuffled.ranks)
      if shuffled.largestShift().size >= size { atLeast += 1 }
    }
    return Double(atLeast) / Double(permutations + 1)
  }
}
