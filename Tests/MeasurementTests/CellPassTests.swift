import Testing

@testable import Measurement

/// What happened, in order: samples, latencies, and what the counters were asked for.
private final class Events: Sendable {
  private let list = LockedValue<[String]>([])
  func add(_ event: String) { list.withLock { $0.append(event) } }
  var all: [String] { list.withLock { $0 } }
}

private struct Recorder: RunObserver {
  let events: Events
  var samples: [SampleRecord] = []
  var latencies: [LatencyRecord] = []
  var dropped: [CellOutcome] = []
  var interruption: Interruption?
  var interruptAtPass: MeasuringPass?

  mutating func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }
  mutating func latenciesTaken(_ record: LatencyRecord) {
    latencies.append(record)
    events.add("latencies \(record.cell.subject)")
  }
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) {
    samples.append(sample)
    if sample.phase == .measure { events.add("\(sample.pass.rawValue) \(sample.cell.subject)") }
    if sample.pass == interruptAtPass { interruption?.request() }
  }

  func of(_ pass: MeasuringPass) -> [SampleRecord] { samples.filter { $0.pass == pass } }
}

/// Says when it is made and when it goes.
private final class Presence {
  private let events: Events
  private let name: String
  init(_ name: String, _ events: Events) {
    (self.name, self.events) = (name, events)
    events.add("load \(name)")
  }
  deinit { events.add("unload \(name)") }
}

private struct AllocatingSlowWorker: Worker {
  let clock: ManualClock
  let counter: FakeAllocationCounter
  let presence: Presence
  var wall: UInt64 = 1_000_000
  var checksum = 1.0

  mutating func run(job index: Int) {
    clock.advance(wallNanoseconds: wall)
    counter.allocate(bytes: 32)
  }

  func checksum(ofJob index: Int) -> Double { checksum }
}

/// A peak that is 1 MB for each load since it was reset, so that a cell's own is 1 MB.
private struct PeakCounters: ProcessCounters {
  let events: Events
  func peakResidentBytes() -> UInt64? {
    let since = events.all.split(separator: "reset", omittingEmptySubsequences: false).last ?? []
    return UInt64(since.count { $0.hasPrefix("load") }) * 1_000_000
  }
  func resetPeakResident() { events.add("reset") }
  func involuntaryContextSwitches() -> UInt64? { 0 }
  func stealTicks() -> UInt64? { 0 }
}

@Suite(.serialized) struct CellPassTests {
  private let clock = ManualClock(stepNanoseconds: 1)
  private let counter = FakeAllocationCounter()
  private let events = Events()
  private let interruption = Interruption()

  private func description(
    _ subject: String, threads: Int = 1, mode: DispatchMode = .serialQueues
  ) -> CellDescription {
    CellDescription(
      subject: subject, workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: threads,
      pool: mode.rawValue)
  }

  private func cell(
    _ description: CellDescription, jobCount: Int = 1, wall: UInt64 = 1_000_000
  ) -> MeasuredCell {
    MeasuredCell(description: description, jobCount: jobCount) { [clock, counter, events] in
      AllocatingSlowWorker(
        clock: clock, counter: counter, presence: Presence(description.subject, events), wall: wall)
    }
  }

  private func run(
    _ plan: RunPlan, counts: Bool = true, interruptAt pass: MeasuringPass? = nil
  ) throws -> (RunOutcome, Recorder) {
    var recorder = Recorder(events: events, interruption: interruption, interruptAtPass: pass)
    let environment = RunEnvironment(
      clock: clock, counters: counts ? PeakCounters(events: events) : NoProcessCounters(),
      allocationCounter: counts ? counter : NoAllocationCounter(), interruption: interruption,
      now: { UTCTime(seconds: 0) })
    let run = MeasuringRun(
      plan: plan, identity: RunIdentity(runID: "run", shard: 2), environment: environment)
    return (try run.run(observer: &recorder), recorder)
  }

