import Histogram

/// The durations of jobs, counted in buckets no wider than a thousandth of their values.
///
/// A high dynamic range histogram (Gil Tene, hdrhistogram.org) with three significant digits from 1 ns to
/// `limit`. All histograms have the same buckets, so those of workers, shards and runs add up without loss.
/// Every figure is the upper bound of a bucket: at most 0.1% above the job that it describes, and the same
/// whether it is computed from the jobs or from the buckets in a file.
package struct LatencyHistogram: Equatable, Sendable {
  /// The longest duration, 1 hour in nanoseconds. Longer jobs are counted as having taken this long.
  static let limit: UInt64 = 3_600_000_000_000

  /// The jobs of about one duration.
  struct Bucket: Hashable, Sendable, Codable {
    /// The longest duration that belongs in the bucket.
    var upperNanoseconds: UInt64
    /// The number of jobs, above 0.
    var count: UInt64
  }

  private var histogram = Histogram<UInt64>(
    highestTrackableValue: Self.limit, numberOfSignificantValueDigits: .three)

  /// Makes an empty histogram of about 270 kB.
  package init() {}

  /// Makes the histogram that has these buckets.
  init(_ buckets: [Bucket]) {
    for bucket in buckets { record(bucket.upperNanoseconds, count: bucket.count) }
  }

  package static func == (left: Self, right: Self) -> Bool { left.buckets == right.buckets }

  /// Counts jobs of equal duration; above `limit` they are counted at the limit. O(1), does not allocate.
  mutating func record(_ nanoseconds: UInt64, count: UInt64 = 1) {
    histogram.record(min(nanoseconds, Self.limit), count: count)
  }

  /// Adds the jobs of another histogram. O(buckets).
  package mutating func add(_ other: LatencyHistogram) {
    histogram.add(other.histogram)
  }

  /// The number of jobs.
  var count: UInt64 { histogram.totalCount }

  /// Returns true if a duration is the upper bound of a bucket, as all that `buckets` gives are.
  static func isUpperBound(_ nanoseconds: UInt64) -> Bool {
    nanoseconds <= layout.highestEquivalentForValue(limit)
      && layout.highestEquivalentForValue(nanoseconds) == nanoseconds
  }

  private static let layout = LatencyHistogram().histogram

  /// The buckets that are not empty, in ascending order. O(buckets).
  var buckets: [Bucket] {
    histogram.recordedValues().map {
      Bucket(upperNanoseconds: histogram.highestEquivalentForValue($0.value), count: $0.count)
    }
  }

  /// Returns the duration that at least `percentage` of the jobs did not exceed, as the upper bound of its
  /// bucket: the value of rank ⌈`percentage`·n / 100⌉, or of rank 1 for 0. nil without jobs. O(buckets).
  ///
  /// - Precondition: 0 ≤ `percentage` ≤ 100.
  func percentile(_ percentage: Double) -> UInt64? {
    precondition((0...100).contains(percentage), "A percentile lies between 0 and 100.")
    guard count > 0 else { return nil }
    return histogram.highestEquivalentForValue(histogram.valueAtPercentile(percentage))
  }

  /// Returns the percentile, or nil if fewer than about one job is expected beyond it, since it would then be
  /// the extreme value under another name: p90 needs 10 jobs, p99 100, p99.9 1,000.
  func percentileIfSupported(_ percentage: Double) -> UInt64? {
    let beyond = min(percentage, 100 - percentage) / 100 * Double(count)
    return beyond >= 1 - 1e-9 ? percentile(percentage) : nil
  }

  /// The median of the distances from the median; nil if there are no jobs. O(b log b) for b buckets.
  var medianAbsoluteDeviation: UInt64? {
    guard let median = percentile(50) else { return nil }
    let distances = buckets.map { bucket in
      let upper = bucket.upperNanoseconds
      return (distance: upper > median ? upper - median : median - upper, count: bucket.count)
    }.sorted { $0.distance < $1.distance }
    var below: UInt64 = 0
    for (distance, count) in distances {
      below += count
      if below >= (self.count + 1) / 2 { return distance }
    }
    return nil
  }
}
