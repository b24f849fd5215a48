import Dispatch

/// `DispatchMode.concurrentPerform`: a batch is one call of `DispatchQueue.concurrentPerform`.
///
/// It has an iteration for each worker and not for each job: in an iteration jobs are drawn from the common counter until
/// there are none, which is how the call is used where a job is short. Dispatch decides how many threads it starts;
/// where they are fewer than the workers, the iterations that come late find nothing left to do.
///
/// A counted batch has one iteration, since the allocator's counters do not tell whose an allocation was.
///
/// `@unchecked Sendable` rests on the pool, which calls it from one thread at a time.
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
    for state in workers.states { state.fillInChecksums(batch) }
    return BatchResult(of: workers.states, batch: batch, release: release)
  }

  private func runIteration(_ state: WorkerState, _ batch: JobBatch, release: UInt64) {
    let counted = batch.counter.map(CountedSpan.begin)
    let (jobs, start) = state.takeJobs(of: batch, from: line, clock: clock)
    if let counted { state.add(counted) }
    // An iteration that came when all was done did not keep anything waiting.
    if jobs > 0 {
      state.report.share.queueWaitNanoseconds = max(
        state.report.share.queueWaitNanoseconds, start - release)
    }
  }
}
