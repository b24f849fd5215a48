import Synchronization

/// Workers that run batches of jobs together, in any of the ways in which Dispatch can be asked to run them.
///
/// A cell may want fewer workers than the pool has; the others stay parked. So one pool serves cells of all
/// numbers of threads and all modes, where a pool for each would soon use up the threads that Dispatch is willing
/// to start.
///
/// Any thread may call a pool; calls that overlap wait for one another. A worker MUST NOT call the pool that
/// runs it.
package final class WorkerPool: Sendable {
  /// The most workers that a pool can have: Dispatch starts 255 threads for a class of queues on Linux, and
  /// workers that never start would keep the others waiting.
  package static let maximumThreads = 250

  /// A cell whose workers are ready in the pool that loaded it.
  package struct LoadedCell: Hashable, Sendable {
    fileprivate var id: Int
    fileprivate var jobCount: Int
    /// Workers that take part.
    package let threads: Int
    /// How they are run.
    package let dispatch: DispatchMode
    /// Whether its worker is a `SelfTimedWorker`.
    package let timesItself: Bool
  }

  private struct State {
    var nextCell = 0
    var nextBatch: UInt64 = 1
    var isShutDown = false
  }

  /// Workers in the pool.
  package let threads: Int
  private let serialQueues: SerialQueues
  private let concurrentQueue: ConcurrentQueue
  private let concurrentPerform: ConcurrentPerform
  private let state = Mutex(State())

  /// Starts the workers and parks them.
  ///
  /// - Parameters:
  ///   - threads: 1 to `maximumThreads`. There may be more than cores.
  ///   - clock: what batches are timed with.
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

  /// Makes the workers of a cell, and returns when every one is made.
  ///
  /// - Parameters:
  ///   - jobCount: distinct jobs, at least 1.
  ///   - threads: workers that take part, 1 to the pool's own number, which is the default.
  ///   - dispatch: how they are run, default `serialQueues`.
  ///   - makeWorker: called once for each worker: with `serialQueues` on the worker's own thread, all at once, else on the
  ///     calling thread, one after another.
  /// - Throws: the first error in the workers' order, or a `SelfTimingError`; then no worker keeps any state of the cell.
  package func load(
    jobCount: Int, threads: Int? = nil, dispatch: DispatchMode = .serialQueues,
    makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> LoadedCell {
    let threads = threads ?? self.threads
    precondition(jobCount >= 1, "A cell needs a job.")
    precondition((1...self.threads).contains(threads), "A cell needs a worker that the pool has.")
    return try state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      let id = state.nextCell
      state.nextCell += 1
      let timesItself = try dispatcher(dispatch).load(
        cell: id, jobCount: jobCount, threads: threads, makeWorker: makeWorker)
      return LoadedCell(
        id: id, jobCount: jobCount, threads: threads, dispatch: dispatch, timesItself: timesItself)
    }
  }

  /// Destroys the workers of a cell. A cell that is not loaded is let pass.
  package func unload(_ cell: LoadedCell) {
    state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      dispatcher(cell.dispatch).unload(cell: cell.id, threads: cell.threads)
    }
  }

  /// Runs iterations 0 to `iterations - 1`, each once, and returns when the last is done.
  ///
  /// - Parameters:
  ///   - cell: what `load` of this pool returned.
  ///   - iterations: 0 or more.
  ///   - counter: counts allocations where it is given. Times of a counted batch are not to be used; in all modes but
  ///     `serialQueues` its jobs are run one at a time.
  ///   - latencies: keeps how long each job took where it is given, with room for the cell's workers. Times of such a
  ///     batch contain two readings of the clock a job. A worker that times itself leaves it empty.
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
          cell: cell.id, jobCount: cell.jobCount, iterations: iterations, number: number,
          counter: cell.timesItself ? nil : counter, latencies: latencies), threads: cell.threads)
    }
  }

  /// Has every worker of a cell run jobs of which nothing is kept, so that whatever a worker makes on its first jobs is made: in a
  /// batch one worker may be quick enough to leave another without a job.
  ///
  /// - Parameter jobs: 0 to `jobs - 1` are run by each; 1 to the cell's number of jobs. Not for workers that time themselves.
  package func warmUp(_ cell: LoadedCell, jobs: Int) {
    precondition((1...cell.jobCount).contains(jobs), "A worker has so many distinct jobs.")
    precondition(!cell.timesItself, "A worker that times itself is handed whole batches.")
    state.withLock { state in
      precondition(!state.isShutDown, "The pool was shut down.")
      dispatcher(cell.dispatch).warmUp(cell: cell.id, threads: cell.threads, jobs: jobs)
    }
  }

  /// Destroys all workers and lets the threads go. Once is enough, more does no harm; a pool that is let go of shuts
  /// down by itself.
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
