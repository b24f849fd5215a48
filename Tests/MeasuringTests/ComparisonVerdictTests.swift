import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// Comparisons of pairs that are drawn, in which all changes are known.
@Suite("The verdicts of a comparison")
struct ComparisonVerdictTests {
  private func drawn(
    _ effects: [Double], seed: UInt64, deviation: Double, commonDeviation: Double = 0,
    secondsAPair: Double = 0, threads: (Int) -> Int = { _ in 1 }
  ) throws -> (outcome: Comparison, source: DrawnPairs) {
    let cells = effects.indices.map { index in
      Cell(
        id: makeCell(
          index < effects.count / 2 ? "a" : "b", workload: "w(\(index / 2))", params: "\(index)",
          threads: threads(index)))
    }
    let source = DrawnPairs(
      seed: seed, effects: effects, deviation: deviation, commonDeviation: commonDeviation,
      secondsAPair: secondsAPair)
    var plan = ComparisonPlan(cells: cells, seed: seed, time: .seconds(3_600))
    if secondsAPair == 0 { plan.mostPairs = plan.leastPairs }
    return (try source.compare(plan), source)
  }

  private func isNamed(_ row: MetricComparison) -> Bool { row.verdict == .slower || row.verdict == .faster }

  /// The chance of a name in one comparison is 0.5% at most, and 0.2% of a change over all cells or of a group. Of 400 the 99.9%
  /// points are 8 and 4.
  @Test func `In suites of identical code hardly a cell, a group or the whole is called changed`() throws {
    let count = SlowTests.areOn ? 400 : 60
    var (named, whole, groups) = (0, 0, 0)
    for seed in 1...UInt64(count) {
      let outcome = try drawn(
        Array(repeating: 0, count: 12), seed: seed, deviation: 0.012, commonDeviation: 0.004
      ).outcome
      if outcome.rows.contains(where: isNamed) { named += 1 }
      if outcome.shared[0].verdict.isChange { whole += 1 }
      if outcome.shared.dropFirst().contains(where: \.verdict.isChange) { groups += 1 }
      #expect(outcome.ending == .complete && outcome.rows.allSatisfy { $0.excludedRatio != nil })
    }
    let limits = SlowTests.areOn ? (8, 4, 4) : (3, 2, 2)
    #expect(named <= limits.0 && whole <= limits.1 && groups <= limits.2, "\(named) \(whole) \(groups)")
  }

  /// Four of five, with the fewest pairs that a name takes; a real comparison has more. Others are named in 1 of 200.
  @Test("A cell that is 2% slower is named, in suites of one cell and of thirty, and hardly another one")
  func oneSlowerCell() throws {
    let count = SlowTests.areOn ? 100 : 15
    for cells in [1, 30] {
      var (found, others) = (0, 0)
      for seed in 1...UInt64(count) {
        var effects = Array(repeating: 0.0, count: cells)
        effects[0] = log(1.02)
        let rows = try drawn(effects, seed: seed, deviation: 0.012).outcome.rows
        if rows[0].verdict == .slower { found += 1 }
        if rows.dropFirst().contains(where: isNamed) { others += 1 }
      }
      #expect(found * 10 >= count * 8, "\(found) of \(count) with \(cells) cells")
      #expect(others <= (SlowTests.areOn ? 4 : 2), "\(others) of \(count)")
    }
  }

  @Test(
    "Half a percent in all cells is seen in the whole, where no single cell shows it",
    arguments: [0.995, 1.005])
  func allSlower(factor: Double) throws {
    let count = SlowTests.areOn ? 100 : 15
    var found = 0
    for seed in 1...UInt64(count) {
      let whole = try drawn(
        Array(repeating: log(factor), count: 30), seed: seed, deviation: 0.012, commonDeviation: 0.002
      ).outcome.shared[0]
      if whole.verdict == (factor > 1 ? .slower : .faster) { found += 1 }
      #expect(whole.cellCount == 30 && whole.subject == nil && whole.level >= 0.998)
      #expect(whole.change.low <= whole.change.ratio && whole.change.ratio <= whole.change.high)
    }
    #expect(found * 10 >= count * 9, "\(found) of \(count)")
  }

