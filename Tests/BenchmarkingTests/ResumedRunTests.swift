import Testing

@testable import Benchmarking

@Suite("A run that goes on")
struct ResumedRunTests {
  private let simulated = SimulatedRun(allocationCounter: FakeAllocationCounter())

  private func id(_ subject: String) -> CellID { simulated.id(subject) }
  private func cell(_ subject: String) -> Cell { simulated.cell(subject) }

  /// Wherever a run is cut, what is done after is what was not done before.
  @Test func `Wherever a run is cut, its second part does exactly what the first did not`() throws {
    let cells = [cell("a"), cell("b"), cell("c")]
    let whole = try simulated.run(RunPlan(cells: cells, rounds: 3)).observer
    for cut in 1..<whole.samples.count {
      var cutRun = simulated
      cutRun.interruption = Interruption()
      let first = RecordingObserver()
      first.whenSampled = { [interruption = cutRun.interruption] in if $1 >= cut { interruption.request() } }
      _ = try cutRun.run(RunPlan(cells: cells, rounds: 3), first)
      let done = first.samples.count
      let earlier = Dictionary(grouping: first.samples, by: \.cell).mapValues { samples in
        EarlierCell(
          iterations: samples[0].iterations, batchNanoseconds: 5e6, checksum: 1,
          sampleCount: samples.count { $0.phase == .measure && $0.pass == .time })
      }
      let plan = RunPlan(cells: cells, rounds: 3, completed: Set(first.units), earlier: earlier)
      let (outcome, second) = try simulated.run(plan)
      let rest = Set(whole.units).subtracting(first.units)
      #expect(second.progress.last.map { $0.unitsPlanned == rest.count { $0.pass == .time } } ?? rest.isEmpty)
      let units = first.units + second.units
      #expect(units.count == Set(units).count && Set(units) == Set(whole.units), "cut after \(done)")
      #expect(outcome.cells.map(\.sampleCount) == [3, 3, 3] && outcome.ending == .complete)
      #expect(outcome.cells.allSatisfy { $0.status == .measured && $0.reason == nil && $0.iterations == 5 })
    }
  }

  @Test func `The size of the batches is kept from the first part, and the cell is warmed up again`() throws {
    let earlier = EarlierCell(iterations: 77, batchNanoseconds: 9e6, checksum: 1)
    let observer = try simulated.run(RunPlan(cells: [cell("a")], rounds: 20, earlier: [id("a"): earlier]))
      .observer
    #expect(observer.samples.allSatisfy { $0.iterations == ($0.pass == .latency ? 11 * 77 : 77) })
    #expect(observer.calibrated.values.map(\.batchNanoseconds) == [9e6])
    #expect(observer.samples.count { $0.phase == .warmup } == 3, "A new process is cold.")
  }

  @Test("A cell whose checksum differs from the earlier part's fails, and keeps the earlier samples")
  func anotherChecksumFailsTheCell() throws {
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 2, sampleCount: 4)
    let (outcome, observer) = try simulated.run(
      RunPlan(cells: [cell("a"), cell("b")], rounds: 6, earlier: [id("a"): earlier]))
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(
      outcome.cells[0].reason == "A batch gave the checksum 1.0, those of the run's earlier part 2.0.")
    #expect(outcome.cells[0].sampleCount == 4)
    #expect(observer.samples.filter { $0.cell.subject == "a" }.map(\.status) == [.checksumChanged])
  }

  @Test func `A cell that failed in the earlier part stays failed, and is not measured`() throws {
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, failure: "It drifted.")
    let (outcome, observer) = try simulated.run(
      RunPlan(cells: [cell("a")], rounds: 2, earlier: [id("a"): earlier]))
    #expect(outcome.cells.map(\.reason) == ["It drifted."] && outcome.cells[0].status == .failed)
    #expect(observer.samples.isEmpty && observer.dropped.count == 1)
  }

  @Test func `Results are compared with those on other threads from the earlier part`() throws {
    let plan = RunPlan(
      cells: [cell("a"), simulated.cell("a", threads: 2, checksum: 3)], rounds: 1,
      completed: [WorkUnit(cell: id("a"), round: 0)],
      earlier: [
        id("a"): EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, sampleCount: 1)
      ]
    )
    let outcome = try simulated.run(plan).outcome
    #expect(outcome.cells.map(\.status) == [.measured, .failed])
    #expect(outcome.cells[1].reason == "Its checksum is 3.0, but 1.0 of a feed(10) × 1 thread.")
  }

  @Test func `A second part that is interrupted at once loses no sample of the first`() throws {
    simulated.interruption.request()
    let earlier = EarlierCell(iterations: 5, batchNanoseconds: 5e6, checksum: 1, sampleCount: 2)
    let (outcome, observer) = try simulated.run(
      RunPlan(
        cells: [cell("a"), cell("b")], rounds: 4,
        completed: [0, 1].reduce(into: []) { $0.insert(WorkUnit(cell: id("a"), round: $1)) },
        earlier: [id("a"): earlier]))
    #expect(outcome.ending == .interrupted && observer.samples.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .leftOut])
    #expect(outcome.cells.map(\.sampleCount) == [2, 0])
  }
}
