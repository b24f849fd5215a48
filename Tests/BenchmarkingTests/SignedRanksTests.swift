import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("Signed ranks")
struct SignedRanksTests {
  private func pValue(_ values: [Double]) -> Double? { SignedRanks(values)?.pValue }

  @Test("P-values are those of all signs that the values could have", arguments: 1...10)
  func exact(count: Int) throws {
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

  @Test("An interval excludes 0 exactly where the p-value is small enough", arguments: [0.9, 0.98, 0.99])
  func duality(level: Double) throws {
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
