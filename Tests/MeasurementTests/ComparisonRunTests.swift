import Foundation
import Testing

@testable import Measurement

@Suite("A comparison of two revisions")
struct ComparisonRunTests {
  /// Compares cells over simulated workers.
  private func compare(
    seed: UInt64 = 1, subjects: [String] = ["spec.cold"], budget: TimeSpan? = nil,
    observer: inout RecordingObserver,
    interruption: Interruption = Interruption(), _ prepare: (SimulatedWorkers) -> Void = { _ in }
  ) throws -> (outcome: ComparisonOutcome, workers: SimulatedWorkers) {
    let workers = SimulatedWorkers(seed: seed)
    prepare(workers)
    let cells = subjects.map { subject in
      ComparedCell(
        description: CellDescription(
          subject: subject, workload: "feed(1)", nodeCount: 10, depth: 3, seed: 1, threads: 1),
        work: WorkerCell(subject: subject, workload: "feed(1)", seed: 1, threads: 1))
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

  private func verdict(
    _ outcome: ComparisonOutcome, _ metric: ComparedMetric = .wallNanoseconds, cell: Int = 0
  ) -> MetricComparison? {
    let rows = outcome.rows.filter { $0.metric == metric }
    return cell < rows.count ? rows[cell] : nil
  }

  @Test("Identical code is not called different, in any of 300 comparisons")
  func falseAlarms() throws {
    var verdicts: [Verdict: Int] = [:]
    for seed in 1...300 as ClosedRange<UInt64> {
      var observer = RecordingObserver()
      let outcome = try compare(seed: seed, observer: &observer).outcome
      for row in outcome.rows { verdicts[row.verdict, default: 0] += 1 }
    }
    #expect(verdicts[.slower, default: 0] + verdicts[.faster, default: 0] == 0, "\(verdicts)")
    // A procedure that never says anything would pass as well.
    #expect(verdicts[.same, default: 0] > 550, "\(verdicts)")
  }

  @Test("Two percent are found, confirmed, and in the right direction", arguments: [1.02, 0.98])
  func findsTwoPercent(factor: Double) throws {
    for seed in 1...40 as ClosedRange<UInt64> {
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
    let outcome = try compare(observer: &observer) { $0.betweenProcesses = 0.05 }.outcome
    #expect(verdict(outcome)?.verdict == .unresolved)
    #expect(verdict(outcome)?.pairCount == 40)
  }

  @Test("A quiet cell is done at the first look")
  func stopsEarly() throws {
    var observer = RecordingObserver()
    let (outcome, workers) = try compare(observer: &observer) {
      $0.betweenProcesses = 0.0005
      $0.betweenBatches = 0.002
    }
    #expect(verdict(outcome)?.pairCount == 10)
    // Three processes to prepare, and three a pair.
    #expect(workers.launches.count == 33)
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

  @Test("Other frames are no comparison")
  func differentFrames() throws {
    var observer = RecordingObserver()
    let (outcome, workers) = try compare(observer: &observer) { $0.arms[.cand]?.checksum = 2 }
    #expect(outcome.rows.map(\.verdict) == [.different])
    #expect(outcome.rows[0].note?.contains("2.0 with the candidate") == true, "\(outcome.rows[0].note ?? "")")
    // Nothing was timed.
    #expect(workers.launches.count == 3)
    let other = try compare(observer: &observer) { $0.arms[.cand]?.nodeCount = 11 }.outcome
    #expect(other.rows.map(\.verdict) == [.different])
  }

  @Test("A worker that dies fails its cell, is named, and no other cell suffers")
  func deadWorker() throws {
    var observer = RecordingObserver()
    let (outcome, workers) = try compare(subjects: ["missing", "spec.cold"], observer: &observer)
    #expect(outcome.failures.map(\.cell.subject) == ["missing"])
    #expect(outcome.failures[0].reason?.contains("no subject \"missing\"") == true)
    #expect(Set(outcome.rows.map(\.cell.subject)) == ["spec.cold"])
    #expect(observer.dropped == outcome.failures)
    #expect(workers.live == 0)

    let (later, laterWorkers) = try compare(observer: &observer) { $0.arms[.cand]?.diesInLaunch = 4 }
    #expect(later.failures[0].reason == "The candidate: ended by signal 11")
    #expect(later.rows.isEmpty)
    #expect(laterWorkers.live == 0)
  }

  @Test("Arms take turns in every round, each time in an order of their own")
  func interleaving() throws {
    var observer = RecordingObserver()
    let (_, workers) = try compare(observer: &observer)
    let timed = observer.samples.filter { $0.pass == .time }
    var orders: Set<[ComparisonArm]> = []
    for start in stride(from: 0, to: timed.count, by: 3) {
      let round = timed[start..<start + 3]
      #expect(Set(round.map(\.arm)) == Set(ComparisonArm.allCases))
      #expect(Set(round.map(\.round)).count == 1 && Set(round.map(\.pair)).count == 1)
      orders.insert(round.map(\.arm))
    }
    #expect(orders.count == 6)
    #expect(Set(timed.map(\.iterations)).count == 1)
    #expect(observer.samples.map(\.sequence) == Array(observer.samples.indices))
    #expect(workers.paddings.allSatisfy { (0..<4_096).contains($0) })
    #expect(Set(workers.paddings).count > workers.paddings.count / 2)
    #expect(Set(timed.filter { $0.arm == .cand }.map(\.revision)) == ["bbb"])
    #expect(Set(timed.filter { $0.arm == .null }.map(\.revision)) == ["aaa"])
  }

  @Test("Equal seeds give equal plans, other seeds others")
  func seeds() {
    let cell = ComparedCell(
      description: CellDescription(subject: "a", workload: "b", nodeCount: 1, depth: 1, seed: 1, threads: 1),
      work: WorkerCell(subject: "a", workload: "b", seed: 1, threads: 1))
    let orders = { (seed: UInt64) in
      let plan = ComparisonPlan(cells: [cell], seed: seed)
      return (0..<20).map { plan.arms(cell: 0, pair: 3, round: $0) }
    }
    #expect(orders(7) == orders(7))
    #expect(orders(7) != orders(8))
  }

  @Test("An interruption ends it between two pairs, with what there is judged")
  func interrupted() throws {
    let interruption = Interruption()
    var observer = RecordingObserver()
    observer.whenSampled = { if $0 == 500 { interruption.request() } }
    let (outcome, workers) = try compare(observer: &observer, interruption: interruption)
    #expect(outcome.ending == .interrupted)
    #expect(observer.samples.count < 600)
    #expect(verdict(outcome)?.verdict == .unresolved)
    #expect(workers.live == 0)
  }

  @Test("The budget ends it")
  func budget() throws {
    var observer = RecordingObserver()
    let outcome = try compare(budget: .seconds(2), observer: &observer) { $0.betweenProcesses = 0.05 }.outcome
    #expect(outcome.ending == .budget)
    #expect((verdict(outcome)?.pairCount ?? 40) < 12)
  }

  @Test("Over many cells, one that is slower is found and the others are left alone")
  func manyCells() throws {
    var observer = RecordingObserver()
    let subjects = (0..<8).map { "subject \($0)" }
    let outcome = try compare(subjects: subjects, observer: &observer) { _ in }.outcome
    #expect(outcome.rows.filter { $0.verdict == .slower || $0.verdict == .faster }.isEmpty)
    let slower = try compare(subjects: subjects, observer: &observer) { $0.arms[.cand]?.factor = 1.02 }
      .outcome
    #expect(slower.rows.filter { $0.metric == .wallNanoseconds }.allSatisfy { $0.verdict == .slower })
  }
}
