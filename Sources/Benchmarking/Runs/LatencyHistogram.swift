import Histogram

/// How long jobs took, counted in buckets of which none is wider than a thousandth of its values.
///
/// A high dynamic range histogram (Gil Tene, hdrhistogram.org) with three significant digits from 1 ns to `limit`. Its
/// buckets are the same for all histograms, so that histograms of workers, shards and runs add up without loss. Every
/// figure is the upper bound of a bucket: at most 0.1% above the job that it is about, and the same whether it is taken from
/// the jobs or from the buckets that a file kept of them.
package struct LatencyHistogram: Equatable, Sendable {
  /// Jobs that took longer are counted as having taken this long: 1 hour in nanoseconds.
  package static let limit: UInt64 = 3_600_000_000_000

  /// Jobs of about one duration.
  package struct Bucket: Hashable, Sendable {
    /// The longest duration that belongs into the bucket.
    package var upperNanoseconds: UInt64
    /// Above 0.
    package var count: UInt64
  }

  private var histogram = Histogram<UInt64>(
    highestTrackableValue: Self.limit, numberOfSignificantValueDigits: .three)

  /// An empty one, about 270 kB large.
  package init() {}

  package static func == (left: Self, right: Self) -> Bool { left.buckets == right.buckets }

  /// Counts a job. O(1), without allocating.
  package mutating func record(_ nanoseconds: UInt64) {
    record(nanoseconds, count: 1)
  }

  /// Counts jobs that took equally long; one above `limit` is counted as at the limit.
  package mutating func record(_ nanoseconds: UInt64, count: UInt64) {
    histogram.record(min(nanoseconds, Self.limit), count: count)
  }

  /// Adds the jobs of another one. O(buckets).
  package mutating func add(_ other: LatencyHistogram) {
    histogram.add(other.histogram)
  }

  /// The jobs of both. O(buckets).
  package func adding(_ other: LatencyHistogram) -> LatencyHistogram {
    var sum = self
    sum.add(other)
    return sum
  }

  /// Jobs that were counted.
  package var count: UInt64 { histogram.totalCount }

  /// Jobs of `limit` and above, as far as buckets can tell.
  package var countAtLimit: UInt64 { histogram.countForValue(Self.limit) }

  /// Whether a duration is the upper bound of a bucket, which all are that `buckets` gives.
  package static func isUpperBound(_ nanoseconds: UInt64) -> Bool {
    nanoseconds <= layout.highestEquivalentForValue(limit)
      && layout.highestEquivalentForValue(nanoseconds) == nanoseconds
  }

  private static let layout = LatencyHistogram().histogram

  /// The buckets that are not empty, in ascending order. O(buckets).
  package var buckets: [Bucket] {
    histogram.recordedValues().map {
      Bucket(upperNanoseconds: histogram.highestEquivalentForValue($0.value), count: $0.count)
    }
  }

  /// The duration that at least `percentage` of the jobs did not exceed, to the upper bound of its bucket: the
  /// value of rank ⌈`percentage`·n / 100⌉, and that of rank 1 for 0. nil where there are no jobs. O(buckets).
  ///
  /// - Precondition: 0 ≤ `percentage` ≤ 100.
  package func percentile(_ percentage: Double) -> UInt64? {
    precondition((0...100).contains(percentage), "A percentile lies between 0 and 100.")
    guard count > 0 else { return nil }
    return histogram.highestEquivalentForValue(histogram.valueAtPercentile(percentage))
  }

  /// The percentile, or nil where fewer than about one job is expected to lie beyond it, so that it would be the
  /// extreme value under another name: p90 needs 10 jobs, p99 100, p99.9 1,000.
  package func percentileIfSupported(_ percentage: Double) -> UInt64? {
    let beyond = min(percentage, 100 - percentage) / 100 * Double(count)
    return beyond >= 1 - 1e-9 ? percentile(percentage) : nil
  }

  /// The median of the distances from the median; nil where there are no jobs. O(b log b) for b buckets.
  package var medianAbsoluteDeviation: UInt64? {
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
