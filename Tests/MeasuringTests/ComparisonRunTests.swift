import Foundation
import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

@Suite("A comparison of two revisions")
struct ComparisonRunTests {
  func compare(
    seed: UInt64 = 1, subjects: [String] = ["spec.cold"], threads: Int = 1, time: TimeSpan? = nil,
    splitsLayouts: Bool = false, layoutMayChange: Bool = false,
    isInterrupted: Bool = false, clock: ComparisonPlan.Clock = .auto, placementCount: Int = 1,
    interruptAfter count: Int = .max, pinning: (any ProcessorPinning)? = nil,
    _ prepare: (SimulatedWorkers) -> Void = { _ in }
  ) throws -> (outcome: Comparison, workers: SimulatedWorkers, observer: RecordingObserver) {
    let observer = RecordingObserver()
    let interruption = Interruption()
    if isInterrupted { interruption.request() }
    observer.whenSampled = { if $1 == count { interruption.request() } }
    let workers = SimulatedWorkers(seed: seed)
    prepare(workers)
    let cells = subjects.map { subject in
      let id = makeCell(subject, workload: "feed(1)", nodeCount: 10, threads: threads)
      return Cell(
        id: id, splitsLayouts: splitsLayouts, layoutMayChange: layoutMayChange)
    }
    var environment = RunEnvironment(
      clock: workers.clock, counters: NoProcessCounters(), interruption: interruption)
    if let pinning { environment.pinning = pinning }
    // Rounds of 5 ms each.
    var plan = ComparisonPlan(cells: cells, seed: seed, time: time)
    (plan.rounds, plan.calibration) = (20...20, Calibration())
    (plan.clock, plan.placementCount) = (clock, placementCount)
    let sampler = PairSampler(
      plan: plan,
      identity: ComparisonIdentity(
        runID: "test", base: .init(revision: "aaa", name: "the base"),
        candidate: .init(revision: "bbb", name: "the candidate")),
      launcher: workers, environment: environment)
    let run = ComparisonRun(plan: plan, source: sampler, observer: observer, environment: environment)
    var outcome = makeComparison([])
    observer.cells = try run.measure(into: &outcome)
    return (outcome, workers, observer)
  }

  func timed(_ outcome: Comparison, _ metric: ComparedMetric = .cpuNanoseconds) -> MetricComparison? {
    outcome.rows.first { $0.metric == metric }
  }

  @Test func `A row's figures are those of signed ranks over the cell's pairs`() throws {
    let (outcome, _, observer) = try compare { $0.arms[.cand]?.factor = 1.02 }
    let row = try #require(timed(outcome))
    let pairs = Dictionary(grouping: observer.samples.filter { $0.pass == .time }) { $0.pair ?? -1 }
    let values = pairs.sorted { $0.key < $1.key }.compactMap {
      PairValue(of: $0.value, rounds: 20)
    }
    let ranks = try #require(SignedRanks(values.compactMap { $0[.cpuNanoseconds]?.median }))
    #expect(row.verdict == .slower && row.pairCount == values.count)
    #expect(row.baseValue == values.compactMap { $0[.cpuNanoseconds]?.base }.median)
    #expect(row.candidateValue == row.baseValue * row.candidate.ratio)
    #expect(row.candidate == .init(logarithm: ranks.estimate, ranks.interval(level: 0.99)))
    #expect(row.excludedRatio == exp(ranks.interval(level: 0.9).high))
    #expect(outcome.rows.map(\.metric) == [.cpuNanoseconds, .allocCount, .allocBytes, .pageFaultCount])
  }

  @Test func `A pair that lacks a round or a side does not count`() throws {
    func samples(without missing: ComparisonArm?) -> [SampleRecord] {
      (0..<4).flatMap { round in
        [ComparisonArm.base, .cand].filter { round != 2 || $0 != missing }.map { arm in
          changed(makeSample(sequence: round, iterations: 2, wall: arm == .cand ? 220 : 200)) {
            ($0.arm, $0.pair) = (arm, 0)
          }
        }
      }
    }
    let value = try #require(PairValue(of: samples(without: nil), rounds: 4))
    let time = try #require(value[.wallNanoseconds])
    #expect(abs(time.median - log(1.1)) < 1e-12 && abs(time.mean - log(1.1)) < 1e-12 && time.base == 100)
    #expect(value[.cpuNanoseconds] == nil && value.wallPerProcessorTime == 1)
    #expect(PairValue(of: samples(without: .base), rounds: 4) == nil)
    #expect(PairValue(of: [SampleRecord](), rounds: 0) == nil)
  }

