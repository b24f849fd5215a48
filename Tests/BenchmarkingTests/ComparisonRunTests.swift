import Foundation
import LayoutTestSupport
import Testing

@testable import Benchmarking

@Suite("A comparison of two revisions")
struct ComparisonRunTests {
  /// Compares cells over simulated workers.
  func compare(
    seed: UInt64 = 1, subjects: [String] = ["spec.cold"], budget: TimeSpan? = nil,
    splitsLayouts: Bool = false, layoutMayChange: Bool = false, observer: inout RecordingObserver,
    interruption: Interruption = Interruption(), _ prepare: (SimulatedWorkers) -> Void = { _ in }
  ) throws -> (outcome: ComparisonOutcome, workers: SimulatedWorkers) {
    let workers = SimulatedWorkers(seed: seed)
    prepare(workers)
    let cells = subjects.map { subject in
      Cell(
        description: CellDescription(
          subject: subject, workload: "feed(1)", nodeCount: 10, depth: 3, seed: 1, threads: 1),
        splitsLayouts: splitsLayouts, layoutMayChange: layoutMayChange)
    }
    let environment = RunEnvironment(
      clock: workers.clock, counters: NoProcessCounters(), interruption: interruption)
    let run = ComparisonRun(
      // As few rounds as there may be, each of 5 ms.
      plan: ComparisonPlan(
        cells: cells, seed: seed, rounds: 20...20, calibration: Calibration(), budget: budget),
      identity: ComparisonIdentity(runID: "test", baseRevision: "aaa", candidateRevision: "bbb"),
      launcher: workers,
      environment: environment)
    return (try run.run(observer: &observer), workers)
  }

  func verdict(
    _ outcome: ComparisonOutcome, _ metric: ComparedMetric = .wallNanoseconds, cell: Int = 0
  ) -> MetricComparison? {
    let rows = outcome.rows.filter { $0.metric == metric }
    return cell < rows.count ? rows[cell] : nil
  }

  @Test("Identical code is not called different, whatever single batches take")
  func falseAlarms() throws {
    var verdicts: [Verdict?: Int] = [:]
    let count = SlowTests.areOn ? 20 : 8
    for seed in 1...UInt64(count) {
      var observer = RecordingObserver()
      let outcome = try compare(seed: seed, observer: &observer).outcome
      for row in outcome.rows { verdicts[row.verdict, default: 0] += 1 }
    }
    #expect(verdicts[.slower, default: 0] + verdicts[.faster, default: 0] == 0, "\(verdicts)")
    // A procedure that never says anything would pass as well.
    #expect(verdicts[.same, default: 0] > 2 * count - count / 5, "\(verdicts)")
  }

  @Test("Two percent are found, confirmed, and in the right direction", arguments: [1.02, 0.98])
  func findsTwoPercent(factor: Double) throws {
    for seed in 1...(SlowTests.areOn ? 6 : 3) as ClosedRange<UInt64> {
      var observer = RecordingObserver()
      let outcome = try compare(seed: seed, observer: &observer) { $0.arms[.cand]?.factor = factor }.outcome
      let row = try #require(verdict(outcome))
      #expect(row.verdict == (factor > 1 ? .slower : .faster), "seed \(seed): \(row)")
      // The two values never say something else than the change.
      #expect(row.candidateValue == row.baseValue * row.candidate.ratio, "seed \(seed)")
      #expect(row.isConfirmed == true)
      #expect(row.candidate.low...row.candidate.high ~= factor || abs(row.candidate.ratio - factor) < 0.01)
    }
  }

  /// The verdicts on wall and CPU time of so many comparisons, each of pairs of its own.
  private func verdicts(
    of count: Int, candidateEffect: Double = 0, betweenProcesses: Double
  ) throws -> [Verdict?: Int] {
    var verdicts: [Verdict?: Int] = [:]
    let source = DrawnPairs(
      seed: 1, candidateEffect: candidateEffect, betweenProcesses: betweenProcesses)
    let cell = Cell(
      description: CellDescription(subject: "a", workload: "b", nodeCount: 1, depth: 1, seed: 1, threads: 1))
    for _ in 0..<count {
      var observer = RecordingObserver()
      let environment = RunEnvironment(clock: ManualClock(), counters: NoProcessCounters())
      let run = ComparisonRun(
        plan: ComparisonPlan(cells: [cell], seed: 1), source: source, environment: environment)
      for row in try run.run(observer: &observer).rows { verdicts[row.verdict, default: 0] += 1 }
    }
    return verdicts
  }

