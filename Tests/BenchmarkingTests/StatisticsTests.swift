import Testing

@testable import Benchmarking

@Suite("Statistics of a sample")
struct SortedSampleTests {
  @Test func `An empty sample has no statistics, and one with NaN neither`() {
    #expect(SortedSample([]) == nil)
    #expect(SortedSample([1, .nan, .nan]) == nil)
  }

  /// R: mad(c(1, 1, 2, 2, 4, 6, 9), constant = 1)
  @Test(
    "The median is the middle value or halfway between two; its absolute deviation the median distance from it",
    arguments: [
      ([7], 7, 0), ([3, 1, 2], 2, 1), ([4, 1, 3, 2], 2.5, 1), ([1, 1, 2, 2, 4, 6, 9], 2, 1),
      ([1, 2, 3, 10], 2.5, 1), ([1, 2, 4, 10], 3, 1.5), (Array(repeating: 0.1, count: 9), 0.1, 0),
      // Infinities are values, and do not make NaN.
      ([.infinity, 1, .infinity], .infinity, 0),
    ] as [([Double], Double, Double)])
  func medians(values: [Double], median: Double, deviation: Double) throws {
    let sample = try #require(SortedSample(values))
    #expect(sample.median == median && sample.medianAbsoluteDeviation == deviation)
    if Set(values).count == 1 {
      #expect(sample.quantile(0) == median && sample.quantile(0.37) == median && sample.quantile(1) == median)
      #expect(sample.medianInterval().low == median && sample.medianInterval().high == median)
    }
  }

  /// R: quantile(c(1, 2, 4, 8, 16), c(.1, .25, .75, .9), type = 7)
  @Test func `Quantiles are those of type 7`() throws {
    let sample = try #require(SortedSample([16, 8, 4, 2, 1]))
    #expect(abs(sample.quantile(0.1) - 1.4) < 1e-12)
    #expect(sample.quantile(0.25) == 2)
    #expect(sample.quantile(0.75) == 8)
    #expect(abs(sample.quantile(0.9) - 12.8) < 1e-12)
    #expect(sample.quantile(0) == 1 && sample.quantile(1) == 16)
    #expect(SortedSample([.infinity, 1, .infinity])?.quantile(0.9) == .infinity)
  }

  @Test(
    "A quantile is supported if one value or more is expected beyond it",
    arguments: [(0.9, 10), (0.99, 100), (0.999, 1_000), (0.25, 4), (0.5, 2)])
  func quantilesNeedSomethingBeyondThem(probability: Double, count: Int) throws {
    let enough = try #require(SortedSample((0..<count).map(Double.init)))
    let few = try #require(SortedSample((1..<count).map(Double.init)))
    #expect(enough.quantileIfSupported(probability) == enough.quantile(probability))
    #expect(few.quantileIfSupported(probability) == nil)
  }
}

@Suite("Intervals of medians")
struct MedianIntervalTests {
  private func interval(_ count: Int, _ level: Double) throws -> MedianInterval {
    try #require(SortedSample((1...count).map(Double.init))).medianInterval(level: level)
  }

  @Test(arguments: [(1, 0.0), (2, 0.5), (3, 0.75), (4, 0.875), (5, 0.9375)])
  func `Up to five values give their range, with the level that it has`(count: Int, level: Double) throws {
    let interval = try interval(count, 0.95)
    #expect(interval.low == 1 && interval.high == Double(count))
    #expect(abs(interval.level - level) < 1e-12)
  }

  /// Conover's table of quantile tests, and R: 1 - 2 * pbinom(k - 1, n, .5).
  @Test(
    "Ranks and levels are those of published tables",
    arguments: [
      (6, 0.95, 1, 0.96875), (8, 0.95, 1, 0.9921875), (9, 0.95, 2, 0.9609375), (10, 0.95, 2, 0.978515625),
      (20, 0.95, 6, 0.958610534667969), (20, 0.99, 4, 0.997423171997070), (40, 0.99, 12, 0.993573423903),
      (100, 0.95, 40, 0.964799799782),
    ])
  func knownIntervals(count: Int, asked: Double, rank: Int, level: Double) throws {
    let interval = try interval(count, asked)
    #expect(interval.low == Double(rank))
    #expect(interval.high == Double(count + 1 - rank))
    #expect(abs(interval.level - level) < 1e-9)
    #expect(interval.level >= asked)
  }

  @Test func `Ten thousand values do not underflow`() throws {
    let interval = try interval(10_000, 0.95)
    #expect(interval.low == 4_902 || interval.low == 4_901)
    #expect(interval.level > 0.95 && interval.level < 0.953)
  }
}

@Suite("The random generator")
struct SplitMix64Tests {
  /// The published sequence of seed 1234567.
  @Test func `The sequence is the published one`() {
    var random = SplitMix64(seed: 1_234_567)
    let expected: [UInt64] = [
      6_457_827_717_110_365_317, 3_203_168_211_198_807_973, 9_817_491_932_198_370_423,
      4_593_380_528_125_082_431, 16_408_922_859_458_223_821,
    ]
    #expect(expected.indices.map { _ in random.next() } == expected)
  }

  @Test("A permutation has each index once", arguments: [0, 1, 2, 17])
  func permutationsHaveEachIndexOnce(count: Int) {
    var random = SplitMix64(seed: 3)
    #expect(random.permutation(of: count).sorted() == Array(0..<count))
  }

  @Test func `Each order of three comes up about as often`() {
    var random = SplitMix64(seed: 9)
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 { counts[random.permutation(of: 3), default: 0] += 1 }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { abs($0 - 1_000) < 150 })
  }
}
