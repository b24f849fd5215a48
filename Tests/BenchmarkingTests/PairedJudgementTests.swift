import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("What pairs show")
struct PairedJudgementTests {
  @Test("The sign test's p-values are the binomial's")
  func signTest() {
    #expect(SignTest.pValue([]) == 1)
    #expect(SignTest.pValue([0, 0]) == 1)
    #expect(SignTest.pValue([3]) == 1)
    #expect(abs(SignTest.pValue(Array(repeating: 1, count: 10)) - 2.0 / 1_024) < 1e-15)
    // One of ten below: 2 (1 + 10) / 1024.
    #expect(abs(SignTest.pValue([-1] + Array(repeating: 1, count: 9)) - 22.0 / 1_024) < 1e-15)
    // Ties with 0 say nothing.
    #expect(
      SignTest.pValue([0, 0] + Array(repeating: 1, count: 10))
        == SignTest.pValue(Array(repeating: -1, count: 10)))
    #expect(SignTest.pValue([1, -1, 1, -1]) == 1)
    #expect(SignTest.pValue([.infinity, .infinity]) == 0.5)
  }

  private func judge(_ candidate: [Double], null: [Double]? = nil) -> Verdict? {
    let effects = PairEffects(candidate: candidate, null: null ?? candidate.map { _ in 0 })
    return PairedJudgement(effects, error: 0.002, minimumEffect: 0.005)?.verdict
  }

  @Test("Constant values decide at once; too few never")
  func constants() {
    #expect(judge([]) == nil)
    #expect(judge([.nan]) == nil)
    #expect(judge([0.02]) == .unresolved)
    #expect(judge(Array(repeating: 0.02, count: 9)) == .unresolved)
    #expect(judge(Array(repeating: 0.02, count: 10)) == .slower)
    #expect(judge(Array(repeating: -0.02, count: 10)) == .faster)
    #expect(judge(Array(repeating: 0, count: 10)) == .same)
    #expect(judge(Array(repeating: 0.004, count: 10)) == .same)
    #expect(judge(Array(repeating: 0, count: 10), null: Array(repeating: 0.02, count: 10)) == .unfit)
  }

  @Test("One pair against the others keeps ten from deciding")
  func oneAgainst() {
    #expect(judge(Array(repeating: 0.02, count: 9) + [-0.001]) == .unresolved)
  }

  @Test("The detectable change is what the pairs' scatter allows")
  func detectable() throws {
    let still = DetectableChange.ratio(
      of: Array(repeating: 0.3, count: 10), error: 0.002, minimumEffect: 0.005)
    #expect(abs(try #require(still) - 1.005) < 1e-12)
    #expect(DetectableChange.ratio(of: [0, 0.1], error: 0.002, minimumEffect: 0.005) == nil)
    let workers = SimulatedWorkers(seed: 5)
    let narrow = (0..<40).map { _ in workers.normal() * 0.003 }
    let wide = narrow.map { $0 * 10 }
    let small = try #require(DetectableChange.ratio(of: narrow, error: 0.005, minimumEffect: 0.001))
    let large = try #require(DetectableChange.ratio(of: wide, error: 0.005, minimumEffect: 0.001))
    #expect(abs(log(large) / log(small) - 10) < 0.5)
  }

  @Test("What the detectable change promises is kept: 95 of 100 comparisons find it, about")
  func detectableIsFound() throws {
    let workers = SimulatedWorkers(seed: 6)
    var found = 0
    let count = SlowTests.areOn ? 30 : 10
    for _ in 0..<count {
      let pairs = (0..<40).map { _ in workers.normal() * 0.003 }
      let shift = log(try #require(DetectableChange.ratio(of: pairs, error: 0.005, minimumEffect: 0.001)))
      for _ in 0..<20 {
        let values = (0..<40).map { _ in workers.normal() * 0.003 + shift }
        let effects = PairEffects(candidate: values, null: values.map { _ in 0 })
        if PairedJudgement(effects, error: 0.005, minimumEffect: 0.001)?.verdict == .slower { found += 1 }
      }
    }
    #expect((18 * count...20 * count).contains(found), "\(found) of \(20 * count)")
  }

  @Test("A pair that lacks a round or an arm does not count")
  func partialPairs() {
    var samples: [SampleRecord] = []
    for pair in 0..<3 {
      for round in 0..<4 {
        for arm in ComparisonArm.allCases where !(pair == 1 && round == 2 && arm == .null) {
          samples.append(
            SampleRecord(
              runID: "x", sequence: 0, utc: "", arm: arm,
              cell: CellDescription(subject: "a", workload: "b", nodeCount: 1, depth: 1, seed: 1, threads: 1),
              pair: pair, pid: 1, round: round, order: 0, phase: .measure, iterations: 2,
              wallNanoseconds: arm == .cand ? 220 : 200, checksum: 1))
        }
      }
    }
    let effects = PairEffects(of: samples, metric: .wallNanoseconds, pairs: 0..<40, rounds: 4)
    #expect(effects.count == 2)
    #expect(effects.candidate.allSatisfy { abs($0 - log(1.1)) < 1e-12 })
    #expect(effects.null == [0, 0])
    #expect(effects.baseValue == 100)
    #expect(PairEffects(of: samples, metric: .cpuNanoseconds, pairs: 0..<40, rounds: 4).count == 0)
  }

  @Test("A count that does not repeat says by how much")
  func unrepeated() {
    func note(base: Double, null: Double) -> String? {
      MetricComparison(cell: makeCell(), metric: .allocCount, base: base, candidate: 3e6, null: null).note
    }
    #expect(
      note(base: 1e6, null: 1_001_021.76)
        == "The base's own copy has 0.1% more, so this count does not repeat.")
    #expect(note(base: 4, null: 3) == "The base's own copy has 25.0% less, so this count does not repeat.")
    #expect(note(base: 0, null: 3) == "The base's own copy has another count, so this count does not repeat.")
  }
}