  /// Of the 300 at night, 6 would be called different if the first set of pairs decided alone with an error of 5% at each look, and
  /// 30 if it decided alone and no interval had to exclude 0; of the 20 by day, half of one and two.
  @Test("Identical code is not called different in any of 20 comparisons of drawn pairs; of 300 at night")
  func drawnFalseAlarms() throws {
    let count = SlowTests.areOn ? 300 : 20
    let verdicts = try verdicts(of: count, betweenProcesses: 0.005)
    #expect(verdicts[.slower, default: 0] + verdicts[.faster, default: 0] == 0, "\(verdicts)")
    #expect(verdicts[.same, default: 0] > 2 * count - count / 20, "\(verdicts)")
    #expect(verdicts.values.reduce(0, +) == 2 * count)
  }

  /// If one of 20 were missed, one of the 100 at night would be in 99 of 100 cases, of the 30 by day in 79.
  @Test(
    "Two percent are found in each of 30 comparisons of drawn pairs; of 100 at night",
    arguments: [1.02, 0.98])
  func drawnChanges(factor: Double) throws {
    let count = SlowTests.areOn ? 50 : 15
    let verdicts = try verdicts(of: count, candidateEffect: log(factor), betweenProcesses: 0.004)
    #expect(verdicts == [factor > 1 ? .slower : .faster: 2 * count])
  }

  @Test("A change below the smallest effect that counts is no change")
  func ignoresSmallChanges() throws {
    var observer = RecordingObserver()
    let outcome = try compare(observer: &observer) { $0.arms[.cand]?.factor = 1.002 }.outcome
    #expect(verdict(outcome)?.verdict == .same)
    #expect(verdict(outcome)?.isConfirmed == nil)
    let detectable = try #require(verdict(outcome)?.detectableRatio)
    #expect(detectable > 1.005 && detectable < 1.02)
  }

  @Test("Where a copy of the base differs from the base, nothing is claimed")
  func unfitMachine() throws {
    var observer = RecordingObserver()
    let outcome = try compare(observer: &observer) {
      $0.arms[.cand]?.factor = 1.05
      $0.arms[.null]?.factor = 1.05
    }.outcome
    #expect(verdict(outcome)?.verdict == .unfit)
    #expect(outcome.rows.allSatisfy { $0.verdict != .slower })
  }

  @Test("Noise leaves a cell unresolved, after all pairs and no more")
  func unresolved() throws {
    var observer = RecordingObserver()
    let outcome = try compare(seed: 2, observer: &observer) { $0.betweenProcesses = 0.05 }.outcome
    #expect(verdict(outcome)?.verdict == .unresolved)
    #expect(verdict(outcome)?.pairCount == 160)
  }

  @Test("A quiet cell is done at the first look")
  func stopsEarly() throws {
    var observer = RecordingObserver()
    let (outcome, workers) = try compare(observer: &observer) {
      $0.betweenProcesses = 0.0005
      $0.betweenBatches = 0.002
    }
    #expect(verdict(outcome)?.pairCount == 10)
    // Two processes to check it and three to count, and three a pair.
    #expect(workers.launches.count == 35)
    #expect(workers.live == 0)
  }

