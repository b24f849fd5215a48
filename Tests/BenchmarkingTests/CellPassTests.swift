import LayoutTestSupport
import Synchronization
import Testing

@testable import Benchmarking

/// What happened, in order: samples, latencies, and what the counters were asked for.
private final class Events: Sendable {
  private let list = LockedValue<[String]>([])
  func add(_ event: String) { list.withLock { $0.append(event) } }
  var all: [String] { list.withLock { $0 } }
}

/// A worker process whose peak is 1 MB for each cell that it loaded and 1 byte for each job that it ran.
private final class PeakSession: WorkerSession {
  let takesMoreCells = false
  let identifier = 7
  private let events: Events
  private let failure: WorkerError?
  private var loadCount: UInt64 = 0

  init(_ events: Events, failure: WorkerError?) { (self.events, self.failure) = (events, failure) }

  func load(_ cell: Cell, isChecked: Bool) throws(WorkerError) -> LoadedWorker {
    loadCount += 1
    events.add("worker loads \(cell.id.subject)")
    return LoadedWorker(nodeCount: 10, depth: 3)
  }

  func run(iterations: Int, isCounted: Bool) throws(WorkerError) -> WorkerBatch {
    if let failure { throw failure }
    return WorkerBatch(
      wallNanoseconds: 1, checksumBits: 0, peakResidentBytes: loadCount * 1_000_000 + UInt64(iterations))
  }

  func end() { events.add("worker ends") }
}