  @Test func `Half of the time given is for all cells, the rest only if something looks changed`() throws {
    for seconds in [20, 60] as [UInt64] {
      let quiet = try compare(subjects: ["a", "b"], time: .seconds(seconds)) {
        ($0.betweenProcesses, $0.betweenBatches) = (0.0005, 0.002)
      }.outcome
      #expect(quiet.ending == .complete)
      let half = seconds * 500_000_000
      #expect((half..<2 * half + 1_000_000_000).contains(quiet.elapsedNanoseconds))
    }
  }

  @Test func `With too little time it says so, and what was measured is there all the same`() throws {
    let outcome = try compare(subjects: ["a", "b"], time: .seconds(2)).outcome
    #expect(outcome.ending == .budget)
    let pairs = try #require(timed(outcome)?.pairCount)
    #expect((1..<10).contains(pairs))
    #expect(timed(outcome)?.verdict == (pairs < 5 ? .unresolved : .same))
    let none = try compare(subjects: ["a", "b"], time: .milliseconds(1)).outcome
    #expect(none.ending == .budget)
    #expect(none.failures.map(\.status) == [.leftOut])
    #expect(none.failures[0].reason == "The comparison ended before it was begun.")
    // A cell is measured as soon as it is prepared.
    #expect(timed(none)?.pairCount == 1)
    let least = try compare(subjects: ["a", "b"], time: .milliseconds(0)).outcome
    #expect(timed(least)?.pairCount == 1 && least.failures.count == 1, "It never ends with nothing.")
  }

  @Test func `A change on which too few pairs agree is not decided, and never called the same`() throws {
    // Two cells need thirteen pairs, of which this time gives about half.
    for (factor, seconds) in [(16.0, 24), (1.5, 3), (0.5, 2), (1.02, 3)] as [(Double, UInt64)] {
      let outcome = try compare(seed: seconds, subjects: ["a", "b"], time: .seconds(seconds)) {
        $0.arms[.cand]?.factor = factor
      }.outcome
      let rows = outcome.rows.filter { $0.metric == .cpuNanoseconds }
      #expect(rows.allSatisfy { 5..<13 ~= $0.pairCount && $0.verdict == .unresolved }, "\(rows)")
      #expect(outcome.undecided.count == 2 && ComparisonExit(of: outcome) == .inconclusive)
    }
  }

  @Test func `An interruption ends it at once, without the pair under way, and the rest is judged`() throws {
    let (outcome, workers, observer) = try compare(time: .seconds(60), interruptAfter: 500)
    #expect(outcome.ending == .interrupted)
    #expect(observer.samples.count == 500)
    #expect(outcome.failures.isEmpty && observer.dropped.isEmpty)
    // The counted batches come first; then a pair has 22 samples of each arm.
    #expect(timed(outcome)?.pairCount == (500 - 3) / 44)
    #expect(workers.live == 0)
    // Before its cells are prepared, it names them all.
    let early = try compare(subjects: ["a", "b"], isInterrupted: true).outcome
    #expect(early.ending == .interrupted && early.failures.map(\.cell.subject) == ["a", "b"])
    #expect(early.rows.isEmpty && early.shared.isEmpty)
  }