  @Test func `A subject whose cells are all slower is named as a group, and the other one is not`() throws {
    let effects = (0..<20).map { $0 < 10 ? log(1.01) : 0 }
    let shared = try drawn(effects, seed: 3, deviation: 0.01).outcome.shared
    #expect(shared.first { $0.subject == "a" }?.verdict == .slower)
    #expect(shared.first { $0.subject == "b" }?.verdict == .same)
    // Two cells are no group, and neither are all.
    #expect(shared.allSatisfy { $0.workload == nil } && shared.count == 3)
  }

  @Test(
    "Cells of several threads are not counted among all cells together, unless there are hardly others",
    arguments: [(3, 5, 3), (2, 5, 7), (0, 1, 0)])
  func severalThreads(single: Int, several: Int, together: Int) throws {
    let effects = Array(repeating: 0.0, count: single + several)
    let outcome = try drawn(effects, seed: 1, deviation: 0.01) { $0 < single ? 1 : 2 }.outcome
    #expect(outcome.shared.first?.cellCount ?? 0 == together)
  }

  @Test(
    "Where a program has one order of functions, a small change is not decided unless its work changed",
    arguments: [
      (1.04, 1, .unresolved), (0.96, 1, .unresolved), (1.04, nil, .unresolved), (1.04, 1.01, .slower),
      (1.06, 1, .slower), (3, 1, .slower), (0.9, 1, .faster),
    ] as [(Double, Double?, Verdict)])
  func onePlacement(ratio: Double, instructions: Double?, expected: Verdict) {
    let counts = instructions.map { [makeCount(.instructionCount, 1e6, 1e6 * $0)] } ?? []
    let shares = [makeShared(1 + (ratio - 1) / 5, ratio > 1 ? .slower : .faster)]
    var comparison = makeComparison(
      [makeRow(ratio: ratio, verdict: ratio > 1 ? .slower : .faster)] + counts, shared: shares)
    comparison.boundOnePlacement()
    #expect(comparison.rows[0].verdict == expected && comparison.shared[0].verdict == expected)
  }

  /// In each placement the candidate is faster or slower by 2%, as its functions happen to lie.
  @Test func `Where functions lie is scatter, and no change`() throws {
    let count = SlowTests.areOn ? 100 : 30
    var (named, whole) = (0, 0)
    for seed in 1...UInt64(count) {
      var generator = SplitMix64(seed: seed)
      let cells = (0..<8).map { Cell(id: makeCell(workload: "w(\($0))")) }
      let places = (0..<20).map { _ in cells.map { _ in 0.02 * generator.nextNormal() } }
      let source = DrawnPairs { cell, pair in places[pair % 20][cell] + 0.005 * generator.nextNormal() }
      var plan = ComparisonPlan(cells: cells, seed: seed, time: .seconds(3_600))
      (plan.placementCount, plan.mostPairs) = (20, 80)
      let outcome = try source.compare(plan)
      if outcome.rows.contains(where: isNamed) { named += 1 }
      if outcome.shared[0].verdict.isChange { whole += 1 }
    }
    #expect(named <= 2 + count / 50 && whole <= 2 + count / 50, "\(named) \(whole) of \(count)")
  }

  /// The second of two cells is slower in its mean alone, as `rare` says.
  private func comparedInMean(
    _ rare: ReferenceWritableKeyPath<DrawnPairs, (Int) -> Double>, ratio: Double,
    clock: ComparisonPlan.Clock = .auto
  ) throws -> [MetricComparison] {
    let cells = ["a", "b"].map { Cell(id: makeCell($0)) }
    var generator = SplitMix64(seed: 3)
    let source = DrawnPairs { _, _ in 0.004 * generator.nextNormal() }
    source[keyPath: rare] = { $0 == 1 ? log(ratio) : 0 }
    var plan = ComparisonPlan(cells: cells, time: .seconds(3_600))
    (plan.mostPairs, plan.clock) = (40, clock)
    return try source.compare(plan).rows
  }

