import Dispatch

/// `DispatchMode.concurrentQueue` and `.concurrentPerform`: a job runs on any thread, with any free worker of
/// its cell.
///
/// A counted batch has one worker, since the allocator's counters do not tell which worker allocated.
///
/// A pool calls a dispatcher from one thread at a time.
final class ConcurrentDispatcher: JobDispatcher {
  private let mode: DispatchMode
  private let clock: any MonotonicClock
  private let line: StartingLine
  private let queue = DispatchQueue(
    label: "layoutbench.jobs", qos: .userInitiated, attributes: .concurrent)

  /// - Parameter mode: any but `serialQueues`.
  init(_ mode: DispatchMode, clock: any MonotonicClock) {
    self.mode = mode
    self.clock = clock
    line = StartingLine(clock: clock)
  }

  /// Calls `body` for one worker after another, on the calling thread.
  func onEach(_ workers: [WorkerState], _ body: @escaping @Sendable (WorkerState) -> Void) {
    workers.forEach(body)
  }

  func runBatch(_ batch: WorkerPool.Batch) -> WorkerPool.BatchResult {
    for state in batch.workers {
      state.begin()
      state.giveBack()
    }
    var batch = batch
    if batch.counter != nil { batch.workers = Array(batch.workers.prefix(1)) }
    return mode == .concurrentQueue ? runBlocks(batch) : runIterations(batch)
  }

  // MARK: concurrentPerform

  /// Runs a batch by one call of `DispatchQueue.concurrentPerform`.
  ///
  /// Each worker has an iteration, not each job. An iteration takes jobs from the common counter until none
  /// are left, as is usual for short jobs. Dispatch decides how many threads it starts; if they are fewer than
  /// the workers, late iterations find nothing left to do.
  private func runIterations(_ batch: WorkerPool.Batch) -> WorkerPool.BatchResult {
    line.reset(workerCount: batch.workers.count)
    let release = clock.wallNanoseconds()
    DispatchQueue.concurrentPerform(iterations: batch.workers.count) { _ in
      let state = batch.workers.claimFree()
      runIteration(state, batch, release: release)
      state.giveBack()
      line.comeHome()
    }
    line.waitForEveryone()
    for state in batch.workers { state.fillInChecksum() }
    return WorkerPool.BatchResult(of: batch, release: release)
  }

  private func runIteration(_ state: WorkerState, _ batch: WorkerPool.Batch, release: UInt64) {
    let counted = batch.counter.map(CountedSpan.begin)
    let (jobs, start) = state.takeJobs(of: batch, from: line, clock: clock)
    if let counted { state.add(counted) }
    // An iteration that came too late for any job kept nothing waiting.
    if jobs > 0 {
      state.report.queueWaitNanoseconds = max(
        state.report.queueWaitNanoseconds, start - release)
    }
  }

  // MARK: concurrentQueue

  /// Runs a batch by one block per job.
  ///
  /// A batch begins with as many blocks as there are workers. A block claims a free worker, runs its job,
  /// returns the worker and submits a block for the next job; if there is none, its chain ends. So there are
  /// never more blocks under way than workers, and no further thread is needed to feed them. A counted batch
  /// counts the jobs' own allocations, without the blocks.
  private func runBlocks(_ batch: WorkerPool.Batch) -> WorkerPool.BatchResult {
    let count = min(batch.workers.count, batch.iterations)
    let cpuStart = clock.processCPUNanoseconds()
    let release = clock.wallNanoseconds()
    if count > 0 {
      line.reset(workerCount: count)
      submitNext(of: batch, at: release)
      for _ in 1..<count { submitNext(of: batch, at: clock.wallNanoseconds()) }
      line.waitForEveryone()
    }
    let cpuEnd = clock.processCPUNanoseconds()

    var wait: UInt64 = 0
    for state in batch.workers {
      state.fillInChecksum()
      wait += state.report.blockWaitNanoseconds
      let jobs = UInt64(state.report.jobs)
      if jobs > 0 { state.report.queueWaitNanoseconds = state.report.blockWaitNanoseconds / jobs }
    }
    var result = WorkerPool.BatchResult(of: batch, release: release)
    result.cpuNanoseconds = cpuStart.flatMap { start in cpuEnd.map { $0 - start } }
    result.queueWaitNanoseconds = batch.iterations == 0 ? 0 : wait / UInt64(batch.iterations)
    return result
  }

  /// Submits a block for the next job, or ends the chain if there is none.
  private func submitNext(of batch: WorkerPool.Batch, at submittedNanoseconds: UInt64) {
    let job = line.takeJob()
    guard job < batch.iterations else {
      line.comeHome()
      return
    }
    queue.async { [self] in
      let state = batch.workers.claimFree()
      let end = state.runBlock(
        job: job, of: batch, submittedNanoseconds: submittedNanoseconds, clock: clock)
      // Before the next submission, so that each block under way finds a free worker.
      state.giveBack()
      submitNext(of: batch, at: end)
    }
  }
}

extension [WorkerState] {
  /// Claims one of a cell's workers that is free, and spins until there is one. O(workers).
  ///
  /// There are no locks: a worker is claimed by an atomic exchange of its own flag, so two threads never use it
  /// at once. With as many workers as jobs at once, one is always free or about to be.
  func claimFree() -> WorkerState {
    while true {
      for state in self where state.claim() { return state }
    }
  }
}
