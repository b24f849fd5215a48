/// A pool of workers that run batches of jobs together, in any dispatch mode.
///
/// A cell may use fewer workers than the pool has; the others stay parked. So one pool serves cells of all
/// thread counts and modes. A pool for each cell would soon use up the threads that Dispatch starts.
///
/// Any thread may call a pool; overlapping calls wait for one another. A worker MUST NOT call its own pool.
package final class WorkerPool: Sendable {
  /// The most workers that a pool can have. Dispatch starts at most 255 threads for a class of queues on
  /// Linux, and workers that never start would keep the others waiting.
  package static let maximumThreads = 250

  /// A cell whose workers are ready in the pool that loaded it.
  package struct LoadedCell: Hashable, Sendable {
    /// Its number in the pool.
    let id: Int
    /// The number of workers that take part.
    let threads: Int
    /// The mode in which they run.
    let dispatch: DispatchMode
    /// True if its worker is a `SelfTimedWorker`.
    let timesItself: Bool
  }

  private struct State {
    var cells: [LoadedCell: [WorkerState]] = [:]
    var nextCell = 0
    var nextBatch: UInt64 = 1
    var isShutDown = false

    func workers(of cell: LoadedCell) -> [WorkerState] {
      guard let workers = cells[cell] else { preconditionFailure("The cell is not loaded.") }
      return workers
    }
  }

  /// The number of workers in the pool.
  private let threads: Int
  private let clock: any MonotonicClock
  private let serialQueues: SerialQueues
  private let concurrentQueue: ConcurrentDispatcher
  private let concurrentPerform: ConcurrentDispatcher
  private let state = Guarded(State())

  /// Starts the workers and parks them.
  ///
  /// - Parameters:
  ///   - threads: 1 to `maximumThreads`. There may be more than cores.
  ///   - clock: times batches.
  package init(threads: Int, clock: any MonotonicClock = SystemClock()) {
    precondition((1...Self.maximumThreads).contains(threads), "A pool needs a worker, and has a limit.")
    self.threads = threads
    self.clock = clock
    serialQueues = SerialQueues(threads: threads, clock: clock)
    concurrentQueue = ConcurrentDispatcher(.concurrentQueue, clock: clock)
    concurrentPerform = ConcurrentDispatcher(.concurrentPerform, clock: clock)
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
  /// - Throws: the first error in the workers' order, also if one times itself or prepares jobs and has no serial queue; the
  ///   cell then leaves no state.
  package func load(
    threads: Int? = nil, dispatch: DispatchMode = .serialQueues,
    makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> LoadedCell {
    let threads = threads ?? self.threads
    precondition((1...self.threads).contains(threads), "A cell needs a worker that the pool has.")
    return try change { state in
      let workers = (0..<threads).map { WorkerState(index: $0) }
      dispatcher(dispatch).onEach(workers) { $0.load(makeWorker) }
      let timesItself = workers[0].timesItself
      var error = workers.lazy.compactMap(\.loadingError).first
      if error == nil && (timesItself || workers[0].preparesJobs) && dispatch != .serialQueues {
        error = WorkerError("A worker that times itself or prepares jobs runs on a serial queue of its own.")
      }
      if let error {
        dispatcher(dispatch).onEach(workers) { $0.unload() }
        throw error
      }
      let cell = LoadedCell(
        id: state.nextCell, threads: threads, dispatch: dispatch, timesItself: timesItself)
      state.nextCell += 1
      state.cells[cell] = workers
      return cell
    }
  }

  /// Destroys the workers of a cell. Ignores a cell that is not loaded.
  func unload(_ cell: LoadedCell) {
    change { state in
      if let workers = state.cells.removeValue(forKey: cell) {
        dispatcher(cell.dispatch).onEach(workers) { $0.unload() }
      }
    }
  }

  /// Runs jobs 0 to `iterations - 1`, each once, and returns when the last is done.
  ///
  /// - Parameters:
  ///   - cell: the result of this pool's `load`.
  ///   - iterations: 0 or more.
  ///   - counter: counts allocations, if present. Do not use the times of a counted batch: its jobs run one at a time,
  ///     and allocations of all threads count as the running job's.
  package func runBatch(
    of cell: LoadedCell, iterations: Int, counting counter: (any AllocationCounter)? = nil
  ) -> BatchResult {
    precondition(iterations >= 0, "A batch has 0 iterations or more.")
    return change { state in
      let workers = state.workers(of: cell)
      let isAsynchronous = workers[0].isAsynchronous
      let counter = cell.timesItself || isAsynchronous ? nil : counter
      let batch = JobBatch(
        workers: workers, iterations: iterations, number: state.nextBatch, counter: counter,
        hasFixedShares: counter != nil || workers[0].preparesJobs
          || isAsynchronous && cell.dispatch == .serialQueues)
      state.nextBatch += 1
      let cpuStart = isAsynchronous ? clock.processCPUNanoseconds() : nil
      var result = dispatcher(cell.dispatch).runBatch(batch)
      if let cpuStart, let cpuEnd = clock.processCPUNanoseconds() {
        let preparing = workers.reduce(0) { $0 + $1.report.preparingCPUNanoseconds }
        result.cpuNanoseconds = cpuEnd - cpuStart - min(preparing, cpuEnd - cpuStart)
      }
      return result
    }
  }

  /// Destroys all workers and releases the threads. Further calls have no effect. A released pool shuts down
  /// by itself.
  package func shutDown() {
    state.withLock { state in
      guard !state.isShutDown else { return }
      for (cell, workers) in state.cells { dispatcher(cell.dispatch).onEach(workers) { $0.unload() } }
      state.cells = [:]
      serialQueues.stop()
      state.isShutDown = true
    }
  }

  private func change<Result: Sendable, Failure>(
    _ body: (inout State) throws(Failure) -> Result
  ) throws(Failure) -> Result {
    try state.withLock { state throws(Failure) in
      precondition(!state.isShutDown, "The pool was shut down.")
      return try body(&state)
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

/// A way to run a cell's workers.
///
/// A pool makes one call at a time.
protocol JobDispatcher: Sendable {
  /// Calls `body` for each worker of a cell, where the worker may be made and destroyed, and returns when all
  /// calls have.
  func onEach(_ workers: [WorkerState], _ body: @escaping @Sendable (WorkerState) -> Void)

  /// Runs jobs 0 to `batch.iterations - 1`, each once, and returns when the last is done.
  func runBatch(_ batch: JobBatch) -> BatchResult
}