  @Test func `What is slow once in a thousand jobs is seen in the mean`() throws {
    let rows = try comparedInMean(\.rare, ratio: 1.08)
    #expect(rows.map(\.verdict) == [.same, .slower])
    #expect(abs(rows[1].candidate.ratio - 1.08) < 0.01 && rows[1].note?.hasPrefix("By the mean") == true)
  }

  @Test func `A job that waits once in a thousand times is seen in the mean by the clock on the wall`() throws
  {
    let rows = try comparedInMean(\.rarelyWaiting, ratio: 1.05)
    #expect(rows.map(\.verdict) == [.same, .slower])
    #expect(rows.map(\.metric) == [.cpuNanoseconds, .wallNanoseconds])
    #expect(rows[1].note == "By the mean of the time on the wall: some of its jobs wait.")
    // Who asks for processor time gets it.
    let byProcessor = try comparedInMean(\.rarelyWaiting, ratio: 1.05, clock: .cpu)
    #expect(byProcessor.map(\.verdict) == [.same, .same])
  }

  @Test func `A change that one cell makes alone is none of all`() {
    func verdict(_ effects: [Double]) -> Verdict {
      var generator = SplitMix64(seed: 5)
      let values = effects.map { effect in (0..<40).map { _ in effect + 0.002 * generator.nextNormal() } }
      return SharedChange.changes(of: effects.indices.map { makeCell(params: "\($0)") }, values)[0].verdict
    }
    #expect(verdict([0.11] + Array(repeating: 0, count: 15)) == .same)
    #expect(verdict([-0.11] + Array(repeating: 0, count: 15)) == .same)
    #expect(verdict([0.02, 0.02] + Array(repeating: 0, count: 4)) == .slower)
    #expect(verdict([0.11] + Array(repeating: -0.02, count: 3)) == .same, "Others went the other way.")
  }

  @Test func `The second half measures what looks changed, in the end the most suspicious`() throws {
    var effects = Array(repeating: 0.0, count: 30)
    effects[7] = log(1.008)
    let (outcome, source) = try drawn(effects, seed: 5, deviation: 0.015, secondsAPair: 4)
    let pairs = outcome.rows.map(\.pairCount)
    let usual = try #require(pairs.min())
    let suspects = pairs.filter { $0 > usual }.sorted()
    #expect((5...10).contains(suspects.count), "\(pairs)")
    let lastFour = Array(suspects.suffix(4))
    #expect(lastFour[0] > 3 * suspects[0] && suspects.dropLast(4).allSatisfy { $0 <= suspects[0] + 1 })
    #expect(Set(source.measured.suffix(40)).count == 4)
    #expect(pairs[7] >= lastFour[0] && outcome.rows[7].verdict == .slower)
    #expect(outcome.elapsedNanoseconds <= 3_604_000_000_000)
  }

  @Test func `Cells that scatter count less in the whole`() throws {
    func whole(noisy: Double) throws -> SharedChange {
      var generator = SplitMix64(seed: 5)
      let values = (0..<6).map { cell in
        (0..<40).map { _ in log(1.004) + (cell < 2 ? noisy : 0.002) * generator.nextNormal() }
      }
      return SharedChange.changes(of: (0..<6).map { makeCell(params: "\($0)") }, values)[0]
    }
    let (quiet, noisy) = (try whole(noisy: 0.002), try whole(noisy: 0.2))
    #expect(quiet.verdict == .slower && noisy.verdict == .slower)
    #expect(noisy.change.high - noisy.change.low < 3 * (quiet.change.high - quiet.change.low))
    // Of cells that do not scatter at all, none counts more than another.
    let constant = SharedChange.changes(
      of: (0..<3).map { makeCell(params: "\($0)") },
      [0.0, 0.0, log(1.03)].map { Array(repeating: $0, count: 20) })
    #expect(abs(constant[0].change.ratio - exp(log(1.03) / 3)) < 1e-12)
  }

  @Test func `A change below the smallest effect that counts is no change, however certain`() throws {
    let row = try drawn([log(1.003)], seed: 1, deviation: 0.0001).outcome.rows[0]
    let excluded = try #require(row.excludedRatio)
    #expect(row.verdict == .same && row.candidate.low > 1.001 && (1.0025...1.006).contains(excluded))
  }
}
