import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// The events of a run, in their order: loads, samples and ends of processes.
private final class Events: Sendable {
  private let list = LockedValue<[String]>([])
  func add(_ event: String) { list.withLock { $0.append(event) } }
  var all: [String] { list.withLock { $0 } }
}

@Suite("The pass after the rounds", .serialized)
struct CellPassTests {
  private let counter = FakeAllocationCounter()
  private let simulated = SimulatedRun()
  private let events = Events()

  private func cell(_ subject: String, mode: DispatchMode = .serialQueues, wall: UInt64 = 1_000_000) -> Cell {
    Cell(id: simulated.id(subject, mode: mode)) { [clock = simulated.clock, counter, events] in
      events.add("load \(subject)")
      let life = Life { events.add("unload \(subject)") }
      return FakeWorker { _ in
        withExtendedLifetime(life) { clock.advance(wallNanoseconds: wall) }
        counter.allocate(bytes: 32)
      }
    }
  }

  private func run(
    _ plan: RunPlan, counts: Bool = true, interruptAt pass: MeasuringPass? = nil
  ) throws -> (RunOutcome, RecordingObserver) {
    let observer = RecordingObserver()
    observer.whenSampled = { [events, simulated] sample, _ in
      if sample.phase == .measure { events.add("\(sample.pass.rawValue) \(sample.cell.subject)") }
      if sample.pass == pass { simulated.interruption.request() }
    }
    return try simulated.run(plan, observer) { environment in
      if counts { environment.allocationCounter = counter }
      let served = environment
      environment.startWorker = { [events] isCounting throws(WorkerError) in
        events.add(isCounting ? "counting begins" : "timing begins")
        return try SimulatedRun.session(of: plan.cells, served) { events.add("end") }
      }
    }
  }

  @Test func `After all rounds each cell is loaded alone, and counted`() throws {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1)
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .complete)
    let end = events.all.firstIndex(of: "end") ?? 0
    let begun = events.all[..<end].filter { !$0.hasPrefix("time ") }
    #expect(begun == ["timing begins", "load a", "load b"])
    // Workers are destroyed with their process.
    #expect(
      events.all[end...].filter { !$0.hasPrefix("unload") } == [
        "end",
        "counting begins", "load a", "alloc a", "end",
        "counting begins", "load b", "alloc b", "end",
      ])
    #expect(recorder.of(.time).allSatisfy { $0.peakResidentBytes == nil && $0.allocBytes == nil })
    // That of a process with the cell alone.
    #expect(recorder.of(.alloc).map(\.peakResidentBytes) == [4_096, 4_096])
    #expect(recorder.samples.map(\.sequence) == Array(100..<100 + recorder.samples.count))
  }

  @Test func `Batches in which allocations are counted have no times`() throws {
    let (_, recorder) = try run(RunPlan(cells: [cell("a")], rounds: 2, allocationSamples: 3))
    let counted = recorder.of(.alloc)
    #expect(counted.map(\.round) == [0, 1, 2])
    for sample in counted {
      #expect(sample.iterations == 5 && sample.checksum == 1 && sample.status == .ok)
      #expect(sample.allocBytes == 5 * 32 && sample.allocCount == 5)
      #expect(sample.wallNanoseconds == nil && sample.cpuNanoseconds == nil)
      #expect(sample.queueWaitNanoseconds == nil && sample.busyNanoseconds == nil)
      #expect(sample.involuntaryContextSwitches == nil && sample.stealTicks == nil)
    }
  }

  @Test func `If nothing can be counted there are peaks, and nothing if no counts are wanted`() throws {
    var plan = RunPlan(cells: [cell("a")], rounds: 1)
    let counted = try run(plan, counts: false).1.of(.alloc)
    #expect(counted.map(\.peakResidentBytes) == [4_096] && counted.map(\.allocCount) == [nil])
    plan.allocationSamples = 0
    let (outcome, recorder) = try run(plan)
    #expect(recorder.of(.alloc).isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured])
    #expect(events.all.filter { $0 == "load a" }.count == 3, "Twice with the pass, once without.")
  }

  @Test func `The rounds leave time for counting; what has none is left out`() throws {
    let long = RunPlan(cells: [cell("a")], rounds: 1_000, budget: .milliseconds(1_000))
    let (whole, all) = try run(long)
    #expect(whole.ending == .budget && whole.cells[0].reason == nil)
    #expect(all.of(.alloc).count == 1)
    #expect((900_000_000...1_010_000_000).contains(whole.elapsedNanoseconds))
    var plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1, budget: .milliseconds(1))
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .budget, "All rounds were measured, and yet there is something left to do.")
    #expect(recorder.of(.time).count == 2 * 4 && recorder.of(.alloc).isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    #expect(Set(outcome.cells.map(\.reason)) == ["Memory was not measured: the budget was used up."])
    plan.budget = nil
    plan.completed = Set([simulated.id("a"), simulated.id("b")].map { RunPlan.Unit(cell: $0, round: 0) })
    let (rest, later) = try run(plan)
    #expect(rest.ending == .complete && rest.cells.allSatisfy { $0.reason == nil })
    #expect(later.of(.alloc).count == 2)
  }

  @Test func `An interruption ends the pass, and what was measured stays`() throws {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1)
    let (outcome, recorder) = try run(plan, interruptAt: .alloc)
    #expect(outcome.ending == .interrupted)
    #expect(recorder.of(.alloc).map(\.cell.subject) == ["a"])
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    #expect(events.all.last { !$0.hasPrefix("unload") } == "end")
  }

  @Test func `If results change when it is counted, the cell fails`() throws {
    let lives = RelaxedNumber()
    let cell = Cell(id: simulated.id("a")) { [clock = simulated.clock] in
      let isSecond = lives.add(1) > 1
      var runs = 0
      return FakeWorker(checksum: isSecond && runs > 2 ? 2 : 1) { _ in
        clock.advance(wallNanoseconds: 1_000_000)
        runs += 1
      }
    }
    let (outcome, recorder) = try run(RunPlan(cells: [cell], rounds: 20))
    #expect(recorder.of(.alloc).map(\.status) == [.checksumChanged])
    #expect(outcome.cells.map(\.status) == [.failed])
    #expect(recorder.dropped == outcome.cells)
  }
}