  @Test func `What waits is judged by the clock on the wall, and what does not by processor time`() throws {
    func metric(threads: Int = 1, waiting: Double, clock: ComparisonPlan.Clock = .auto) throws
      -> ComparedMetric?
    {
      try compare(threads: threads, time: .seconds(6), clock: clock) {
        $0.arms[.cand]?.waiting = waiting
      }.outcome.rows.first { $0.metric.kind == .timed }?.metric
    }
    #expect(try metric(waiting: 0) == .cpuNanoseconds)
    #expect(try metric(waiting: 0, clock: .wall) == .wallNanoseconds)
    #expect(try metric(threads: 2, waiting: 0) == .cpuNanoseconds)
    #expect(try metric(threads: 2, waiting: 3) == .wallNanoseconds, "One thread works, or waits as well.")
    #expect(try metric(threads: 2, waiting: 0, clock: .cpu) == .cpuNanoseconds)
    let waits = try compare { $0.arms[.cand]?.waiting = 0.1 }.outcome
    #expect(timed(waits, .wallNanoseconds)?.verdict == .slower)
    // Code of one's own may do anything.
    let closure = try compare(subjects: ["closure"]).outcome
    #expect(timed(closure, .wallNanoseconds)?.verdict == .same)
  }

  @Test func `Pages that the system has to find are counted, but for a few that come and go`() throws {
    let same = try compare { $0.arms[.base]?.pageFaults = 0 }.outcome
    #expect(timed(same, .pageFaultCount)?.verdict == .same)
    let leak = try compare { $0.arms[.cand]?.pageFaults = 0.02 }.outcome
    let row = try #require(timed(leak, .pageFaultCount))
    #expect(row.verdict == .slower && row.candidateValue > 0.019)
    #expect(RegressionGate.standard.matches(in: makeComparison([row])).count == 1)
  }

  @Test(arguments: ComparisonArm.allCases)
  func `Pages that the system finds in one batch alone change nothing: sides that differ count again`(
    arm: ComparisonArm
  ) throws {
    let (outcome, _, observer) = try compare { $0.arms[arm]?.pageFaultsOfSecondBatch = 1_000 }
    #expect(timed(outcome, .pageFaultCount)?.verdict == .same)
    #expect(observer.samples.count { $0.pass == .alloc } == (arm == .null ? 3 : 6))
  }

  @Test func `Pairs take turns among placements, in which both sides lie alike`() throws {
    let (outcome, workers, _) = try compare(placementCount: 3)
    let pairs = try #require(timed(outcome)?.pairCount)
    // Two check, three count, then each pair has two.
    let expected = [0, 0, 0, 0, 0] + (0..<pairs).flatMap { [$0 % 3, $0 % 3] }
    #expect(workers.placements == expected)
  }