  @Test func cellsAreCountedAloneWhenAllIsTimed() throws {
    let plan = RunPlan(cells: [cell(description("a")), cell(description("b"))], rounds: 1)
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .complete)
    let timed = events.all.firstIndex { $0.hasPrefix("unload") } ?? 0
    #expect(events.all[..<timed].filter { !$0.hasPrefix("time") } == ["load a", "load b"])
    #expect(
      Array(events.all[timed...]) == [
        "unload a", "unload b",
        "reset", "load a", "alloc a", "latencies a", "latency a", "unload a",
        "reset", "load b", "alloc b", "latencies b", "latency b", "unload b",
      ])
    #expect(recorder.of(.alloc).map(\.peakResidentBytes) == [1_000_000, 1_000_000])
    #expect(recorder.of(.time).allSatisfy { $0.peakResidentBytes == nil && $0.allocBytes == nil })
    #expect(recorder.samples.map(\.sequence) == Array(0..<recorder.samples.count))
  }

  @Test func countedBatchesHaveNoTimes() throws {
    let (_, recorder) = try run(RunPlan(cells: [cell(description("a"))], rounds: 2, allocationSamples: 3))
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

  @Test(arguments: DispatchMode.allCases) func latenciesAreThoseOfTheJobs(mode: DispatchMode) throws {
    let (_, recorder) = try run(RunPlan(cells: [cell(description("a", mode: mode))], rounds: 1))
    let record = try #require(recorder.latencies.first)
    #expect(record.runID == "run" && record.shard == 2 && record.cell == description("a", mode: mode))
    // About 100 ms of jobs of 1 ms, each with a reading of the clock, which moves it by 1 ns.
    #expect((90...100).contains(record.histogram.count))
    let median = try #require(record.histogram.percentile(50))
    #expect((1_000_001...1_001_001).contains(median))
    let sample = try #require(recorder.of(.latency).first)
    #expect(sample.iterations == Int(record.histogram.count))
    #expect(sample.wallNanoseconds == nil && sample.status == .ok)
  }

  @Test func latenciesOfASlowCellTakeOneBatch() throws {
    let (_, recorder) = try run(
      RunPlan(cells: [cell(description("a"), wall: 250_000_000)], rounds: 1))
    #expect(recorder.latencies.map(\.histogram.count) == [1])
  }

  @Test func aBatchThatStopsShortOfAllJobsIsNotMadeLonger() throws {
    // A pass over the jobs would take 2 s, so that a batch is 5 of them.
    let cell = cell(description("a"), jobCount: 2_000)
    let (outcome, recorder) = try run(RunPlan(cells: [cell], rounds: 1))
    #expect(outcome.cells.map(\.status) == [.measured])
    #expect(recorder.latencies.map(\.histogram.count) == [5])
  }

  @Test func whatCannotBeToldIsNotMeasured() throws {
    var plan = RunPlan(cells: [cell(description("a"))], rounds: 1)
    #expect(try run(plan, counts: false).1.of(.alloc).isEmpty)
    plan.latencySpan = nil
    let (outcome, recorder) = try run(plan, counts: false)
    #expect(recorder.latencies.isEmpty && recorder.of(.latency).isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured])
    #expect(events.all.filter { $0 == "load a" }.count == 3, "Twice with latencies, once without.")
  }

  @Test func theBudgetDoesNotCutCountsShort() throws {
    let plan = RunPlan(cells: [cell(description("a"))], rounds: 1_000, budget: .milliseconds(1))
    let (outcome, recorder) = try run(plan)
    #expect(outcome.ending == .budget)
    #expect(recorder.of(.alloc).count == 1 && recorder.latencies.count == 1)
  }

  @Test func anInterruptionEndsThePasses() throws {
    let plan = RunPlan(cells: [cell(description("a")), cell(description("b"))], rounds: 1)
    let (outcome, recorder) = try run(plan, interruptAt: .alloc)
    #expect(outcome.ending == .interrupted)
    #expect(recorder.of(.alloc).map(\.cell.subject) == ["a"] && recorder.latencies.isEmpty)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    #expect(events.all.last == "unload a")
  }

  @Test func passesThatAreDoneAreNotDoneAgain() throws {
    let (a, b) = (description("a"), description("b"))
    let done =
      [a, b].map { WorkUnit(cell: $0, round: 0) } + [
        WorkUnit(cell: a, round: 0, pass: .alloc), WorkUnit(cell: a, round: 0, pass: .latency),
        WorkUnit(cell: b, round: 0, pass: .alloc),
      ]
    let (outcome, recorder) = try run(
      RunPlan(cells: [cell(a), cell(b)], rounds: 1, completed: Set(done)))
    #expect(events.all == ["reset", "load b", "latencies b", "latency b", "unload b"])
    #expect(recorder.latencies.map(\.cell) == [b])
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
  }

  @Test func latenciesOfWrongResultsAreNotKept() throws {
    struct Drifting: Worker {
      let clock: ManualClock
      var runs = 0
      mutating func run(job index: Int) {
        clock.advance(wallNanoseconds: 1_000_000)
        runs += 1
      }
      // Its second life runs 5 jobs to warm up and 100 in the batch of latencies.
      func checksum(ofJob index: Int) -> Double { runs > 50 ? 2 : 1 }
    }
    let cell = MeasuredCell(description: description("a")) { [clock] in Drifting(clock: clock) }
    let (outcome, recorder) = try run(
      RunPlan(cells: [cell], rounds: 1, allocationSamples: 0))
    #expect(recorder.latencies.isEmpty)
    #expect(recorder.of(.latency).map(\.status) == [.checksumChanged])
    #expect(outcome.cells.map(\.status) == [.failed])
    #expect(recorder.dropped == outcome.cells)
  }
}