/// A worker process that ends in a batch of the subject `bad`, from the third on, or when it loads `worse`.
private final class FragileSession: WorkerSession {
  private let session: ProcessWorkerSession
  private var badSlots: Set<Int> = []
  private var batches = 0

  init(_ session: ProcessWorkerSession) { self.session = session }

  var identifier: Int { 7 }

  func load(_ cell: Cell, isChecked: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
    -> WorkerProtocol.LoadedCell
  {
    if cell.id.subject == "worse" { throw WorkerError("did not answer within 3.0 s", isLost: true) }
    if let slot, cell.id.subject == "bad" { badSlots.insert(slot.number) }
    return try session.load(cell, isChecked: isChecked, slot: slot)
  }

  func unload(_ slot: WorkerProtocol.Slot) throws(WorkerError) { try session.unload(slot) }

  func runBatch(_ iterations: Int, isCounted: Bool, slot: WorkerProtocol.Slot?) throws(WorkerError)
    -> WorkerProtocol.Batch
  {
    if let slot, badSlots.contains(slot.number) { batches += 1 }
    if batches > 2 { throw WorkerError("ended by signal 11", isLost: true) }
    return try session.runBatch(iterations, isCounted: isCounted, slot: slot)
  }

  func end() { session.end() }
}

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
    // A sample says which run it is of and what was measured, and no more.
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

  @Test func `Each round has an order of its own, which the seed decides, and keeps to it`() throws {
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

  @Test func `A cell with long jobs is warmed up once, and one with too long ones is left out`() throws {
    let cells = [cell("slow", job: 12_340_000_000), cell("quarter", job: 250_000_000)]
    let (outcome, observer) = try run(RunPlan(cells: cells, rounds: 1))
    #expect(outcome.cells.map(\.status) == [.leftOut, .measured])
    #expect(outcome.cells[0].reason == "One job takes 12.3 s, above the limit of 10s.")
    #expect(observer.dropped.map(\.cell.subject) == ["slow"])
    #expect(observer.samples.map(\.phase) == [.warmup, .measure])
    #expect(observer.samples.allSatisfy { $0.cell.subject == "quarter" && $0.iterations == 1 })
  }

  @Test func `An interrupted run keeps its samples; one that cannot be written ends it`() throws {
    struct DiskIsFull: Error {}
    let observer = RecordingObserver()
    observer.whenSampled = { if $1 >= 2 { throw DiskIsFull() } }
    #expect(throws: DiskIsFull.self) { try run(RunPlan(cells: [cell("a")]), observer) }
    #expect(observer.samples.count == 2)
    let other = RecordingObserver()
    other.whenSampled = { [simulated] in if $1 >= 9 { simulated.interruption.request() } }
    let outcome = try run(RunPlan(cells: [cell("a"), cell("b")], rounds: 50), other).outcome
    #expect(outcome.ending == .interrupted && other.samples.count == 9)
    #expect(outcome.cells.map(\.sampleCount).reduce(0, +) == 3)
  }

  @Test func `A cell that ends its process fails with the reason, and the others go on in another`() throws {
    let cells = ["a", "bad", "worse", "b"].map { cell($0) }
    let starts = LockedValue(0)
    let (outcome, observer) = try simulated.run(RunPlan(cells: cells, rounds: 4)) { environment in
      let served = environment
      environment.startWorker = { isCounting throws(WorkerError) in
        if !isCounting { starts.withLock { $0 += 1 } }
        return FragileSession(try SimulatedRun.session(of: cells, served))
      }
    }
    #expect(outcome.cells.map(\.status) == [.measured, .failed, .failed, .measured])
    #expect(outcome.cells[1].reason == "The worker process ended by signal 11.")
    #expect(outcome.cells[2].reason == "The worker process did not answer within 3.0 s.")
    #expect(observer.dropped.map(\.cell.subject) == ["bad", "worse"] && outcome.ending == .complete)
    #expect(outcome.cells.map(\.sampleCount) == [4, 0, 0, 4] && observer.of(.alloc).count == 2)
    #expect(starts.withLock { $0 } == 3)
  }

  @Test func `A cell that cannot be prepared, or whose results change, fails, and no other does`() throws {
    struct Broken: Error {}
    let broken = Cell(id: simulated.id("broken")) { throw Broken() }
    let drifting = Cell(id: simulated.id("drifting")) { [clock = simulated.clock] in
      // All jobs of a batch give one checksum, and all jobs of a later batch give another.
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
    // So do those with other results than in another dispatch mode or number of threads.
    let modes = zip(DispatchMode.allCases, [1.0, 1, 2]).map { simulated.cell("a", mode: $0, checksum: $1) }
    let (other, measured) = try run(
      RunPlan(cells: modes + [simulated.cell("a", threads: 2, checksum: 2)], rounds: 1))
    #expect(other.cells.map(\.status) == [.measured, .measured, .failed, .failed])
    #expect(Set(measured.measured("a").map(\.cell.pool)) == Set(DispatchMode.allCases))
    #expect(other.cells[3].reason == "Its checksum is 2.0, but 1.0 of a feed(10) × 1 thread.")
  }
}
