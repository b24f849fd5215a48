import Testing

@testable import Benchmarking

@Suite("A run that measures")
struct MeasuringRunTests {
  private let simulated = SimulatedRun()

  private func cell(_ subject: String, job: UInt64 = 1_000_000) -> Cell { simulated.cell(subject, job: job) }

  /// The rounds alone.
  private func run(
    _ plan: RunPlan, _ observer: RecordingObserver = RecordingObserver()
  ) throws -> (outcome: RunOutcome, observer: RecordingObserver) {
    var plan = plan
    plan.allocationSamples = 0
    plan.latencySpan = nil
    return try simulated.run(plan, observer)
  }

  @Test func `Every cell is warmed up and measured once in every round`() throws {
    let (outcome, observer) = try run(RunPlan(cells: [cell("a"), cell("b"), cell("c")], rounds: 6))
    #expect(outcome.ending == .complete)
    #expect(observer.samples.count == 3 * (3 + 6))
    #expect(outcome.cells.map(\.status) == [.measured, .measured, .measured])
    #expect(outcome.cells.map(\.sampleCount) == [6, 6, 6])
    for subject in ["a", "b", "c"] {
      #expect(observer.measured(subject).map(\.round) == Array(0..<6))
      #expect(observer.samples.filter { $0.cell.subject == subject && $0.phase == .warmup }.count == 3)
    }
    #expect(observer.samples.map(\.sequence) == Array(100..<127))
    #expect(observer.progress.last?.unitsDone == 18)
    #expect(observer.progress.last?.unitsPlanned == 18)
    #expect(observer.progress.last?.remainingNanoseconds == 0)
  }

  @Test("A sample says which run and cell it is of and what was measured, and nothing that was not")
  func aSampleSaysWhatItIsOf() throws {
    let observer = try run(RunPlan(cells: [cell("a")], rounds: 1)).observer
    let sample = try #require(observer.measured("a").first)
    #expect(sample.runID == "run" && sample.shard == 2 && sample.revision == "abc")
    #expect(sample.utc == "1970-01-01T00:00:00.000Z")
    #expect(sample.iterations == observer.calibrated[sample.cell]?.iterations)
    #expect(sample.cpuNanoseconds == UInt64(sample.iterations) * 500_000)
    let wall = try #require(sample.wallNanoseconds)
    #expect(wall >= UInt64(sample.iterations) * 1_000_000 && wall < 5_100_000)
    #expect(sample.peakResidentBytes == nil, "The peak is that of all cells that are loaded.")
    #expect(sample.busyNanoseconds == wall - (sample.queueWaitNanoseconds ?? 0))
    #expect(sample.involuntaryContextSwitches == 3)
    #expect(sample.stealTicks == nil, "A counter that ran backwards was not measured.")
    #expect(sample.allocBytes == nil && sample.allocCount == nil)
    #expect(sample.checksum == 1 && sample.status == .ok)
  }

  @Test("Each round has an order of its own, which the seed decides, and cells are measured in it")
  func orderOfCells() throws {
    let plan = RunPlan(cells: (0..<8).map { cell("s\($0)") }, rounds: 5, seed: 5)
    let orders = (0..<10).map(plan.order(ofRound:))
    #expect(orders.allSatisfy { $0.sorted() == Array(0..<8) })
    #expect(Set(orders).count == 10)
    #expect(orders == (0..<10).map(plan.order(ofRound:)))
    #expect(RunPlan(cells: plan.cells, seed: 6).order(ofRound: 0) != orders[0])
    let observer = try run(plan).observer
    let visited = observer.samples.filter { $0.phase == .measure }
    #expect(visited.map(\.cell.subject) == orders[..<5].flatMap { $0.map { "s\($0)" } })
    #expect(visited.map(\.order) == (0..<5).flatMap { _ in 0..<8 })
  }

  @Test func `The budget ends the rounds, after the first of all cells`() throws {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1_000, budget: .milliseconds(1))
    let (outcome, observer) = try run(plan)
    #expect(outcome.ending == .budget)
    #expect(observer.measured("a").count == 1 && observer.measured("b").count == 1)
    let longer = try run(RunPlan(cells: [cell("a")], rounds: 1_000, budget: .milliseconds(200))).observer
    #expect((20..<40).contains(longer.measured("a").count))
  }

  @Test("A cell with jobs of a quarter of a second is warmed up once, and one with too long ones is left out")
  func longJobs() throws {
    let cells = [cell("slow", job: 12_340_000_000), cell("quarter", job: 250_000_000)]
    let (outcome, observer) = try run(RunPlan(cells: cells, rounds: 1))
    #expect(outcome.cells.map(\.status) == [.leftOut, .measured])
    #expect(outcome.cells[0].reason == "One job takes 12.3 s, above the limit of 10s.")
    #expect(observer.dropped.map(\.cell.subject) == ["slow"])
    #expect(observer.samples.map(\.phase) == [.warmup, .measure])
    #expect(observer.samples.allSatisfy { $0.cell.subject == "quarter" && $0.iterations == 1 })
  }

  @Test func `An interrupted run keeps the samples that it has`() throws {
    let observer = RecordingObserver()
    observer.whenSampled = { [simulated] in if $1 >= 9 { simulated.interruption.request() } }
    let outcome = try run(RunPlan(cells: [cell("a"), cell("b")], rounds: 50), observer).outcome
    #expect(outcome.ending == .interrupted)
    #expect(observer.samples.count == 9)
    #expect(outcome.cells.map(\.sampleCount).reduce(0, +) == 3)
  }

  @Test func `A sample that cannot be written ends the run with that error`() {
    struct DiskIsFull: Error {}
    let observer = RecordingObserver()
    observer.whenSampled = { if $1 >= 2 { throw DiskIsFull() } }
    #expect(throws: DiskIsFull.self) { try run(RunPlan(cells: [cell("a")]), observer) }
    #expect(observer.samples.count == 2)
  }

  @Test(
    "A cell that cannot be prepared, or whose results change from batch to batch, fails, and no other does")
  func failingCells() throws {
    struct Broken: Error {}
    let broken = Cell(id: simulated.id("broken")) { throw Broken() }
    let drifting = Cell(id: simulated.id("drifting")) { [clock = simulated.clock] in
      // All jobs of a batch give one checksum, and those of a later batch another one.
      var runs = 0
      return FakeWorker(checksum: runs > 8 ? 2 : 1) { _ in
        clock.advance(wallNanoseconds: 6_000_000)
        runs += 1
      }
    }
    let (outcome, observer) = try run(RunPlan(cells: [broken, drifting, cell("a")], rounds: 2))
    #expect(outcome.cells.map(\.status) == [.failed, .failed, .measured])
    #expect(observer.dropped.first?.reason?.contains("Broken") == true)
    let drifted = observer.samples.filter { $0.cell.subject == "drifting" }
    #expect(drifted.last?.status == .checksumChanged && drifted.count < 5)
  }

  @Test("A cell with other results than in another dispatch mode or on another number of threads fails")
  func disagreements() throws {
    let modes = zip(DispatchMode.allCases, [1.0, 1, 2]).map { simulated.cell("a", mode: $0, checksum: $1) }
    let (outcome, observer) = try run(
      RunPlan(cells: modes + [simulated.cell("a", threads: 2, checksum: 2)], rounds: 1))
    #expect(outcome.cells.map(\.status) == [.measured, .measured, .failed, .failed])
    #expect(Set(observer.measured("a").map(\.cell.pool)) == Set(DispatchMode.allCases))
    #expect(outcome.cells[3].reason == "Its checksum is 2.0, but 1.0 of a feed(10) × 1 thread.")
  }
}
