import Testing

@testable import Benchmarking

/// Writes down what it is told.
private struct Recorder: MeasuringObserver {
  var calibrated: [String: CalibrationResult] = [:]
  var dropped: [CellOutcome] = []
  var samples: [SampleRecord] = []
  var progress: [RunProgress] = []
  var failAfter = Int.max
  var interruptAfter = Int.max
  var interruption: Interruption?

  struct DiskIsFull: Error {}

  mutating func cellCalibrated(_ cell: CellID, _ result: CalibrationResult) {
    calibrated[cell.subject] = result
  }
  mutating func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) throws {
    samples.append(sample)
    self.progress.append(progress)
    if samples.count >= failAfter { throw DiskIsFull() }
    if samples.count >= interruptAfter { interruption?.request() }
  }

  func measured(_ subject: String) -> [SampleRecord] {
    samples.filter { $0.cell.subject == subject && $0.phase == .measure && $0.pass == .time }
  }
}

@Suite("A run that measures")
struct MeasuringRunTests {
  private let clock = ManualClock(stepNanoseconds: 1)
  private let counters = FakeCounters()
  private let interruption = Interruption()

  private func description(_ subject: String, threads: Int = 1) -> CellID {
    CellID(
      subject: subject, workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: threads)
  }

  private func cell(_ subject: String, job: UInt64 = 1_000_000) -> Cell {
    Cell(id: description(subject)) { [clock] in
      SlowWorker(clock: clock, wall: job, cpu: job / 2)
    }
  }

  /// The rounds alone.
  private func run(_ plan: RunPlan, _ recorder: inout Recorder) throws -> RunOutcome {
    var plan = plan
    plan.allocationSamples = 0
    plan.latencySpan = nil
    let identity = RunIdentity(runID: "run", shard: 2, revision: "abc", firstSequence: 100)
    let environment = RunEnvironment(
      clock: clock, counters: counters, interruption: interruption, now: { UTCTime(seconds: 0) })
    return try MeasuringRun(plan: plan, identity: identity, environment: environment)
      .run(observer: &recorder)
  }

  @Test func `Every cell is warmed up and measured once in every round`() throws {
    var recorder = Recorder()
    let outcome = try run(RunPlan(cells: [cell("a"), cell("b"), cell("c")], rounds: 6), &recorder)
    #expect(outcome.ending == .complete)
    #expect(recorder.samples.count == 3 * (3 + 6))
    #expect(outcome.cells.map(\.status) == [.measured, .measured, .measured])
    #expect(outcome.cells.map(\.sampleCount) == [6, 6, 6])
    for subject in ["a", "b", "c"] {
      #expect(recorder.measured(subject).map(\.round) == Array(0..<6))
      #expect(recorder.samples.filter { $0.cell.subject == subject && $0.phase == .warmup }.count == 3)
    }
    #expect(recorder.samples.map(\.sequence) == Array(100..<127))
    #expect(recorder.progress.last?.unitsDone == 18)
    #expect(recorder.progress.last?.unitsPlanned == 18)
    #expect(recorder.progress.last?.remainingNanoseconds == 0)
  }

  @Test("A sample says which run and cell it is of and what was measured, and nothing that was not")
  func aSampleSaysWhatItIsOf() throws {
    var recorder = Recorder()
    _ = try run(RunPlan(cells: [cell("a")], rounds: 1), &recorder)
    let sample = try #require(recorder.measured("a").first)
    #expect(sample.runID == "run" && sample.shard == 2 && sample.revision == "abc")
    #expect(sample.utc == "1970-01-01T00:00:00.000Z")
    #expect(sample.iterations == recorder.calibrated["a"]?.iterations)
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

  @Test func `Each round has an order of its own, which the seed decides`() {
    let plan = RunPlan(cells: (0..<8).map { cell("s\($0)") }, seed: 5)
    let orders = (0..<10).map(plan.order(ofRound:))
    #expect(orders.allSatisfy { $0.sorted() == Array(0..<8) })
    #expect(Set(orders).count == 10)
    #expect(orders == (0..<10).map(plan.order(ofRound:)))
    #expect(RunPlan(cells: plan.cells, seed: 6).order(ofRound: 0) != orders[0])
  }

  @Test func `Cells are measured in the order of the plan`() throws {
    var recorder = Recorder()
    let plan = RunPlan(cells: (0..<4).map { cell("s\($0)") }, rounds: 5, seed: 7)
    _ = try run(plan, &recorder)
    let visited = recorder.samples.filter { $0.phase == .measure }
    let expected = (0..<5).flatMap { plan.order(ofRound: $0).map { "s\($0)" } }
    #expect(visited.map(\.cell.subject) == expected)
    #expect(visited.map(\.order) == (0..<5).flatMap { _ in 0..<4 })
  }

  @Test func `The budget ends the rounds, after the first of all cells`() throws {
    var recorder = Recorder()
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1_000, budget: .milliseconds(1))
    let outcome = try run(plan, &recorder)
    #expect(outcome.ending == .budget)
    #expect(recorder.measured("a").count == 1 && recorder.measured("b").count == 1)
    var longer = Recorder()
    let more = RunPlan(cells: [cell("a")], rounds: 1_000, budget: .milliseconds(200))
    _ = try run(more, &longer)
    #expect((20..<40).contains(longer.measured("a").count))
  }

