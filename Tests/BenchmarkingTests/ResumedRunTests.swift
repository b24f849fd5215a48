import Testing

@testable import Benchmarking

/// Keeps samples, and interrupts the run after some.
private struct Collector: MeasuringObserver {
  var samples: [SampleRecord] = []
  var calibrated: [CalibrationResult] = []
  var dropped: [CellOutcome] = []
  var interruptAfter = Int.max
  var interruption = Interruption()

  mutating func cellCalibrated(_ cell: CellID, _ result: CalibrationResult) {
    calibrated.append(result)
  }
  mutating func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) {
    samples.append(sample)
    if samples.count >= interruptAfter { interruption.request() }
  }

  var units: [WorkUnit] {
    samples.filter { $0.phase == .measure }.map {
      WorkUnit(cell: $0.cell, round: $0.round, pass: $0.pass)
    }
  }
}

@Suite("A run that goes on")
struct ResumedRunTests {
  private let clock = ManualClock(stepNanoseconds: 1)

  private func description(_ subject: String, threads: Int = 1) -> CellID {
    CellID(
      subject: subject, workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: threads)
  }

  private func cell(
    _ subject: String, threads: Int = 1, job: UInt64 = 1_000_000, checksum: Double = 1
  ) -> Cell {
    Cell(id: description(subject, threads: threads)) { [clock] in
      SlowWorker(clock: clock, wall: job, cpu: job, checksum: checksum)
    }
  }

  private func run(_ plan: RunPlan, _ collector: inout Collector) throws -> RunOutcome {
    let counter = FakeAllocationCounter()
    let environment = RunEnvironment(
      clock: clock, counters: FakeCounters(), allocationCounter: counter,
      interruption: collector.interruption)
    return try MeasuringRun(plan: plan, identity: RunIdentity(runID: "run"), environment: environment)
      .run(observer: &collector)
  }

  /// Wherever a run is cut, what is done after is what was not done before.
  @Test func `Wherever a run is cut, its second part does exactly what the first did not`() throws {
    let cells = [cell("a"), cell("b"), cell("c")]
    var whole = Collector()
    _ = try run(RunPlan(cells: cells, rounds: 3), &whole)
    for cut in 1..<whole.samples.count {
      var first = Collector(interruptAfter: cut)
      _ = try run(RunPlan(cells: cells, rounds: 3), &first)
      let done = first.samples.count
      var second = Collector()
      let earlier = Dictionary(grouping: first.samples, by: \.cell).mapValues { samples in
        EarlierCell(
          iterations: samples[0].iterations, batchNanoseconds: 5e6, checksum: 1,
          sampleCount: samples.count { $0.phase == .measure && $0.pass == .time })
      }
      let plan = RunPlan(cells: cells, rounds: 3, completed: Set(first.units), earlier: earlier)
      let outcome = try run(plan, &second)
      let units = first.units + second.units
      #expect(units.count == Set(units).count && Set(units) == Set(whole.units), "cut after \(done)")
      #expect(outcome.cells.map(\.sampleCount) == [3, 3, 3] && outcome.ending == .complete)
      #expect(outcome.cells.allSatisfy { $0.status == .measured && $0.reason == nil && $0.iterations == 5 })
    }
  }

  @Test func `The size of the batches is kept from the first part, and the cell is warmed up again`() throws {
    var collector = Collector()
    let earlier = EarlierCell(iterations: 77, batchNanoseconds: 9e6, checksum: 1)
    _ = try run(
      RunPlan(cells: [cell("a")], rounds: 20, earlier: [description("a"): earlier]), &collector)
    #expect(collector.samples.allSatisfy { $0.iterations == ($0.pass == .latency ? 11 * 77 : 77) })
    #expect(collector.calibrated.map(\.batchNanoseconds) == [9e6])
    #expect(collector.samples.count { $0.phase == .warmup } == 3, "A new process is cold.")
  }

  @Test("A cell whose checksum differs from the earlier part's fails, and keeps the earlier samples")
  func anotherChecksumFailsTheCell() throws {
    var collector = Collector()
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 2, sampleCount: 4)
    let outcome = try run(
      RunPlan(cells: [cell("a"), cell("b")], rounds: 6, earlier: [description("a"): earlier]), &collector)
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(
      outcome.cells[0].reason == "A batch gave the checksum 1.0, those of the run's earlier part 2.0.")
    #expect(outcome.cells[0].sampleCount == 4)
    #expect(collector.samples.filter { $0.cell.subject == "a" }.map(\.status) == [.checksumChanged])
  }

  @Test func `A cell that failed in the earlier part stays failed, and is not measured`() throws {
    var collector = Collector()
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, failure: "It drifted.")
    let outcome = try run(
      RunPlan(cells: [cell("a")], rounds: 2, earlier: [description("a"): earlier]), &collector)
    #expect(outcome.cells.map(\.reason) == ["It drifted."] && outcome.cells[0].status == .failed)
    #expect(collector.samples.isEmpty && collector.dropped.count == 1)
  }

  @Test func `Results are compared with those on other threads from the earlier part`() throws {
    var collector = Collector()
    let plan = RunPlan(
      cells: [cell("a"), cell("a", threads: 2, checksum: 3)], rounds: 1,
      completed: [WorkUnit(cell: description("a"), round: 0)],
      earlier: [
        description("a"): EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, sampleCount: 1)
      ]
    )
    let outcome = try run(plan, &collector)
    #expect(outcome.cells.map(\.status) == [.measured, .failed])
    #expect(outcome.cells[1].reason == "Its checksum is 3.0, but 1.0 of a feed(10) × 1 thread.")
  }

  @Test func `A second part that is interrupted at once loses no sample of the first`() throws {
    var collector = Collector()
    collector.interruption.request()
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, sampleCount: 2)
    let outcome = try run(
      RunPlan(
        cells: [cell("a"), cell("b")], rounds: 4,
        completed: [0, 1].reduce(into: []) { $0.insert(WorkUnit(cell: description("a"), round: $1)) },
        earlier: [description("a"): earlier]), &collector)
    #expect(outcome.ending == .interrupted && collector.samples.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .leftOut])
    #expect(outcome.cells.map(\.sampleCount) == [2, 0])
  }
}
