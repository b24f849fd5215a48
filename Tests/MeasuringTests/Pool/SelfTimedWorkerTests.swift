import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// Says that each job took as long as it is told to, while the clock of the pool moves much further.
private struct FakeSelfTimedWorker: SelfTimedWorker {
  struct Broken: Error, CustomStringConvertible { let description = "the child process has ended" }

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

@Suite("Workers that time themselves", .serialized)
struct SelfTimedWorkerTests {
  private let simulated = SimulatedRun()
  private var clock: ManualClock { simulated.clock }

  /// Runs a peer beside a worker of this process.
  private func run(
    failsFrom: Int = .max, counter: FakeAllocationCounter? = nil
  ) throws -> (RunOutcome, RecordingObserver) {
    let peer = Cell(id: simulated.id("peer")) { [clock] in
      FakeSelfTimedWorker(clock: clock, failsFrom: failsFrom, counter: counter)
    }
    let plan = RunPlan(cells: [peer, simulated.cell("own", job: 2_000_000)], rounds: 4)
    return try simulated.run(plan) { if let counter { $0.allocationCounter = counter } }
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

  @Test func `Its samples stand among the others', without allocations or memory`() throws {
    let (outcome, recorder) = try run(counter: FakeAllocationCounter())
    #expect(outcome.cells.map(\.status) == [.measured, .measured])
    let samples = recorder.samples.filter { $0.phase == .measure && $0.cell.subject == "peer" }
    #expect(samples.map(\.round) == [0, 1, 2, 3])
    // Five jobs make the 5 ms of a batch, by the worker's own time and not by the pool's.
    #expect(samples.allSatisfy { $0.iterations == 5 && $0.wallNanoseconds == 5_000_000 })
    #expect(samples.allSatisfy { $0.cpuNanoseconds == nil && $0.peakResidentBytes == nil })
    #expect(samples.allSatisfy { $0.involuntaryContextSwitches == nil && $0.checksum == 5 })
    #expect(
      recorder.samples.filter { $0.pass == .alloc }.map(\.cell.subject) == ["own"],
      "What this process allocates meanwhile says nothing of the subject.")
  }

  @Test(arguments: [1, 2, 6])
  func `A worker that cannot go on fails its own cell, in whichever batch`(batch: Int) throws {
    let (outcome, recorder) = try run(failsFrom: batch)
    #expect(outcome.cells.map(\.status) == [.failed, .measured])
    #expect(outcome.cells[0].reason == "the child process has ended")
    #expect(recorder.dropped == [outcome.cells[0]])
    #expect(recorder.measured("own").count == 4)
    #expect(recorder.samples.allSatisfy { $0.status == .ok })
  }

  @Test func `Several share a batch, as long as the slowest; one without a job takes no time`() throws {
    let pool = WorkerPool(threads: 2, clock: clock)
    let made = RelaxedNumber()
    let cell = try pool.load(threads: 2) { [clock] in
      // One takes a millisecond a job, the other two.
      let order = UInt64(made.add(1))
      return FakeSelfTimedWorker(clock: clock, job: order * 1_000_000)
    }
    let batch = pool.runBatch(of: cell, iterations: 8)
    #expect(batch.workers.map(\.jobs) == [4, 4])
    #expect(batch.wallNanoseconds == 8_000_000 && batch.busyNanoseconds == 12_000_000)
    #expect(batch.checksum == 5 && !batch.workersDisagree)
    let one = pool.runBatch(of: cell, iterations: 1)
    #expect(one.workers.map(\.jobs).sorted() == [0, 1])
    #expect(one.wallNanoseconds == one.busyNanoseconds && one.busyNanoseconds > 0)
  }

  @Test(arguments: [DispatchMode.concurrentQueue, .concurrentPerform])
  func `A worker that times itself is refused on anything but a serial queue`(mode: DispatchMode) {
    #expect(
      throws: WorkerError("A worker that times itself or prepares jobs runs on a serial queue of its own.")
    ) {
      try WorkerPool(threads: 1).load(dispatch: mode) { [clock] in FakeSelfTimedWorker(clock: clock) }
    }
  }
}

@Suite("Calibration")
struct CalibrationTests {
  private let calibration = Calibration()

  private func calibrate(
    _ cell: WorkerPool.LoadedCell, in pool: WorkerPool, _ clock: ManualClock
  ) throws -> Calibration.Result {
    let id = SimulatedRun().id("a", threads: cell.threads, mode: cell.dispatch)
    return try calibration.calibrate(id, batchNanoseconds: 5_000_000, clock: clock) { iterations in
      let batch = pool.runBatch(of: cell, iterations: iterations)
      return WorkerProtocol.Batch(
        wallNanoseconds: batch.wallNanoseconds, queueWaitNanoseconds: batch.queueWaitNanoseconds,
        checksumBits: 0, busyNanoseconds: batch.busyNanoseconds)
    }
  }