  @Test func `A cell with jobs of a quarter of a second is warmed up once`() throws {
    var recorder = Recorder()
    _ = try run(RunPlan(cells: [cell("a", job: 250_000_000)], rounds: 1), &recorder)
    #expect(recorder.samples.filter { $0.phase == .warmup }.count == 1)
    #expect(recorder.measured("a").first?.iterations == 1)
  }

  @Test func `Cells whose jobs take too long, or are expected to, are left out with the reason`() throws {
    var recorder = Recorder()
    let cells = [
      cell("slow", job: 12_340_000_000), cell("quick"),
    ]
    let outcome = try run(RunPlan(cells: cells, rounds: 1), &recorder)
    #expect(outcome.cells.map(\.status) == [.leftOut, .measured])
    #expect(outcome.cells[0].reason == "One job takes 12.3 s, above the limit of 10s.")
    #expect(recorder.dropped.map(\.cell.subject) == ["slow"])
    #expect(recorder.samples.allSatisfy { $0.cell.subject == "quick" })
  }

  @Test func `An interrupted run keeps the samples that it has`() throws {
    var recorder = Recorder(interruptAfter: 9, interruption: interruption)
    let outcome = try run(RunPlan(cells: [cell("a"), cell("b")], rounds: 50), &recorder)
    #expect(outcome.ending == .interrupted)
    #expect(recorder.samples.count == 9)
    #expect(outcome.cells.map(\.sampleCount).reduce(0, +) == 3)
  }

  @Test func `A run that is interrupted at once measures nothing and leaves its cells out`() throws {
    interruption.request()
    var recorder = Recorder()
    let outcome = try run(RunPlan(cells: [cell("a")]), &recorder)
    #expect(outcome.ending == .interrupted && recorder.samples.isEmpty)
    #expect(outcome.cells.map(\.status) == [.leftOut])
  }

  @Test func `Rounds that were done before are not done again`() throws {
    var recorder = Recorder()
    let done = [0, 2].map { WorkUnit(cell: description("a"), round: $0) }
    let all = (0..<4).map { WorkUnit(cell: description("b"), round: $0) }
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 4, completed: Set(done + all))
    let outcome = try run(plan, &recorder)
    #expect(recorder.measured("a").map(\.round) == [1, 3])
    #expect(recorder.samples.allSatisfy { $0.cell.subject == "a" })
    #expect(recorder.progress.map(\.unitsPlanned).last == 2)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
  }

  @Test func `A sample that cannot be written ends the run with that error`() {
    var recorder = Recorder(failAfter: 2)
    #expect(throws: Recorder.DiskIsFull.self) { try run(RunPlan(cells: [cell("a")]), &recorder) }
    #expect(recorder.samples.count == 2)
  }

  @Test func `A cell that cannot be prepared fails, and no other does`() throws {
    struct Broken: Error {}
    var recorder = Recorder()
    let broken = Cell(id: description("broken")) { throw Broken() }
    let outcome = try run(RunPlan(cells: [broken, cell("a")], rounds: 1), &recorder)
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(recorder.dropped.first?.reason?.contains("Broken") == true)
  }

  @Test func `A cell whose results change from batch to batch fails at once`() throws {
    var recorder = Recorder()
    let drifting = Cell(id: description("drifting")) { [clock] in
      DriftingWorker(clock: clock)
    }
    let outcome = try run(RunPlan(cells: [drifting, cell("a")], rounds: 2), &recorder)
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    let last = recorder.samples.last { $0.cell.subject == "drifting" }
    #expect(last?.status == .checksumChanged)
    #expect(recorder.samples.filter { $0.cell.subject == "drifting" }.count < 5)
  }

  @Test func `A cell with other results than in another dispatch mode fails`() throws {
    var recorder = Recorder()
    let cells = zip(DispatchMode.allCases, [1.0, 1, 2]).map { mode, checksum in
      var description = description("a")
      description.pool = mode
      return Cell(id: description) { [clock] in
        SlowWorker(clock: clock, wall: 1_000_000, cpu: 1, checksum: checksum)
      }
    }
    let outcome = try run(RunPlan(cells: cells, rounds: 1), &recorder)
    #expect(outcome.cells.map(\.status) == [.measured, .measured, .failed])
    #expect(
      Set(recorder.measured("a").map(\.cell.pool)) == Set(DispatchMode.allCases))
  }

  @Test func `A cell with other results than on another number of threads fails`() throws {
    var recorder = Recorder()
    let cells = [1, 2].map { threads in
      Cell(id: description("a", threads: threads)) { [clock] in
        SlowWorker(clock: clock, wall: 1_000_000, cpu: 1, checksum: Double(threads))
      }
    }
    let outcome = try run(RunPlan(cells: cells, rounds: 1), &recorder)
    #expect(outcome.cells.map(\.status) == [.measured, .failed])
    #expect(outcome.cells[1].reason == "Its checksum is 2.0, but 1.0 of a feed(10) × 1 thread.")
  }
}

/// Gives the same checksum within a batch, and another one in a later batch.
private struct DriftingWorker: Worker {
  let clock: ManualClock
  var runs = 0
  mutating func run(job index: Int) {
    clock.advance(wallNanoseconds: 6_000_000)
    runs += 1
  }

  func resultChecksum() -> Double { runs > 8 ? 2 : 1 }
}
