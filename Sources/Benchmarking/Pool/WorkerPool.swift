import Synchronization

/// A pool of workers that run batches of jobs together, in any dispatch mode.
///
/// A cell may use fewer workers than the pool has; the others stay parked. So one pool serves cells of all
/// thread counts and modes. A pool for each would soon use up the threads that Dispatch is willing to start.
///
/// Any thread may call a pool; overlapping calls wait for one another. A worker MUST NOT call its own pool.
package final class WorkerPool: Sendable {
  /// The most workers that a pool can have. Dispatch starts at most 255 threads for a class of queues on
  /// Linux, and workers that never start would keep the others waiting.
  package static let maximumThreads = 250

  /// A cell whose workers are ready in the pool that loaded it.
  package struct LoadedCell: Hashable, Sendable {
    fileprivate var id: Int
    /// The number of workers that take part.
    package let threads: Int
    /// The mode in which they run.
    package let dispatch: DispatchMode
    /// True if its worker is a `SelfTimedWorker`.
    package let timesItself: Bool
  }

  private struct State {
    var nextCell = 0
    var nextBatch: UInt64 = 1
    var isShutDown = false
  }

  /// The number of workers in the pool.
  package let threads: Int
  private let serialQueues: SerialQueues
  private let concurrentQueue: ConcurrentQueue
  private let concurrentPerform: ConcurrentPerform
  private let state = Mutex(State())

  /// Starts the workers and parks them.
  ///
  /// - Parameters:
  ///   - threads: 1 to `maximumThreads`. There may be more than cores.
  ///   - clock: times batches.
  package init(threads: Int, clock: any MonotonicClock = SystemClock()) {
    precondition((1...Self.maximumThreads).contains(threads), "A pool needs a worker, and has a limit.")
    self.threads = threads
    serialQueues = SerialQueues(threads: threads, clock: clock)
    concurrentQueue = ConcurrentQueue(clock: clock)
    concurrentPerform = ConcurrentPerform(clock: clock)
  }

  deinit {
    shutDown()
  }

  /// Makes the workers of a cell, and returns when all are made.
  ///
  /// - Parameters:
  ///   - threads: workers that take part, 1 to the pool's number, which is the default.
  ///   - dispatch: the mode in which they run, default `serialQueues`.
  ///   - makeWorker: called once per worker: with `serialQueues` on the worker's own thread, all at once,
  ///     else on the calling thread, one after another.
  /// - Throws: the first error in the workers' order, or a `SelfTimingError`; the cell then leaves no state.
  package func load(
    threads: Int? = nil, dispatch: DispatchMode = .serialQueues,
    makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> LoadedCell {
    let threads = threads ?? self.threads
    precondition((1...self.threads).contains(threads), "A cell needs a worker that the pool has.")
    return try state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      let id = state.nextCell
      state.nextCell += 1
      let timesItself = try dispatcher(dispatch).load(
        cell: id, threads: threads, makeWorker: makeWorker)
      return LoadedCell(id: id, threads: threads, dispatch: dispatch, timesItself: timesItself)
    }
  }

  /// Destroys the workers of a cell. Ignores a cell that is not loaded.
  package func unload(_ cell: LoadedCell) {
    state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      dispatcher(cell.dispatch).unload(cell: cell.id, threads: cell.threads)
    }
  }

  /// Runs iterations 0 to `iterations - 1`, each once, and returns when the last is done.
  ///
  /// - Parameters:
  ///   - cell: the result of this pool's `load`.
  ///   - iterations: 0 or more.
  ///   - counter: counts allocations, if present. Do not use the times of a counted batch. In all modes but
  ///     `serialQueues` its jobs run one at a time.
  ///   - latencies: records the duration of each job, if present; needs room for the cell's workers. The
  ///     batch's times then include two readings of the clock per job. A self-timed worker leaves it empty.
  package func runBatch(
    of cell: LoadedCell, iterations: Int, counting counter: (any AllocationCounter)? = nil,
    recording latencies: LatencyRecorder? = nil
  ) -> BatchResult {
    precondition(iterations >= 0, "A batch has 0 iterations or more.")
    precondition(latencies.map { $0.workerCount >= cell.threads } ?? true, "Each worker keeps its own.")
    return state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      let number = state.nextBatch
      state.nextBatch += 1
      return dispatcher(cell.dispatch).run(
        JobBatch(
          cell: cell.id, iterations: iterations, number: number,
          counter: cell.timesItself ? nil : counter, latencies: latencies), threads: cell.threads)
    }
  }

  /// Makes every worker of a cell run the job once without recording it, so that it has made what it needs on
  /// its first run: in a batch, one worker may be quick enough to leave another without a job.
  ///
  /// - Precondition: the workers do not time themselves.
  package func warmUp(_ cell: LoadedCell) {
    precondition(!cell.timesItself, "A worker that times itself is handed whole batches.")
    state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      dispatcher(cell.dispatch).warmUp(cell: cell.id, threads: cell.threads)
    }
  }

  /// Destroys all workers and releases the threads. Further calls have no effect. A pool that is released
  /// shuts down by itself.
  package func shutDown() {
    state.withLock { state in
      guard !state.isShutDown else { return }
      for mode in DispatchMode.allCases { dispatcher(mode).shutDown() }
      state.isShutDown = true
    }
  }

  private func dispatcher(_ mode: DispatchMode) -> any JobDispatcher {
    switch mode {
    case .serialQueues: serialQueues
    case .concurrentQueue: concurrentQueue
    case .concurrentPerform: concurrentPerform
    }
  }
}
