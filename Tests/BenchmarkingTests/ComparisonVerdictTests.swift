import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

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

  /// The chance of a name in one comparison is 2% at most, and 1% of a change over all cells. Of 400 the 99.9% points are 19 and 13.
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
    let limits = SlowTests.areOn ? (19, 13, 19) : (6, 5, 6)
    #expect(named <= limits.0 && whole <= limits.1 && groups <= limits.2, "\(named) \(whole) \(groups)")
  }

  /// Four of five, with the fewest pairs that a name takes; a real comparison has more. Others are named in 2 of 100.
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
      #expect(others <= (SlowTests.areOn ? 8 : 3), "\(others) of \(count)")
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
      #expect(whole.cellCount == 30 && whole.subject == nil && whole.level >= 0.99)
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
    "A cell that is slower with the same instructions is a placement, one with more of them stays slower",
    arguments: [
      (1, .slower, .placement), (1.0004, .slower, .placement), (0.9994, .slower, .slower),
      (1.002, .slower, .slower), (nil, .slower, .slower), (1, .faster, .placement), (1, .same, .same),
    ] as [(Double?, Verdict, Verdict)])
  func placements(instructions: Double?, verdict: Verdict, expected: Verdict) {
    let counts = instructions.map { [makeCount(.instructionCount, 1e6, 1e6 * $0)] } ?? []
    let rows =
      [makeRow(ratio: 1.02, verdict: verdict), makeRow(makeCell("other"), verdict: .slower)] + counts
    let timed = rows.withPlacements.filter { $0.metric.kind == .timed }
    #expect(timed.map(\.verdict) == [expected, .slower])
  }

  @Test func `A group is a placement if its three foremost cells and all others counted do the same work`() {
    let cells = (0..<5).map { makeCell("spec.edit", workload: "wide(\($0))") }
    let times = cells.enumerated().map { makeRow($1, ratio: 1.001 * Double($0 + 1)) }
    func verdict(counts: [Int: Double], _ ratio: Double = 1.006) -> Verdict {
      let group = makeShared(ratio, ratio > 1 ? .slower : .faster, subject: "spec.edit", cells: 5)
      let rows = counts.map { makeCount(.instructionCount, 1e6, 1e6 * $1, cell: cells[$0]) }
      return [group].withPlacements(times + rows)[0].verdict
    }
    #expect(verdict(counts: [2: 1, 3: 1.0004, 4: 1]) == .placement)
    #expect(verdict(counts: [0: 1, 2: 1, 3: 1, 4: 1]) == .placement)
    #expect(verdict(counts: [0: 1.001, 2: 1, 3: 1, 4: 1]) == .slower)
    #expect(verdict(counts: [2: 1, 3: 1.002, 4: 1]) == .slower)
    #expect(verdict(counts: [3: 1, 4: 1]) == .slower)
    #expect(verdict(counts: [:]) == .slower)
    #expect(verdict(counts: [0: 1, 1: 1, 2: 1], 0.99) == .placement)
    #expect(verdict(counts: [2: 1, 3: 1, 4: 1], 0.99) == .faster)
    #expect([makeShared(1.006, .slower)].withPlacements([])[0].verdict == .slower)
    let equal = cells.map { makeRow($0) }
    #expect(makeShared(0.99, .faster).foremost(in: equal).count == 3)
    #expect(makeShared(0.99, .faster).foremost(in: times) == Array(cells[..<3]))
    #expect(makeShared(1.01, .slower).foremost(in: times) == [cells[4], cells[3], cells[2]])
  }

  @Test func `The second half measures what looks changed, in the end the most suspicious`() throws {
    var effects = Array(repeating: 0.0, count: 30)
    effects[7] = log(1.008)
    let (outcome, source) = try drawn(effects, seed: 2, deviation: 0.015, secondsAPair: 4)
    let pairs = outcome.rows.map(\.pairCount)
    let suspects = pairs.filter { $0 > pairs[0] }.sorted()
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