  @Test(arguments: [
    (1_000, 1, 5_000), (1_000, 4, 20_000), (3_000_000, 8, 16),
    // Of about ten times the target one or two come to a worker.
    (49_000_000, 4, 8), (50_000_000, 4, 4), (50_000_000, 1, 1),
    // Those that take no time count as a nanosecond each.
    (0, 1, 5_000_000), (-1, 1, 5_000_000),
  ])
  func `A batch has as many jobs as fill its target on all threads`(job: Double, threads: Int, count: Int) {
    let found = calibration.iterations(jobNanoseconds: job, threads: threads, batchNanoseconds: 5_000_000)
    #expect(found == count)
  }

  @Test func `A clock of coarse steps makes batches a thousand steps long`() {
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: 30) == 5_000_000)
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: 15_000_000) == 15_000_000_000)
    #expect(calibration.batchNanoseconds(clockResolutionNanoseconds: .max) == .max)
  }

  @Test(arguments: [(10 as UInt64, 500_000), (3_000, 1_667), (70_000_000, 1)])
  func `Trying finds how long a job takes, from nanoseconds on`(job: UInt64, iterations: Int) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load { FakeWorker(clock: clock, wall: job, cpu: job) }
    let result = try calibrate(cell, in: pool, clock)
    #expect(result.iterations == iterations)
    #expect(result.jobNanoseconds == Double(job))
    #expect(result.batchNanoseconds == Double(job) * Double(iterations))
  }

  /// A job of 1 µs that waits 0.5 µs for its block to start; the clock's own steps make the job 1.5 µs.
  @Test func `If each job is a block of its own, its wait counts as part of it`() throws {
    let clock = ManualClock(stepNanoseconds: 500)
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: .concurrentQueue) { FakeWorker(clock: clock, wall: 1_000, cpu: 1) }
    let result = try calibrate(cell, in: pool, clock)
    #expect(result.jobNanoseconds == 2_000)
    #expect(result.iterations == 2_500)
    #expect(result.batchNanoseconds == 5_000_000)
  }

  /// 160 jobs, of which 2 are long, are the first to last half the target: 22.4 µs a job.
  @Test(
    "Neither a slow first job nor a few long ones among many decide the size of the batches",
    arguments: [(1_000_000, 4_000_000 as UInt64, 10_000, 500), (100, 1_000_000, 22_375, 224)])
  func longJobs(every period: Int, last nanoseconds: UInt64, job: Double, iterations: Int) throws {
    let clock = ManualClock()
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load {
      var isCold = true
      return FakeWorker { index in
        let isLong = period == 100 ? index.isMultiple(of: period) : isCold
        clock.advance(wallNanoseconds: isLong ? nanoseconds : 10_000)
        isCold = false
      }
    }
    let result = try calibrate(cell, in: pool, clock)
    #expect(result.jobNanoseconds == job && result.iterations == iterations)
  }

  @Test func `Trying ends soon where jobs of microseconds come after pauses`() throws {
    let clock = ManualClock()
    var tried: [Int] = []
    let id = SimulatedRun().id("a")
    let result = try calibration.calibrate(id, batchNanoseconds: 5_000_000, clock: clock) { iterations in
      tried.append(iterations)
      clock.advance(wallNanoseconds: UInt64(iterations) * 8_300_000)
      let busy = UInt64(iterations) * 4_000
      return WorkerProtocol.Batch(wallNanoseconds: busy, checksumBits: 0, busyNanoseconds: busy)
    }
    #expect(tried == [1, 1, 10] && result.iterations == 6 && result.jobNanoseconds == 4_000)
  }

  @Test func `Jobs that are prepared for longer than they take fill a batch that still ends in time`() {
    let short = Calibration.Result(iterations: 290, jobNanoseconds: 17_000, batchNanoseconds: 5e6)
    let paused = short.shortened(jobElapsedNanoseconds: 1.5e6, toAtMost: 50e6, fewest: 2)
    #expect(paused.iterations == 33 && paused.batchNanoseconds == 33 * 1.5e6)
    #expect(short.shortened(jobElapsedNanoseconds: 90e6, toAtMost: 50e6, fewest: 2).iterations == 2)
    // A batch without long preparations keeps its jobs, also if a job is long or no time passes.
    #expect(short.shortened(jobElapsedNanoseconds: 18_000, toAtMost: 50e6, fewest: 2) == short)
    #expect(short.shortened(jobElapsedNanoseconds: 0, toAtMost: 50e6, fewest: 2) == short)
    let long = Calibration.Result(iterations: 1, jobNanoseconds: 2e8, batchNanoseconds: 2e8)
    #expect(long.shortened(jobElapsedNanoseconds: 2e8, toAtMost: 50e6, fewest: 2) == long)
    #expect(long.shortened(jobElapsedNanoseconds: 9e8, toAtMost: 50e6, fewest: 2).iterations == 1)
  }
}
