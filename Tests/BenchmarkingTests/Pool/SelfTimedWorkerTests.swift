import Synchronization
import Testing

@testable import Benchmarking

/// Says that each job took as long as it is told to, while the clock of the pool moves much further.
private struct FakeSelfTimedWorker: SelfTimedWorker {
  struct Broken: Error, CustomStringConvertible {
    let description = "the child process has ended"
  }

  let clock: ManualClock
  var job: UInt64 = 1_000_000
  /// The batch from which on it fails, counted from 1.
  var failsFrom = Int.max
  var counter: FakeAllocationCounter?
  var batches = 0

  mutating func run(iterations: Int) throws -> UInt64 {
    batches += 1
    clock.advance(wallNanoseconds: 777_000_000)
    counter?.allocate(bytes: 1_000)
    if batches >= failsFrom { throw Broken() }
    return UInt64(iterations) * job
  }

  func run(job index: Int) { Issue.record("A batch is handed over as a whole.") }
  func resultChecksum() -> Double { 5 }
}

private struct DropRecorder: MeasuringObserver {
  var samples: [SampleRecord] = []
  var latencies: [LatencyRecord] = []
  var dropped: [CellOutcome] = []

  mutating func latenciesTaken(_ record: LatencyRecord) { latencies.append(record) }
  mutating func cellDropped(_ outcome: CellOutcome) { dropped.append(outcome) }
  mutating func sampleTaken(_ sample: SampleRecord, progress: RunProgress) { samples.append(sample) }
}

@Suite("Workers that time themselves", .serialized)
struct SelfTimedWorkerTests {
  private let clock = ManualClock(stepNanoseconds: 1)

  private func cell(
    _ subject: String, threads: Int = 1, _ makeWorker: @escaping @Sendable () -> any Worker
  ) -> Cell {
    let description = CellID(
      subject: subject, workload: "feed(10)", nodeCount: 10, depth: 3, seed: 1, threads: threads)
    return Cell(id: description, makeWorker: makeWorker)
  }

  private func run(
    _ cells: [Cell], rounds: Int = 4, counter: any AllocationCounter = NoAllocationCounter()
  ) throws -> (RunOutcome, DropRecorder) {
    var recorder = DropRecorder()
    let environment = RunEnvironment(
      clock: clock, counters: FakeCounters(), allocationCounter: counter, now: { UTCTime(seconds: 0) })
    let run = MeasuringRun(
      plan: RunPlan(cells: cells, rounds: rounds), identity: RunIdentity(runID: "run"),
      environment: environment)
    return (try run.run(observer: &recorder), recorder)
  }

  @Test func `A batch takes as long as the worker says, with no CPU time and no wait`() throws {
    let pool = WorkerPool(threads: 2, clock: clock)
    let cell = try pool.load(threads: 1) { [clock] in FakeSelfTimedWorker(clock: clock) }
    #expect(cell.timesItself)
    let batch = pool.runBatch(of: cell, iterations: 7)
    #expect(batch.failure == nil)
    #expect(batch.iterations == 7 && batch.workers.map(\.jobs) == [7])
    #expect(batch.wallNanoseconds == 7_000_000 && batch.busyNanoseconds == 7_000_000)
    #expect(batch.cpuNanoseconds == nil && batch.queueWaitNanoseconds == 0)
    #expect(batch.checksum == 5)
    let empty = pool.runBatch(of: cell, iterations: 0)
    #expect(empty.wallNanoseconds == 0 && empty.checksum == 0)
  }

  @Test func `Its samples stand among the others', without latencies, allocations or memory`() throws {
    let counter = FakeAllocationCounter()
    let cells = [
      cell("peer") { [clock] in FakeSelfTimedWorker(clock: clock, counter: counter) },
      cell("own") { [clock] in SlowWorker(clock: clock, wall: 2_000_000, cpu: 1) },
    ]
    let (outcome, recorder) = try run(cells, counter: counter)
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    let samples = recorder.samples.filter { $0.phase == .measure && $0.cell.subject == "peer" }
    #expect(recorder.latencies.map(\.cell.subject) == ["own"], "Of its jobs nothing is known but the sum.")
    #expect(samples.map(\.round) == [0, 1, 2, 3])
    // Five jobs make the 5 ms of a batch, by the worker's own time and not by the pool's.
    #expect(samples.allSatisfy { $0.iterations == 5 && $0.wallNanoseconds == 5_000_000 })
    #expect(samples.allSatisfy { $0.cpuNanoseconds == nil && $0.peakResidentBytes == nil })
    #expect(samples.allSatisfy { $0.involuntaryContextSwitches == nil && $0.checksum == 5 })
    #expect(
      recorder.samples.filter { $0.pass == .alloc }.map(\.cell.subject) == ["own"],
      "What this process allocates meanwhile says nothing of the subject.")
  }

  @Test("A worker that cannot go on fails its own cell, in whichever batch", arguments: [1, 2, 6])
  func aWorkerThatCannotGoOnFailsItsCellAlone(batch: Int) throws {
    let cells = [
      cell("peer") { [clock] in FakeSelfTimedWorker(clock: clock, failsFrom: batch) },
      cell("own") { [clock] in SlowWorker(clock: clock, wall: 2_000_000, cpu: 1) },
    ]
    let (outcome, recorder) = try run(cells)
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(outcome.cells[0].reason == "the child process has ended")
    #expect(recorder.dropped == [outcome.cells[0]])
    #expect(
      recorder.samples.filter { $0.cell.subject == "own" && $0.phase == .measure && $0.pass == .time }.count
        == 4)
    #expect(recorder.samples.allSatisfy { $0.status == .ok })
  }

  @Test("Several share a batch, which takes as long as the slowest; one without a job takes no time")
  func severalShareABatch() throws {
    let pool = WorkerPool(threads: 2, clock: clock)
    let made = Mutex(0)
    let cell = try pool.load(threads: 2) { [clock] in
      // One takes a millisecond a job, the other two.
      let order = made.withLock { count in
        count += 1
        return count
      }
      return FakeSelfTimedWorker(clock: clock, job: UInt64(order) * 1_000_000)
    }
    let batch = pool.runBatch(of: cell, iterations: 8)
    #expect(batch.workers.map(\.jobs) == [4, 4])
    #expect(batch.wallNanoseconds == 8_000_000 && batch.busyNanoseconds == 12_000_000)
    #expect(batch.checksum == 5 && !batch.workersDisagree)
    let one = pool.runBatch(of: cell, iterations: 1)
    #expect(one.workers.map(\.jobs).sorted() == [0, 1])
    #expect(one.wallNanoseconds == one.busyNanoseconds && one.busyNanoseconds > 0)
  }
}
