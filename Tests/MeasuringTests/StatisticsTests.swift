import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("Statistics of a sample")
struct SortedSampleTests {
  /// R: mad(c(1, 1, 2, 2, 4, 6, 9), constant = 1)
  @Test(
    arguments: [
      ([7], 7, 0), ([3, 1, 2], 2, 1), ([4, 1, 3, 2], 2.5, 1), ([1, 1, 2, 2, 4, 6, 9], 2, 1),
      ([1, 2, 3, 10], 2.5, 1), ([1, 2, 4, 10], 3, 1.5), (Array(repeating: 0.1, count: 9), 0.1, 0),
      // Infinities are values, and do not make NaN.
      ([.infinity, 1, .infinity], .infinity, 0),
    ] as [([Double], Double, Double)])
  func `A median and a deviation of the values`(values: [Double], median: Double, deviation: Double) throws {
    let sample = try #require(SortedSample(values))
    #expect(sample.median == median && sample.medianAbsoluteDeviation == deviation)
    if Set(values).count == 1 {
      #expect(sample.quantile(0) == median && sample.quantile(0.37) == median && sample.quantile(1) == median)
      #expect(sample.medianInterval().low == median && sample.medianInterval().high == median)
    }
  }

  /// R: quantile(c(1, 2, 4, 8, 16), c(.1, .25, .75, .9), type = 7)
  @Test func `Quantiles are those of type 7; an empty sample has none, and one with NaN neither`() throws {
    #expect(SortedSample([]) == nil && SortedSample([1, .nan, .nan]) == nil)
    let sample = try #require(SortedSample([16, 8, 4, 2, 1]))
    for (probability, value) in [(0.1, 1.4), (0.25, 2), (0.75, 8), (0.9, 12.8), (0, 1), (1, 16)] {
      #expect(abs(sample.quantile(probability) - value) < 1e-12)
    }
    #expect(SortedSample([.infinity, 1, .infinity])?.quantile(0.9) == .infinity)
  }