  @Test func `One allocation more is found; where the base's copy differs, counts say nothing`() throws {
    let (one, _, observer) = try compare { $0.arms[.cand]?.allocations = 1 }
    let row = try #require(timed(one, .allocCount))
    #expect(row.verdict == .slower && row.candidate.ratio == .infinity && row.candidateValue == 1)
    #expect(timed(one, .allocBytes)?.candidateValue == 16)
    #expect(timed(try compare().outcome, .allocCount)?.verdict == .same)
    #expect(
      observer.samples.contains { $0.pass == .alloc && $0.wallNanoseconds == nil && $0.allocCount != nil })
    #expect(observer.samples.allSatisfy { $0.pass == .alloc || $0.allocCount == nil })
    let outcome = try compare {
      $0.arms[.null]?.allocations = 2
      $0.arms[.cand]?.allocations = 1
    }.outcome
    #expect(timed(outcome, .allocCount)?.verdict == .unresolved)
    func counted(_ base: Double, _ candidate: Double, null: Double) -> MetricComparison {
      MetricComparison(cell: makeCell(), metric: .allocCount, base: base, candidate: candidate, null: null)
    }
    #expect(
      counted(1e6, 1_003_000, null: 1_001_021.76).note
        == "The base's own copy has 0.1% more, so this count does not repeat.")
    #expect(
      counted(4, 8, null: 3).note == "The base's own copy has 25.0% less, so this count does not repeat.")
    #expect(
      counted(0, 3, null: 3).note == "The base's own copy has another count, so this count does not repeat.")
    // A change that is several times as large as what equal programs differ by is one.
    #expect(counted(1e6, 1_267_000, null: 1_002_000).verdict == .slower)
    #expect(counted(1e6, 733_000, null: 1_002_000).verdict == .faster)
    #expect(counted(0, 13, null: 3).verdict == .slower)
  }

  @Test func `What Dispatch allocates now and then for layouts that threads share is not counted`() throws {
    for seed in 1...(SlowTests.areOn ? 20 : 6) as ClosedRange<UInt64> {
      let outcome = try compare(seed: seed, time: .milliseconds(1), splitsLayouts: true) {
        $0.occasionalAllocations = 0.4
        $0.arms[.cand]?.allocations = 1
      }.outcome
      let row = try #require(timed(outcome, .allocCount))
      #expect(row.verdict == .slower && row.baseValue == 0 && row.candidateValue == 1, "seed \(seed)")
    }
  }

  @Test func `Other frames are no comparison`() throws {
    let (outcome, workers, _) = try compare { $0.arms[.cand]?.checksum = 2 }
    #expect(outcome.rows.map(\.verdict) == [.different] && outcome.ending == .complete)
    #expect(outcome.rows[0].note?.contains("2.0 with the candidate") == true, "\(outcome.rows[0].note ?? "")")
    // Nothing was timed.
    #expect(workers.launches.count == 5)
    let (other, otherWorkers, _) = try compare { $0.arms[.cand]?.nodeCount = 11 }
    #expect(other.rows.map(\.verdict) == [.different])
    #expect(otherWorkers.launches.count == 2)
  }

  @Test func `Where the layout may change, times of other frames are compared, and it is noted`() throws {
    let (outcome, _, _) = try compare(layoutMayChange: true) {
      $0.arms[.cand] = SimulatedWorkers.Arm(factor: 1.1, checksum: 2, nodeCount: 11)
    }
    #expect(timed(outcome)?.verdict == .slower)
    #expect(outcome.layoutChanges == ["feed(1) has 10 elements with the base and 11 with the candidate"])
    let (frames, _, _) = try compare(layoutMayChange: true) { $0.arms[.cand]?.checksum = 2 }
    #expect(timed(frames)?.verdict == .same && frames.layoutChanges == ["feed(1) has other frames"])
    let (equal, _, _) = try compare(layoutMayChange: true)
    #expect(equal.layoutChanges == [])
    // The base's copy has to agree with the base, whatever may change.
    let (odd, _, _) = try compare(layoutMayChange: true) { $0.arms[.null]?.checksum = 2 }
    #expect(odd.rows.map(\.verdict) == [.different])
  }

  @Test func `The more cells, the longer the time, and the shorter a pair measures each`() {
    func rounds(cells: Int, threads: Int = 1, clock: ComparisonPlan.Clock = .auto, batchNanoseconds: Double)
      -> Int
    {
      let cell = Cell(id: makeCell(threads: threads))
      var plan = ComparisonPlan(cells: Array(repeating: cell, count: cells))
      plan.clock = clock
      return plan.rounds(of: cell, batchNanoseconds: batchNanoseconds)
    }
    #expect([1, 2, 12, 1_000].map { rounds(cells: $0, batchNanoseconds: 250_000) } == [200, 100, 17, 17])
    #expect([1e6, 3e6, 5e6, 20e6].map { rounds(cells: 40, batchNanoseconds: $0) } == [16, 16, 10, 3])
    #expect([1, 40].map { rounds(cells: $0, batchNanoseconds: 1) } == [200, 200])
    #expect(rounds(cells: 0, batchNanoseconds: .infinity) == 3)
    // Of several threads more pairs tell more than more rounds, but not by the clock on the wall.
    #expect(
      ComparisonPlan.Clock.allCases.map { rounds(cells: 1, threads: 2, clock: $0, batchNanoseconds: 250_000) }
        == [
          50, 200, 200,
        ])
    #expect(
      [1, 12, 30, 145].map { ComparisonPlan.usualTime(cells: $0) } == [8, 52, 120, 120].map { .seconds($0) })
    let plans = [1, 30, 145].map { ComparisonPlan(cells: Array(repeating: Cell(id: makeCell()), count: $0)) }
    #expect(plans.map(\.leastPairs) == [12, 17, 19], "They grow with the logarithm.")
  }
}
