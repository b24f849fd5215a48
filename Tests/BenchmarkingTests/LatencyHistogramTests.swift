import Testing

@testable import Benchmarking

@Suite("Histograms of latencies")
struct LatencyHistogramTests {
  private func histogram(of values: [UInt64]) -> LatencyHistogram {
    values.reduce(into: LatencyHistogram()) { $0.record($1) }
  }

  /// Percentages in thousandths, so that ranks are exact.
  private static let thousandths: [UInt64] = [0, 1, 250, 500, 750, 900, 990, 999, 1_000]

  @Test(
    "Percentiles are those of the values themselves, and never more than a thousandth above",
    arguments: [1, 2, 9, 10, 1_000, 20_000] as [Int], [1, 2, 3] as [UInt64])
  func percentilesAreThoseOfTheValuesWithinAThousandth(count: Int, seed: UInt64) throws {
    var generator = SplitMix64(seed: seed)
    // From nanoseconds to minutes, as many of each order of magnitude.
    let values = (0..<count).map { _ in generator.next() >> (28 + generator.next() % 36) }
    let histogram = histogram(of: values)
    let sorted = values.sorted()
    for thousandth in Self.thousandths {
      let rank = max(1, (thousandth * UInt64(count) + 999) / 1_000)
      let exact = sorted[Int(rank) - 1]
      let found = try #require(histogram.percentile(Double(thousandth) / 10))
      #expect(found >= exact && found - exact <= exact / 1_000, "seed \(seed), \(thousandth), \(exact)")
    }
  }

  @Test func `A histogram of nothing has no percentiles`() {
    let empty = LatencyHistogram()
    #expect(empty.count == 0 && empty.buckets.isEmpty)
    #expect(empty.percentile(50) == nil && empty.percentile(0) == nil && empty.percentile(100) == nil)
    #expect(empty.medianAbsoluteDeviation == nil)
  }

  @Test func `Zero is a value like any other`() {
    let histogram = histogram(of: [0, 0, 0, 5])
    #expect(histogram.buckets.map(\.upperNanoseconds) == [0, 5])
    #expect(histogram.buckets.map(\.count) == [3, 1])
    #expect(histogram.percentile(0) == 0 && histogram.percentile(75) == 0 && histogram.percentile(100) == 5)
  }

  @Test func `What takes longer than the limit is counted at the limit`() throws {
    let limit = LatencyHistogram.limit
    let histogram = histogram(of: [1, limit, limit + 1, .max])
    #expect(histogram.buckets.map(\.count) == [1, 3])
    let longest = try #require(histogram.percentile(100))
    #expect(longest >= limit && longest - limit <= limit / 1_000)
  }

  @Test func `Its buckets make the same histogram again`() {
    var generator = SplitMix64(seed: 4)
    let original = histogram(of: (0..<5_000).map { _ in generator.next() >> (generator.next() % 64) })
    var again = LatencyHistogram()
    for bucket in original.buckets { again.record(bucket.upperNanoseconds, count: bucket.count) }
    #expect(again == original)
    #expect(original.buckets.allSatisfy { LatencyHistogram.isUpperBound($0.upperNanoseconds) })
    #expect(original.buckets.map(\.upperNanoseconds) == original.buckets.map(\.upperNanoseconds).sorted())
    for percentage in [0, 50, 90, 99, 99.9, 100] {
      #expect(again.percentile(percentage) == original.percentile(percentage))
    }
    #expect(again.medianAbsoluteDeviation == original.medianAbsoluteDeviation)
  }

  @Test func `Only upper bounds of buckets are taken for bounds`() {
    #expect(LatencyHistogram.isUpperBound(2_047) && LatencyHistogram.isUpperBound(2_049))
    #expect(!LatencyHistogram.isUpperBound(2_048) && !LatencyHistogram.isUpperBound(.max))
  }

  @Test func `The sum of two histograms is the histogram of all values`() {
    var generator = SplitMix64(seed: 9)
    let values = (0..<1_000).map { _ in generator.next() >> 40 }
    var sum = histogram(of: Array(values[..<300]))
    sum.add(histogram(of: Array(values[300...])))
    #expect(sum == histogram(of: values))
    sum.add(LatencyHistogram())
    #expect(sum.count == 1_000)
  }

  @Test func `A high percentile needs jobs beyond it`() {
    let histogram = histogram(of: (1...999).map { $0 })
    #expect(histogram.percentileIfSupported(99) == 990 && histogram.percentileIfSupported(99.9) == nil)
    #expect(self.histogram(of: Array(1...9)).percentileIfSupported(90) == nil)
    #expect(self.histogram(of: Array(1...10)).percentileIfSupported(90) == 9)
  }

  @Test func `The median absolute deviation is the median distance from the median`() {
    #expect(histogram(of: [10, 20, 30, 40, 100]).medianAbsoluteDeviation == 10)
    #expect(histogram(of: [7]).medianAbsoluteDeviation == 0)
  }
}
