import Dispatch
import Synchronization

/// One worker of a pool: a Dispatch queue with a thread of its own that carries out commands until told to stop.
///
/// `@unchecked Sendable` rests on taking turns: the pool touches `command` and what is left behind only while
/// the worker is parked, the worker touches them only between waking and coming home, and `posted` and the
/// starting line order the one after the other.
final class WorkerSeat: @unchecked Sendable {
  enum Command {
    case none
    case load(cell: Int, jobCount: Int, makeWorker: @Sendable () throws -> any Worker)
    case run(Batch)
    case unload(cell: Int)
    case stop
  }

  struct Batch {
    var cell: Int
    var jobCount: Int
    var iterations: Int
    /// Counts up from 1 over the pool's life.
    var number: UInt64
    var counter: (any AllocationCounter)?
  }

  /// What a batch left behind.
  struct Report {
    var share = BatchResult.WorkerShare(jobs: 0, busyNanoseconds: 0, queueWaitNanoseconds: 0)
    var releaseNanoseconds: UInt64 = 0
    var endNanoseconds: UInt64 = 0
    var allocBytes: UInt64?
    /// What a worker says that times itself.
    var selfTimedNanoseconds: UInt64?
    var failure: String?
  }

  private struct Loaded {
    var worker: any Worker
    var checksums: ChecksumTable
  }

  private let line: StartingLine
  private let clock: any MonotonicClock
  private let wake = DispatchSemaphore(value: 0)
  private let posted = Atomic<Int>(0)
  private var command = Command.none
  private var loaded: [Int: Loaded] = [:]

  private(set) var report = Report()
  private(set) var loadingError: (any Error)?

  init(index: Int, line: StartingLine, clock: any MonotonicClock) {
    self.line = line
    self.clock = clock
    let queue = DispatchQueue(label: "layoutbench.worker.\(index)", qos: .userInitiated)
    queue.async { self.serve() }
  }

  // MARK: The pool's side

  func post(_ command: Command) {
    self.command = command
    posted.wrappingAdd(1, ordering: .releasing)
    wake.signal()
  }

  func checksums(of cell: Int) -> ChecksumTable? {
    loaded[cell]?.checksums
  }

  func timesItself(cell: Int) -> Bool {
    loaded[cell]?.worker is any SelfTimedWorker
  }

  // MARK: The worker's side

  private func serve() {
    var isServing = true
    while isServing {
      wake.wait()
      _ = posted.load(ordering: .acquiring)
      switch command {
      case .none: break
      case .load(let cell, let jobCount, let makeWorker):
        load(cell: cell, jobCount: jobCount, makeWorker: makeWorker)
      case .run(let batch): run(batch)
      case .unload(let cell): loaded[cell] = nil
      case .stop:
        loaded = [:]
        isServing = false
      }
      command = .none
      line.comeHome()
    }
  }

  private func load(cell: Int, jobCount: Int, makeWorker: @Sendable () throws -> any Worker) {
    loadingError = nil
    do {
      let worker = try makeWorker()
      if worker is any SelfTimedWorker && jobCount > 1 { throw SelfTimingError.severalJobs(jobCount) }
      loaded[cell] = Loaded(worker: worker, checksums: ChecksumTable(jobCount: jobCount))
    } catch {
      loadingError = error
    }
  }

  private func run(_ batch: Batch) {
    // Out of the dictionary and into a local, so that the jobs' loop pays for neither hashing nor copying.
    guard var own = loaded.removeValue(forKey: batch.cell) else {
      preconditionFailure("The cell is not loaded.")
    }
    own.checksums.begin()
    if let worker = own.worker as? any SelfTimedWorker {
      runSelfTimed(worker, &own, batch)
      loaded[batch.cell] = own
      return
    }
    batch.counter?.flushThreadCache()
    report = Report()
    report.releaseNanoseconds = line.waitForRelease(batch: batch.number, counter: batch.counter)
    let bytesBefore = batch.counter?.threadAllocatedBytes()
    takeJobs(worker: &own.worker, checksums: &own.checksums, batch: batch)
    if let bytesBefore, let bytesAfter = batch.counter?.threadAllocatedBytes() {
      report.allocBytes = bytesAfter - bytesBefore
    }
    batch.counter?.flushThreadCache()
    fillIn(&own.checksums, from: &own.worker, batch: batch.number)
    loaded[batch.cell] = own
  }

  /// A batch that is handed over as a whole.
  private func runSelfTimed(_ worker: any SelfTimedWorker, _ own: inout Loaded, _ batch: Batch) {
    var worker = worker
    report = Report()
    report.releaseNanoseconds = line.waitForRelease(batch: batch.number, counter: nil)
    do {
      let nanoseconds = batch.iterations == 0 ? 0 : try worker.run(iterations: batch.iterations)
      report.selfTimedNanoseconds = nanoseconds
      report.share.jobs = batch.iterations
      report.share.busyNanoseconds = nanoseconds
      own.worker = worker
      if batch.iterations > 0 { own.checksums.note(job: 0, batch: batch.number) }
      fillIn(&own.checksums, from: &own.worker, batch: batch.number)
    } catch {
      report.failure = "\(error)"
      own.worker = worker
    }
  }

  private func fillIn(_ checksums: inout ChecksumTable, from worker: inout some Worker, batch: UInt64) {
    checksums.fill(batch: batch) { worker.checksum(ofJob: $0) }
  }

  /// The timed part. No locks, and no allocation but the jobs' own.
  private func takeJobs(
    worker: inout some Worker, checksums: inout ChecksumTable, batch: Batch
  ) {
    let start = clock.wallNanoseconds()
    let cpuStart = clock.threadCPUNanoseconds()
    var jobs = 0
    var iteration = line.takeIteration()
    while iteration < batch.iterations {
      let job = iteration % batch.jobCount
      worker.run(job: job)
      checksums.note(job: job, batch: batch.number)
      jobs += 1
      iteration = line.takeIteration()
    }
    let end = clock.wallNanoseconds()
    let cpuEnd = clock.threadCPUNanoseconds()

    report.endNanoseconds = end
    report.share.jobs = jobs
    report.share.busyNanoseconds = jobs == 0 ? 0 : end - start
    report.share.queueWaitNanoseconds = start - report.releaseNanoseconds
    if let cpuStart, let cpuEnd { report.share.cpuNanoseconds = cpuEnd - cpuStart }
  }
}