  @Test(arguments: [(0.9, 10), (0.99, 100), (0.999, 1_000), (0.25, 4), (0.5, 2)])
  func `A quantile is supported if a value or more is beyond it`(probability: Double, count: Int) throws {
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

  /// Conover's table of quantile tests, and R: 1 - 2 * pbinom(k - 1, n, .5). Up to five values give their range.
  @Test(arguments: [
    (1, 0.95, 1, 0.0), (2, 0.95, 1, 0.5), (3, 0.95, 1, 0.75), (4, 0.95, 1, 0.875), (5, 0.95, 1, 0.9375),
    (6, 0.95, 1, 0.96875), (8, 0.95, 1, 0.9921875), (9, 0.95, 2, 0.9609375), (10, 0.95, 2, 0.978515625),
    (20, 0.95, 6, 0.958610534667969), (20, 0.99, 4, 0.997423171997070), (40, 0.99, 12, 0.993573423903),
    (100, 0.95, 40, 0.964799799782), (10_000, 0.95, 4_902, 0.951167050104),
  ])
  func `Ranks and levels are those of tables`(count: Int, asked: Double, rank: Int, level: Double) throws {
    let interval = try interval(count, asked)
    #expect(interval.low == Double(rank))
    #expect(interval.high == Double(count + 1 - rank))
    #expect(abs(interval.level - level) < 1e-9)
    #expect(interval.level >= asked || count < 6)
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

  @Test func `A permutation has each index once, and each order of three comes up about as often`() {
    var random = SplitMix64(seed: 9)
    for count in [0, 1, 2, 17] { #expect(random.permutation(of: count).sorted() == Array(0..<count)) }
    var counts: [[Int]: Int] = [:]
    for _ in 0..<6_000 { counts[random.permutation(of: 3), default: 0] += 1 }
    #expect(counts.count == 6)
    #expect(counts.values.allSatisfy { abs($0 - 1_000) < 150 })
  }
}

@Suite("Signed ranks")
struct SignedRanksTests {
  private func pValue(_ values: [Double]) -> Double? { SignedRanks(values)?.pValue }

  @Test(arguments: 1...10)
  func `P-values are those of all signs that the values could have`(count: Int) throws {
    var random = SplitMix64(seed: UInt64(count))
    for round in 0..<4 {
      // Some values are equal, some are 0.
      let values = (0..<count).map { _ in
        round < 2 ? random.nextNormal() : Double(Int(random.next() % 7)) - 3
      }
      let sizes = values.filter { $0 != 0 }.map { abs($0) }.sorted()
      func rank(_ size: Double) -> Double {
        Double(sizes.firstIndex(of: size)! + sizes.lastIndex(of: size)!) / 2 + 1
      }
      func distance(_ signs: (Int) -> Bool) -> Double {
        let sum = sizes.indices.reduce(0) { signs($1) ? $0 + rank(sizes[$1]) : $0 }
        return abs(sum - Double(sizes.count * (sizes.count + 1)) / 4)
      }
      let positive = values.filter { $0 > 0 }.reduce(0) { $0 + rank(abs($1)) }
      let own = abs(positive - Double(sizes.count * (sizes.count + 1)) / 4)
      let asFar = (0..<1 << sizes.count).count { signs in distance { signs >> $0 & 1 == 1 } >= own - 1e-9 }
      let expected = Double(asFar) / Double(1 << sizes.count)
      #expect(abs(try #require(pValue(values)) - expected) < 1e-12, "\(values)")
    }
  }

  @Test func `Ten values of one sign have the smallest p-value of ten, and zeros say nothing`() {
    #expect(SignedRanks([Double]()) == nil && SignedRanks([1, .nan]) == nil)
    #expect(pValue([0, 0]) == 1 && pValue([3]) == 1 && pValue([1, -1]) == 1)
    #expect(pValue((1...10).map { Double($0) }) == 2.0 / 1_024)
    #expect(pValue([0, 0] + (1...10).map { -Double($0) }) == 2.0 / 1_024)
    #expect(pValue([.infinity, .infinity]) == 0.5)
  }

  /// Hollander and Wolfe's example 3.1, on the drug of nine patients: p = .039, -.46 (-.786 to -.010) at 96.1%.
  @Test func `A textbook's example has its p-value, estimate and interval`() throws {
    let before = [1.83, 0.50, 1.62, 2.48, 1.68, 1.88, 1.55, 3.06, 1.30]
    let after = [0.878, 0.647, 0.598, 2.05, 1.06, 1.29, 1.06, 3.14, 1.29]
    let ranks = try #require(SignedRanks(zip(after, before).map { $0 - $1 }))
    #expect(abs(ranks.pValue - 0.0390625) < 1e-12)
    #expect(abs(ranks.estimate - -0.46) < 1e-9)
    let interval = ranks.interval(level: 0.96)
    #expect(abs(interval.low - -0.786) < 1e-9 && abs(interval.high - -0.010) < 1e-9)
    #expect(abs(interval.level - 0.9609375) < 1e-12)
  }

  @Test(arguments: [0.9, 0.98, 0.99])
  func `An interval excludes 0 exactly where the p-value is small enough`(level: Double) throws {
    var random = SplitMix64(seed: 3)
    for count in 1...25 {
      let values = (0..<count).map { _ in random.nextNormal() + 0.6 }
      let ranks = try #require(SignedRanks(values))
      let interval = ranks.interval(level: level)
      #expect(interval.low <= ranks.estimate && ranks.estimate <= interval.high)
      guard interval.level >= level else {
        #expect(interval.low == values.min() && interval.high == values.max())
        continue
      }
      #expect(
        (interval.low > 0 || interval.high < 0) == (ranks.pValue <= 1 - level + 1e-12),
        "\(values) \(interval)")
    }
  }

  @Test func `Of intervals at 90%, about nine in ten cover the centre`() throws {
    var random = SplitMix64(seed: 8)
    let covered = try (0..<2_000).count { _ in
      let interval = try #require(SignedRanks((0..<12).map { _ in random.nextNormal() })).interval(level: 0.9)
      return interval.low <= 0 && 0 <= interval.high
    }
    #expect((1_780...1_880).contains(covered), "\(covered)")
  }
}

@Suite("Holm's correction")
struct HolmCorrectionTests {
  /// R: p.adjust(c(…), "holm")
  @Test(
    arguments: [
      ([0.01, 0.02, 0.03, 0.04, 0.05], [0.05, 0.08, 0.09, 0.09, 0.09]),
      ([0.01, 0.04, 0.03, 0.005], [0.03, 0.06, 0.06, 0.02]), ([0.5, 0.001, 0.9], [1, 0.003, 1]),
      ([0.03], [0.03]), ([], []), ([0, 1], [0, 1]), ([0.02, 0.02, 0.02], [0.06, 0.06, 0.06]),
      ([0.02, 0.01, 0.02, 0.01], [0.04, 0.04, 0.04, 0.04]),
    ] as [([Double], [Double])])
  func `Adjusted p-values are those of R, whatever their order`(pValues: [Double], expected: [Double]) {
    let adjusted = HolmCorrection.adjusted(pValues)
    #expect(adjusted.count == expected.count)
    #expect(zip(adjusted, expected).allSatisfy { abs($0 - $1) < 1e-12 }, "\(adjusted)")
  }
}

@Suite("Power laws")
struct PowerLawTests {
  @Test(arguments: [-1.0, 0, 1, 2, 2.5])
  func `Points on a power law give its exponent, and an interval of no width`(exponent: Double) throws {
    let points = [1.0, 3, 10, 30, 100].map { x in (x: x, y: 7 * pow(x, exponent)) }
    let law = try #require(PowerLaw(points))
    #expect(abs(law.exponent - exponent) < 1e-9)
    #expect(law.interval.upperBound - law.interval.lowerBound < 1e-6)
  }

  /// By hand: ln y against ln x with x = 1, e, e² and ln y = 0, 1, 3 has the slope 1.5, the residual sum of squares 1/6, and
  /// Student's t of one degree of freedom at 97.5% is 12.706.
  @Test func `The interval is Student's`() throws {
    let e = 2.718281828459045
    let law = try #require(PowerLaw([(1, 1), (e, e), (e * e, e * e * e)]))
    #expect(abs(law.exponent - 1.5) < 1e-9)
    let half = 12.706 * (1.0 / 6 / 1 / 2).squareRoot()
    #expect(abs(law.interval.upperBound - (1.5 + half)) < 1e-6)
  }

  @Test(
    arguments: [
      [], [(1, 1), (2, 2)], [(2, 1), (2, 2), (2, 3)], [(0, 1), (1, 2), (2, 3)], [(1, 1), (2, -2), (3, 3)],
      [(1, 1), (2, .nan), (3, 3)], [(1, 1), (.infinity, 2), (3, 3)],
    ] as [[(Double, Double)]])
  func `What has no slope has no law`(points: [(Double, Double)]) {
    #expect(PowerLaw(points.map { (x: $0.0, y: $0.1) }) == nil)
  }
}
