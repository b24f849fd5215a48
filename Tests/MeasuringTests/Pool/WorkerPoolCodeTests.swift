import LayoutTestSupport
import Testing

@testable import Measuring
@testable import Reporting

/// A worker of somebody's code: jobs of 1 µs and 8 bytes, with inputs of 1 ms and 100 bytes each.
private struct CodeWorker: Worker {
  struct Broken: Error, CustomStringConvertible { let description = "no such file" }

  let clock: ManualClock
  var mostPreparedJobs: Int? = nil
  var isAsynchronous = false
  var counter: FakeAllocationCounter? = nil
  /// The job that fails, by its number of all that ran, from 0.
  var failing = Int.max
  var log = LockedValue<[String]>([])
  var jobs = 0

  func run(job index: Int) { Issue.record("Jobs come together.") }

  mutating func run(jobs range: Range<Int>) throws {
    log.withLock { $0.append("run \(range.count)") }
    for _ in range {
      jobs += 1
      if jobs > failing { throw Broken() }
      clock.advance(wallNanoseconds: 1_000)
      counter?.allocate(bytes: 8)
    }
  }

  func prepare(jobs: Int) {
    log.withLock { $0.append("prepare \(jobs)") }
    clock.advance(wallNanoseconds: 1_000_000 * UInt64(jobs))
    for _ in 0..<jobs { counter?.allocate(bytes: 100) }
  }

  func resultChecksum() -> Double { 0 }
}

@Suite("The pool of workers, with code that fails, is prepared, or works elsewhere", .serialized)
struct WorkerPoolCodeTests {
  private let clock = ManualClock()

  @Test(arguments: DispatchMode.allCases)
  func `An error of a job fails its batch, and says why`(mode: DispatchMode) throws {
    let pool = WorkerPool(threads: 1, clock: clock)
    let cell = try pool.load(dispatch: mode) { [clock] in CodeWorker(clock: clock, failing: 12) }
    #expect(pool.runBatch(of: cell, iterations: 10).failure == nil)
    #expect(pool.runBatch(of: cell, iterations: 10).failure == "Its job threw an error: no such file")
  }

  @Test(arguments: [false, true])
  func `Inputs are made for some jobs at a time, in no time of theirs`(isAsynchronous: Bool) throws {
    let pool = WorkerPool(threads: 1, clock: clock)
    let (log, counter) = (LockedValue<[String]>([]), FakeAllocationCounter())
    let cell = try pool.load { [clock] in
      CodeWorker(
        clock: clock, mostPreparedJobs: 3, isAsynchronous: isAsynchronous, counter: counter, log: log)
    }
    let batch = pool.runBatch(of: cell, iterations: 7)
    #expect(log.withLock { $0 } == ["prepare 3", "run 3", "prepare 3", "run 3", "prepare 1", "run 1"])
    #expect(batch.wallNanoseconds == 7_000 && batch.busyNanoseconds == 7_000)
    #expect(batch.cpuNanoseconds == 7_000 && batch.queueWaitNanoseconds == 0)
    let counted = pool.runBatch(of: cell, iterations: 7, counting: counter)
    #expect(counted.allocCount == (isAsynchronous ? nil : 7))
    #expect(counted.allocBytes == (isAsynchronous ? nil : 56))
  }

  @Test(arguments: [DispatchMode.concurrentQueue, .concurrentPerform])
  func `Jobs with inputs of their own are refused on anything but a serial queue`(mode: DispatchMode) {
    #expect(
      throws: WorkerError("A worker that times itself or prepares jobs runs on a serial queue of its own.")
    ) {
      try WorkerPool(threads: 1).load(dispatch: mode) { [clock] in
        CodeWorker(clock: clock, mostPreparedJobs: 1)
      }
    }
  }

  @Test(arguments: [1, 2])
  func `Asynchronous jobs of a worker begin together, and are not counted`(threads: Int) throws {
    let pool = WorkerPool(threads: threads, clock: clock)
    let (log, counter) = (LockedValue<[String]>([]), FakeAllocationCounter())
    let cell = try pool.load { [clock] in
      CodeWorker(clock: clock, isAsynchronous: true, counter: counter, log: log)
    }
    let batch = pool.runBatch(of: cell, iterations: 1_000, counting: counter)
    #expect(log.withLock { $0 } == [String](repeating: "run \(1_000 / threads)", count: threads))
    #expect(
      batch.allocCount == nil && batch.allocBytes == nil && batch.workers.map(\.jobs).reduce(0, +) == 1_000)
  }

  /// The clock of the process counts the work of other threads, and the clock of the worker's thread stands still.
  @Test func `Where other threads may work, the processor time is that of the process`() throws {
    final class TwoClocks: MonotonicClock {
      let process = RelaxedNumber(5)
      func wallNanoseconds() -> UInt64 { 0 }
      func threadCPUNanoseconds() -> UInt64? { 7 }
      func processCPUNanoseconds() -> UInt64? { UInt64(process.value) }
    }
    let clocks = TwoClocks()
    let pool = WorkerPool(threads: 1, clock: clocks)
    for other in [true, false] {
      let cell = try pool.load {
        ElsewhereWorker(isAsynchronous: other) { clocks.process.add(30) }
      }
      #expect(pool.runBatch(of: cell, iterations: 2).cpuNanoseconds == (other ? 60 : 0))
    }
  }
}

/// Work that its own thread's clock does not see.
private struct ElsewhereWorker: Worker {
  let isAsynchronous: Bool
  let job: () -> Void

  func run(job index: Int) { job() }
  func resultChecksum() -> Double { 0 }
}