  @Test("One allocation more in a layout is found; none is none")
  func allocations() throws {
    var observer = RecordingObserver()
    let one = try compare(observer: &observer) { $0.arms[.cand]?.allocations = 1 }.outcome
    #expect(verdict(one, .allocCount)?.verdict == .slower)
    #expect(verdict(one, .allocCount)?.candidate.ratio == .infinity)
    #expect(verdict(one, .allocCount)?.candidateValue == 1)
    #expect(verdict(one, .allocBytes)?.candidateValue == 16)
    let none = try compare(observer: &observer).outcome
    #expect(verdict(none, .allocCount)?.verdict == .same)
    #expect(
      observer.samples.contains { $0.pass == .alloc && $0.wallNanoseconds == nil && $0.allocCount != nil })
    #expect(observer.samples.allSatisfy { $0.pass == .alloc || $0.allocCount == nil })
  }

  @Test("Counts that differ between the base and its copy say nothing")
  func countsThatDoNotRepeat() throws {
    var observer = RecordingObserver()
    let outcome = try compare(observer: &observer) {
      $0.arms[.null]?.allocations = 2
      $0.arms[.cand]?.allocations = 1
    }.outcome
    #expect(verdict(outcome, .allocCount)?.verdict == .unresolved)
  }

  @Test("What Dispatch allocates now and then for layouts that threads share is not counted")
  func occasionalAllocations() throws {
    for seed in 1...(SlowTests.areOn ? 20 : 6) as ClosedRange<UInt64> {
      var observer = RecordingObserver()
      let outcome = try compare(
        seed: seed, budget: .milliseconds(1), splitsLayouts: true, observer: &observer
      ) {
        $0.occasionalAllocations = 0.4
        $0.arms[.cand]?.allocations = 1
      }.outcome
      let row = try #require(verdict(outcome, .allocCount))
      #expect(row.verdict == .slower && row.baseValue == 0 && row.candidateValue == 1, "seed \(seed)")
    }
  }

  @Test("Other frames are no comparison")
  func differentFrames() throws {
    var observer = RecordingObserver()
    let (outcome, workers) = try compare(observer: &observer) { $0.arms[.cand]?.checksum = 2 }
    #expect(outcome.rows.map(\.verdict) == [.different])
    #expect(outcome.rows[0].note?.contains("2.0 with the candidate") == true, "\(outcome.rows[0].note ?? "")")
    // Nothing was timed.
    #expect(workers.launches.count == 5)
    let (other, otherWorkers) = try compare(observer: &observer) { $0.arms[.cand]?.nodeCount = 11 }
    #expect(other.rows.map(\.verdict) == [.different])
    #expect(otherWorkers.launches.count == 2)
  }

  @Test(
    "Where the layout may change, times of other frames and other elements are compared, and the change noted"
  )
  func changedLayout() throws {
    var observer = RecordingObserver()
    let (outcome, _) = try compare(layoutMayChange: true, observer: &observer) {
      $0.arms[.cand] = SimulatedWorkers.Arm(factor: 1.1, checksum: 2, nodeCount: 11)
    }
    #expect(verdict(outcome)?.verdict == .slower)
    #expect(outcome.layoutChanges.map(\.change) == ["10 elements with the base and 11 with the candidate"])
    let (frames, _) = try compare(layoutMayChange: true, observer: &observer) { $0.arms[.cand]?.checksum = 2 }
    #expect(verdict(frames)?.verdict == .same && frames.layoutChanges.map(\.change) == ["other frames"])
    let (equal, _) = try compare(layoutMayChange: true, observer: &observer)
    #expect(equal.layoutChanges.isEmpty)
    // The base's copy has to agree with the base, whatever may change.
    let (odd, _) = try compare(layoutMayChange: true, observer: &observer) { $0.arms[.null]?.checksum = 2 }
    #expect(odd.rows.map(\.verdict) == [.different])
  }

  @Test("An interruption ends it at once, without the pair under way, and the rest is judged")
  func interrupted() throws {
    let interruption = Interruption()
    var observer = RecordingObserver()
    observer.whenSampled = { if $0 == 500 { interruption.request() } }
    let (outcome, workers) = try compare(observer: &observer, interruption: interruption)
    #expect(outcome.ending == .interrupted)
    #expect(observer.samples.count == 500)
    #expect(outcome.failures.isEmpty && observer.dropped.isEmpty)
    let row = try #require(verdict(outcome))
    #expect(row.verdict == .unresolved)
    // What is counted comes first; then a pair has 22 samples of each arm.
    #expect(row.pairCount == (500 - 3) / 66)
    #expect(row.note == "The comparison was interrupted before it was decided.")
    #expect(outcome.waiting.map(\.stage) == [.decision])
    #expect(workers.live == 0)
  }

  @Test("Interrupted before its cells are prepared, it names them all")
  func interruptedAtOnce() throws {
    let interruption = Interruption()
    interruption.request()
    var observer = RecordingObserver()
    let outcome = try compare(
      subjects: ["a", "b"], observer: &observer, interruption: interruption
    ).outcome
    #expect(outcome.ending == .interrupted)
    #expect(outcome.waiting.map(\.cell.subject) == ["a", "b"])
    #expect(outcome.waiting.map(\.stage) == [.start, .start])
    #expect(outcome.rows.isEmpty && outcome.failures.isEmpty)
  }

  @Test("The budget ends it, and the cells that it leaves undecided are named")
  func budget() throws {
    var observer = RecordingObserver()
    let outcome = try compare(budget: .seconds(2), observer: &observer) { $0.betweenProcesses = 0.05 }.outcome
    #expect(outcome.ending == .budget)
    #expect((verdict(outcome)?.pairCount ?? 40) < 12)
    #expect(verdict(outcome)?.verdict == .unresolved)
    #expect(verdict(outcome)?.note == "The budget ended the comparison before it was decided.")
    #expect(outcome.waiting == [.init(cell: outcome.rows[0].cell, stage: .decision)])
    let enough = try compare(budget: .seconds(1_000), observer: &observer).outcome
    #expect(enough.ending == .complete && enough.waiting.isEmpty)
  }

  @Test("A slowdown that the budget leaves no time to confirm is told as such, from the pairs that there are")
  func budgetBeforeConfirmation() throws {
    for budget in [3_500, 3_700, 5_000] {
      var observer = RecordingObserver()
      let outcome = try compare(budget: .milliseconds(UInt64(budget)), observer: &observer) {
        ($0.betweenProcesses, $0.betweenBatches) = (0.0005, 0.002)
        $0.arms[.cand]?.factor = 1.05
      }.outcome
      #expect(outcome.ending == .budget)
      #expect(outcome.waiting.map(\.stage) == [.confirmation])
      for metric in ComparisonEntry.timed {
        let row = try #require(verdict(outcome, metric))
        #expect(row.verdict == .slowerUnconfirmed)
        #expect(row.isConfirmed == false)
        #expect(
          row.note
            == "A first set of pairs was slower. The budget ended the comparison before a second set could confirm it."
        )
        try expectFigures(of: row, fromPairs: 0..<10, error: 0.002, in: observer.samples)
      }
    }
  }

  @Test("A slowdown that a second set does not confirm is told as such, from the second set")
  func notConfirmed() throws {
    var observer = RecordingObserver()
    var workers: SimulatedWorkers?
    // The first set has ten pairs of 66 samples; what is counted comes before.
    observer.whenSampled = { if $0 == 3 + 660 { workers?.arms[.cand]?.factor = 1 } }
    let outcome = try compare(observer: &observer) {
      workers = $0
      ($0.betweenProcesses, $0.betweenBatches) = (0.0005, 0.002)
      $0.arms[.cand]?.factor = 1.05
    }.outcome
    #expect(outcome.ending == .complete && outcome.waiting.isEmpty)
    let row = try #require(verdict(outcome))
    #expect(row.verdict == .slowerUnconfirmed)
    #expect(row.note == "A first set of pairs was slower, and a second did not confirm it.")
    try expectFigures(of: row, fromPairs: 160..<320, error: 0.001, in: observer.samples)
  }

  /// All that a row says has to follow from these pairs.
  private func expectFigures(
    of row: MetricComparison, fromPairs pairs: Range<Int>, error: Double, in samples: [SampleRecord]
  ) throws {
    let effects = PairEffects(of: samples, metric: row.metric, pairs: pairs, rounds: 20)
    let judgement = try #require(PairedJudgement(effects, error: error, minimumEffect: 0.005))
    #expect(row.pairCount == pairs.count)
    #expect(row.baseValue == effects.baseValue)
    #expect(row.level == judgement.candidate.level)
    #expect(row.candidate == .init(logarithm: judgement.candidateMedian, judgement.candidate))
    #expect(row.null == .init(logarithm: judgement.nullMedian, judgement.null))
    #expect(
      row.detectableRatio
        == DetectableChange.ratio(of: effects.candidate, error: error, minimumEffect: 0.005))
  }

  @Test("A metric that is decided takes no more pairs when the cell's other one does")
  func decidedEarlier() throws {
    var observer = RecordingObserver()
    let outcome = try compare(observer: &observer) {
      ($0.betweenProcesses, $0.betweenBatches, $0.betweenProcessesInCPU) = (0.0005, 0.002, 0.05)
    }.outcome
    let (wall, cpu) = (
      try #require(verdict(outcome)), try #require(verdict(outcome, .cpuNanoseconds))
    )
    #expect(wall.verdict == .same && cpu.verdict == .unresolved)
    try expectFigures(of: wall, fromPairs: 0..<10, error: 0.002, in: observer.samples)
    try expectFigures(of: cpu, fromPairs: 0..<160, error: 0.0015, in: observer.samples)
  }

  @Test("What is confirmed is not looked at again when the cell's other metric needs more pairs")
  func confirmedEarlier() throws {
    var observer = RecordingObserver()
    let outcome = try compare(observer: &observer) {
      ($0.betweenProcesses, $0.betweenBatches, $0.betweenProcessesInCPU) = (0.0005, 0.002, 0.03)
      $0.arms[.cand]?.factor = 1.05
    }.outcome
    let (wall, cpu) = (
      try #require(verdict(outcome)), try #require(verdict(outcome, .cpuNanoseconds))
    )
    #expect(wall.verdict == .slower && wall.isConfirmed == true)
    // Else the test shows nothing.
    try #require(cpu.pairCount > 10 && cpu.verdict == .slower)
    try expectFigures(of: wall, fromPairs: 160..<170, error: 0.004, in: observer.samples)
  }

  @Test("A few cells that take long to prepare are measured after the others")
  func costlyCells() {
    #expect(ComparisonRun.inOrderOfCost([10, 51, 9, 11, 50]) == [[0, 1, 2, 3, 4]])
    #expect(ComparisonRun.inOrderOfCost([10, 51, 9, 60, 10]) == [[0, 2, 4], [1, 3]])
    #expect(ComparisonRun.inOrderOfCost([7]) == [[0]])
    #expect(ComparisonRun.inOrderOfCost([0, 0]) == [[0, 1]])
    #expect(ComparisonRun.inOrderOfCost([]).isEmpty)
  }

  @Test("The more cells, the shorter a pair measures each, down to a fortieth and to three batches")
  func roundsOfManyCells() {
    func rounds(cells: Int, batchNanoseconds: Double) -> Int {
      let cell = Cell(
        description: CellDescription(
          subject: "spec.cold", workload: "feed(1)", nodeCount: 10, depth: 3, seed: 1, threads: 1))
      return ComparisonPlan(cells: Array(repeating: cell, count: cells)).rounds(
        batchNanoseconds: batchNanoseconds)
    }
    #expect([1, 2, 40, 1_000].map { rounds(cells: $0, batchNanoseconds: 250_000) } == [200, 100, 5, 5])
    #expect([1, 40].map { rounds(cells: $0, batchNanoseconds: 5e6) } == [10, 3])
    #expect([1, 40].map { rounds(cells: $0, batchNanoseconds: 1) } == [200, 200])
    #expect(rounds(cells: 0, batchNanoseconds: .infinity) == 3)
  }

  @Test("Over several cells none is called different where none is, and each is found where all are slower")
  func manyCells() throws {
    var observer = RecordingObserver()
    let subjects = (0..<3).map { "subject \($0)" }
    let outcome = try compare(subjects: subjects, observer: &observer) { _ in }.outcome
    #expect(outcome.rows.filter { $0.verdict == .slower || $0.verdict == .faster }.isEmpty)
    let slower = try compare(subjects: subjects, observer: &observer) { $0.arms[.cand]?.factor = 1.02 }
      .outcome
    #expect(slower.rows.filter { $0.metric == .wallNanoseconds }.allSatisfy { $0.verdict == .slower })
  }
}
