import Dispatch

/// `DispatchMode.concurrentQueue`: one block per job.
///
/// A batch begins with as many blocks as there are workers. A block takes a free worker, runs its job,
/// returns the worker and submits a block for the next job; if there is none, its chain ends. So there are
/// never more blocks under way than workers, and no further thread is needed to feed them.
///
/// A counted batch runs one job at a time, since the allocator's counters do not tell whose an allocation is.
/// It counts the jobs' own allocations, without the blocks.
///
/// SAFETY of `@unchecked Sendable`: the pool calls it from one thread at a time.
final class ConcurrentQueue: FreeWorkerDispatcher, @unchecked Sendable {
  private let clock: any MonotonicClock
  private let line: StartingLine
  private let queue = DispatchQueue(
    label: "layoutbench.jobs", qos: .userInitiated, attributes: .concurrent)
  var cells: [Int: FreeWorkers] = [:]

  init(clock: any MonotonicClock) {
    self.clock = clock
    line = StartingLine(clock: clock)
  }

  func run(_ batch: JobBatch, threads: Int) -> BatchResult {
    guard let workers = cells[batch.cell] else { preconditionFailure("The cell is not loaded.") }
    workers.begin()
    let chains = Chains(batch: batch, workers: workers, queue: queue, line: line, clock: clock)
    let count = min(batch.counter == nil ? threads : 1, batch.iterations)
    let cpuStart = clock.processCPUNanoseconds()
    let release = clock.wallNanoseconds()
    if count > 0 {
      line.reset(workerCount: count)
      chains.submitNext(submittedNanoseconds: release)
      for _ in 1..<count { chains.submitNext(submittedNanoseconds: clock.wallNanoseconds()) }
      line.waitForEveryone()
    }
    let cpuEnd = clock.processCPUNanoseconds()
    return result(
      of: workers.states, batch: batch, release: release,
      cpuNanoseconds: cpuStart.flatMap { start in cpuEnd.map { $0 - start } })
  }

  private func result(
    of states: [WorkerState], batch: JobBatch, release: UInt64, cpuNanoseconds: UInt64?
  ) -> BatchResult {
    var wait: UInt64 = 0
    for state in states {
      state.fillInChecksum()
      wait += state.report.blockWaitNanoseconds
      let jobs = UInt64(state.report.share.jobs)
      if jobs > 0 { state.report.share.queueWaitNanoseconds = state.report.blockWaitNanoseconds / jobs }
    }
    var result = BatchResult(of: states, batch: batch, release: release)
    result.cpuNanoseconds = cpuNanoseconds
    result.queueWaitNanoseconds = batch.iterations == 0 ? 0 : wait / UInt64(batch.iterations)
    return result
  }
}

/// The chains of blocks of a batch: each block submits its successor.
private final class Chains: Sendable {
  private let batch: JobBatch
  private let workers: FreeWorkers
  private let queue: DispatchQueue
  private let line: StartingLine
  private let clock: any MonotonicClock

  init(
    batch: JobBatch, workers: FreeWorkers, queue: DispatchQueue, line: StartingLine,
    clock: any MonotonicClock
  ) {
    self.batch = batch
    self.workers = workers
    self.queue = queue
    self.line = line
    self.clock = clock
  }

  /// Submits a block for the next job, or ends the chain if there is none.
  func submitNext(submittedNanoseconds: UInt64) {
    let job = line.jobs.take()
    guard job < batch.iterations else {
      line.comeHome()
      return
    }
    queue.async { [self] in
      let state = workers.take()
      let end = state.runBlock(
        job: job, of: batch, submittedNanoseconds: submittedNanoseconds, clock: clock)
      // Before the next submission, so that each block under way finds a free worker.
      state.giveBack()
      submitNext(submittedNanoseconds: end)
    }
  }
}
