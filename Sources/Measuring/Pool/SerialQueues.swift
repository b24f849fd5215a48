import Dispatch

/// `DispatchMode.serialQueues`: long-lived workers, each on its own serial queue.
///
/// Between batches the workers are parked and cost nothing. In a batch all start at once and take jobs from
/// one shared counter, towards the end one by one, so a slow worker holds up little work that a fast one
/// could do. A worker's part of a cell is made, used and destroyed on its own thread.
///
/// A pool calls this type from one thread at a time.
final class SerialQueues: JobDispatcher {
  private let clock: any MonotonicClock
  private let line: StartingLine
  private let seats: [WorkerSeat]

  /// Starts the workers and parks them.
  init(threads: Int, clock: any MonotonicClock) {
    self.clock = clock
    let line = StartingLine(clock: clock)
    self.line = line
    seats = (0..<threads).map { WorkerSeat(index: $0, line: line) }
  }

  /// Calls `body` for all workers at the same time.
  func onEach(_ workers: [WorkerState], _ body: @escaping @Sendable (WorkerState) -> Void) {
    line.reset(workerCount: workers.count)
    for worker in workers { seats[worker.index].post((body: body, worker: worker)) }
    line.waitForEveryone()
  }

  func runBatch(_ batch: JobBatch) -> BatchResult {
    // While allocations of all threads are counted, a single worker works.
    for workers in batch.counter == nil ? [batch.workers] : batch.workers.map({ [$0] }) {
      onEach(workers) { self.runShare(of: batch, by: $0) }
    }
    var result = BatchResult(of: batch, release: line.releaseNanoseconds)
    // The workers begin together, so that the slowest one determines the duration.
    if let time = batch.workers.lazy.compactMap(\.report.selfTimedNanoseconds).max() {
      result.wallNanoseconds = time
    }
    return result
  }

  /// Runs a worker's part of a batch, on its own thread.
  private func runShare(of batch: JobBatch, by worker: WorkerState) {
    worker.begin()
    if worker.timesItself {
      _ = line.waitForRelease(batch: batch.number)
      worker.runSelfTimed(batch.share(ofWorker: worker.index).count)
      return
    }
    let counted = batch.counter.map(CountedSpan.begin)
    let release = line.waitForRelease(batch: batch.number)
    let start = worker.takeJobs(of: batch, from: line, clock: clock).startNanoseconds
    worker.report.share.queueWaitNanoseconds = start - release
    if let counted { worker.add(counted) }
    worker.fillInChecksum()
  }

  /// Releases the threads. It MUST be the last call.
  func stop() {
    line.reset(workerCount: seats.count)
    for seat in seats { seat.post(nil) }
    line.waitForEveryone()
  }
}

/// A Dispatch queue with its own thread, which runs the work that it is handed, until it is stopped.
///
/// SAFETY of `@unchecked Sendable`: pool and thread take turns. The pool accesses `work` only while the thread
/// is parked; the thread accesses it only between waking and coming home. `posted` and the starting line order
/// these accesses.
private final class WorkerSeat: @unchecked Sendable {
  typealias Work = (body: @Sendable (WorkerState) -> Void, worker: WorkerState)

  private let line: StartingLine
  private let wake = DispatchSemaphore(value: 0)
  private let posted = AtomicNumber()
  private var work: Work?

  init(index: Int, line: StartingLine) {
    self.line = line
    let queue = DispatchQueue(label: "layoutbench.worker.\(index)", qos: .userInitiated)
    queue.async { self.serve() }
  }

  /// Hands work to the thread; nil ends the thread.
  func post(_ work: Work?) {
    self.work = work
    posted.add(1)
    wake.signal()
  }

  private func serve() {
    var isServing = true
    while isServing {
      wake.wait()
      _ = posted.value
      if let work { work.body(work.worker) } else { isServing = false }
      work = nil
      line.comeHome()
    }
  }
}
