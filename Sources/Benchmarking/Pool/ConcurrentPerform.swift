import Dispatch

/// `DispatchMode.concurrentPerform`: a batch is one call of `DispatchQueue.concurrentPerform`.
///
/// It has an iteration per worker, not per job. Each iteration draws jobs from the common counter until none
/// are left, as is usual for short jobs. Dispatch decides how many threads it starts; if they are fewer than
/// the workers, late iterations find nothing left to do.
///
/// A counted batch has one iteration, since the allocator's counters do not tell whose an allocation is.
///
/// SAFETY of `@unchecked Sendable`: the pool calls it from one thread at a time.
final class ConcurrentPerform: FreeWorkerDispatcher, @unchecked Sendable {
  private let clock: any MonotonicClock
  private let line: StartingLine
  var cells: [Int: FreeWorkers] = [:]

  init(clock: any MonotonicClock) {
    self.clock = clock
    line = StartingLine(clock: clock)
  }

  func run(_ batch: JobBatch, threads: Int) -> BatchResult {
    guard let workers = cells[batch.cell] else { preconditionFailure("The cell is not loaded.") }
    workers.begin()
    let iterations = batch.counter == nil ? threads : 1
    line.reset(workerCount: iterations)
    let release = clock.wallNanoseconds()
    DispatchQueue.concurrentPerform(iterations: iterations) { _ in
      let state = workers.take()
      runIteration(state, batch, release: release)
      state.giveBack()
      line.comeHome()
    }
    line.waitForEveryone()
    for state in workers.states { state.fillInChecksum() }
    return BatchResult(of: workers.states, batch: batch, release: release)
  }

  private func runIteration(_ state: WorkerState, _ batch: JobBatch, release: UInt64) {
    let counted = batch.counter.map(CountedSpan.begin)
    let (jobs, start) = state.takeJobs(of: batch, from: line, clock: clock)
    if let counted { state.add(counted) }
    // An iteration that came too late for any job kept nothing waiting.
    if jobs > 0 {
      state.report.share.queueWaitNanoseconds = max(
        state.report.share.queueWaitNanoseconds, start - release)
    }
  }
}