@Suite("The passes after the rounds", .serialized)
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
    _ plan: RunPlan, counts: Bool = true, interruptAt pass: MeasuringPass? = nil,
    workerFailure: WorkerError? = nil,
    countInHardware: (@Sendable (Cell, Int) throws(WorkerError) -> HardwareCounters)? = nil
  ) throws -> (RunOutcome, RecordingObserver) {
    let observer = RecordingObserver()
    observer.whenLatenciesTaken = { [events] in events.add("latencies \($0.cell.subject)") }
    observer.whenSampled = { [events, simulated] sample, _ in
      if sample.phase == .measure { events.add("\(sample.pass.rawValue) \(sample.cell.subject)") }
      if sample.pass == pass { simulated.interruption.request() }
    }
    return try simulated.run(plan, observer) { environment in
      if counts {
        environment.allocationCounter = counter
        environment.startWorker = { [events] in PeakSession(events, failure: workerFailure) }
      }
      environment.countInHardware = countInHardware
    }
  }

  @Test func `After all rounds each cell is loaded alone, counted, and its latencies are measured`() throws {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1)
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .complete)
    let timed = events.all.firstIndex { $0.hasPrefix("unload") } ?? 0
    #expect(events.all[..<timed].filter { !$0.hasPrefix("time") } == ["load a", "load b"])
    #expect(
      Array(events.all[timed...]) == [
        "unload a", "unload b",
        "load a", "worker loads a", "worker ends", "alloc a", "latencies a", "latency a", "unload a",
        "load b", "worker loads b", "worker ends", "alloc b", "latencies b", "latency b", "unload b",
      ])
    #expect(recorder.of(.time).allSatisfy { $0.peakResidentBytes == nil && $0.allocBytes == nil })
    // That of a process with the cell alone, after one batch.
    #expect(recorder.of(.alloc).map(\.peakResidentBytes) == [1_000_005, 1_000_005])
    #expect(recorder.samples.map(\.sequence) == Array(100..<100 + recorder.samples.count))
  }

  @Test func `Counts are those of a batch, in figures of a tree; an event that is missing has none`() throws {
    let plan = RunPlan(cells: [cell("a")], rounds: 1)
    let (_, recorder) = try run(plan) { cell, iterations in
      #expect(cell.id.subject == "a" && iterations == 5)
      return HardwareCounters(
        few: ["instructions": 0, "cycles": 0, "cache-misses": 0],
        many: ["instructions": 300, "cycles": 200, "cache-misses": 0], jobs: 1)
    }
    #expect(recorder.of(.alloc).map(\.instructionCount) == [1_500])
    #expect(recorder.of(.time).allSatisfy { $0.instructionCount == nil })
    let medians = Dictionary(
      uniqueKeysWithValues: Summary(of: recorder.samples).rows.map { ($0.metric, $0.median) })
    #expect(medians[.instructionsPerTree] == 300 && medians[.cyclesPerTree] == 200)
    #expect(medians[.instructionsPerCycle] == 1.5 && medians[.cacheMissesPerTree] == 0)
    #expect(medians[.branchMissesPerTree] == nil)
  }

  @Test func `Without a worker or hardware counters there are no figures, and cells say why`() throws {
    let plan = RunPlan(cells: [cell("a")], rounds: 1)
    let (whole, without) = try run(plan)
    #expect(without.of(.alloc).map(\.cycleCount) == [nil] && whole.cells[0].reason == nil)
    #expect(!ResultTable(summary: Summary(of: without.samples)).text().contains("cycles"))
    let (uncounted, other) = try run(plan) { _, _ throws(WorkerError) in
      throw WorkerError("perf ended by signal 9")
    }
    #expect(other.of(.alloc).map(\.cycleCount) == [nil])
    #expect(uncounted.cells[0].reason == "Hardware counters were not read: perf ended by signal 9.")
    let (outcome, recorder) = try run(plan, workerFailure: WorkerError("ended by signal 9"))
    #expect(recorder.of(.alloc).map(\.peakResidentBytes) == [nil])
    #expect(recorder.of(.alloc).map(\.allocCount) == [5], "Allocations are counted all the same.")
    #expect(outcome.cells.map(\.status) == [.measured])
    #expect(
      outcome.cells[0].reason == "Its peak of memory was not measured: the worker process ended by signal 9.")
    #expect(events.all.last { $0.hasPrefix("worker") } == "worker ends")
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

  @Test(
    "Latencies are those of single jobs, of as many batches as there are rounds, for about 100 ms at most",
    arguments: DispatchMode.allCases, [(1, 5...5), (3, 15...15), (20, 90...100), (1_000, 90...100)])
  func latenciesAreThoseOfTheJobs(mode: DispatchMode, length: (rounds: Int, jobs: ClosedRange<UInt64>)) throws
  {
    let (_, long) = try run(RunPlan(cells: [cell("a", mode: mode, wall: 250_000_000)], rounds: 1))
    #expect(long.latencies.map(\.histogram.count) == [1], "Jobs of a quarter of a second have those of one.")
    let (_, recorder) = try run(RunPlan(cells: [cell("a", mode: mode)], rounds: length.rounds))
    let record = try #require(recorder.latencies.first)
    #expect(record.runID == "run" && record.shard == 2 && record.cell == simulated.id("a", mode: mode))
    // Jobs of 1 ms, each with a reading of the clock, which moves it by 1 ns.
    #expect(length.jobs.contains(record.histogram.count))
    let median = try #require(record.histogram.percentile(50))
    #expect((1_000_001...1_001_001).contains(median))
    let sample = try #require(recorder.of(.latency).first)
    #expect(sample.iterations == Int(record.histogram.count))
    #expect(sample.wallNanoseconds == nil && sample.status == .ok)
  }

  @Test func `If nothing can be counted and no latencies are wanted, no batch is run for them`() throws {
    var plan = RunPlan(cells: [cell("a")], rounds: 1)
    #expect(try run(plan, counts: false).1.of(.alloc).isEmpty)
    plan.latencySpan = nil
    let (outcome, recorder) = try run(plan, counts: false)
    #expect(recorder.latencies.isEmpty && recorder.of(.latency).isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured])
    #expect(events.all.filter { $0 == "load a" }.count == 3, "Twice with latencies, once without.")
  }

  @Test func `The rounds leave time for memory and latencies; what has none is left out`() throws {
    // Counting and latencies take about 120 ms.
    let long = RunPlan(cells: [cell("a")], rounds: 1_000, budget: .milliseconds(1_000))
    let (whole, all) = try run(long)
    #expect(whole.ending == .budget && whole.cells[0].reason == nil)
    #expect(all.of(.alloc).count == 1 && all.latencies.count == 1)
    #expect((800_000_000...1_010_000_000).contains(whole.elapsedNanoseconds))
    var plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1, budget: .milliseconds(1))
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .budget, "All rounds were measured, and yet there is something left to do.")
    #expect(recorder.of(.time).count == 2 * 4 && recorder.of(.alloc).isEmpty && recorder.latencies.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    #expect(
      Set(outcome.cells.map(\.reason)) == ["Memory and latencies were not measured: the budget was used up."])
    plan.budget = nil
    plan.completed = Set([simulated.id("a"), simulated.id("b")].map { WorkUnit(cell: $0, round: 0) })
    let (rest, later) = try run(plan)
    #expect(rest.ending == .complete && rest.cells.allSatisfy { $0.reason == nil })
    #expect(later.of(.alloc).count == 2 && later.latencies.count == 2)
  }

  @Test func `An interruption ends the passes, and what was measured stays`() throws {
    let plan = RunPlan(cells: [cell("a"), cell("b")], rounds: 1)
    let (outcome, recorder) = try run(plan, interruptAt: .alloc)
    #expect(outcome.ending == .interrupted)
    #expect(recorder.of(.alloc).map(\.cell.subject) == ["a"] && recorder.latencies.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    #expect(events.all.last == "unload a")
  }

  @Test func `If results change, the latencies are not kept and the cell fails`() throws {
    let lives = Atomic(0)
    let cell = Cell(id: simulated.id("a")) { [clock = simulated.clock] in
      let isSecond = lives.add(1, ordering: .relaxed).oldValue > 0
      var runs = 0
      // The life after the rounds runs 5 jobs to warm up and then about 100 in the batch of latencies.
      return FakeWorker(checksum: isSecond && runs > 50 ? 2 : 1) { _ in
        clock.advance(wallNanoseconds: 1_000_000)
        runs += 1
      }
    }
    let (outcome, recorder) = try run(
      RunPlan(cells: [cell], rounds: 20, allocationSamples: 0))
    #expect(recorder.latencies.isEmpty)
    #expect(recorder.of(.latency).map(\.status) == [.checksumChanged])
    #expect(outcome.cells.map(\.status) == [.failed])
    #expect(recorder.dropped == outcome.cells)
  }
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

  @Test func `A cell that cannot be prepared, or whose results change, fails, and no other does`() throws {
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
    // So do those with other results than in another dispatch mode or number of threads.
    let modes = zip(DispatchMode.allCases, [1.0, 1, 2]).map { simulated.cell("a", mode: $0, checksum: $1) }
    let (other, measured) = try run(
      RunPlan(cells: modes + [simulated.cell("a", threads: 2, checksum: 2)], rounds: 1))
    #expect(other.cells.map(\.status) == [.measured, .measured, .failed, .failed])
    #expect(Set(measured.measured("a").map(\.cell.pool)) == Set(DispatchMode.allCases))
    #expect(other.cells[3].reason == "Its checksum is 2.0, but 1.0 of a feed(10) × 1 thread.")
  }
}
