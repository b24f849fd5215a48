/// A pool of workers that run batches of jobs together, in any dispatch mode.
///
/// A cell may use fewer workers than the pool has; the others stay parked. So one pool serves cells of all
/// thread counts and modes. A pool for each cell would soon use up the threads that Dispatch starts.
///
/// Any thread may call a pool; overlapping calls wait for one another. A worker MUST NOT call its own pool.
package final class WorkerPool: Sendable {
  /// The most workers that a pool can have. Dispatch starts at most 255 threads for a class of queues on
  /// Linux, and workers that never start would keep the others waiting.
  static let maximumThreads = 250

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
  init(threads: Int, clock: any MonotonicClock = SystemClock()) {
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
  func load(
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
  func runBatch(
    of cell: LoadedCell, iterations: Int, counting counter: (any AllocationCounter)? = nil
  ) -> BatchResult {
    precondition(iterations >= 0, "A batch has 0 iterations or more.")
    return change { state in
      let workers = state.workers(of: cell)
      let isAsynchronous = workers[0].isAsynchronous
      let counter = cell.timesItself || isAsynchronous ? nil : counter
      let batch = Batch(
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
  func shutDown() {
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
  func runBatch(_ batch: WorkerPool.Batch) -> WorkerPool.BatchResult
}

// MARK: - Batches

extension WorkerPool {
  /// A batch as the workers of a cell see it.
  struct Batch: Sendable {
    /// The cell's workers in the order of their indices; never empty.
    var workers: [WorkerState]
    var iterations: Int
    /// The batch's number, counted from 1 over the pool's life.
    var number: UInt64
    /// Counts allocations, if present.
    var counter: (any AllocationCounter)?
    /// True if each worker runs a fixed part of the jobs, as in counted batches. If workers drew jobs instead, a quick
    /// worker would run more of them, and its next jobs would allocate differently.
    var hasFixedShares: Bool

    /// Returns a worker's fixed part of the jobs, the same in every batch of that many.
    func share(ofWorker index: Int) -> Range<Int> {
      iterations * index / workers.count..<iterations * (index + 1) / workers.count
    }
  }

  /// The times, counts and checksum of a batch of jobs.
  package struct BatchResult: Equatable, Sendable {
    /// Jobs that all workers ran together.
    var iterations: Int
    /// The time from the batch's release to the last worker's end, or as self-timed workers report it.
    var wallNanoseconds: UInt64
    /// The workers' reports, in their order.
    var workers: [WorkerState.Report]
    /// Processor time of all workers together; nil if unsupported. In `concurrentQueue` mode, the processor
    /// time of the process, which is idle otherwise: Dispatch's part is included.
    var cpuNanoseconds: UInt64?
    /// The delay that Dispatch added before work began: the longest wait of a worker for its first job. In
    /// `concurrentQueue` mode, the mean time from a block's submission to its start.
    var queueWaitNanoseconds: UInt64
  }
}

extension WorkerPool.BatchResult {
  /// Combines the workers' reports of a batch.
  init(of batch: WorkerPool.Batch, release: UInt64) {
    (iterations, workers) = (batch.iterations, batch.workers.map(\.report))
    wallNanoseconds = max(workers.lazy.map(\.endNanoseconds).max() ?? 0, release) - release
    cpuNanoseconds = Self.sum(workers.lazy.map(\.cpuNanoseconds))
    queueWaitNanoseconds = workers.lazy.map(\.queueWaitNanoseconds).max() ?? 0
  }

  /// The job's checksum, the same bits for any number of workers; 0 for an empty batch.
  var checksum: Double { workers.lazy.compactMap(\.checksum).first ?? 0 }
  /// True if two workers gave different checksums, compared as bits: NaN equals itself.
  var workersDisagree: Bool { Set(workers.compactMap(\.checksum?.bitPattern)).count > 1 }
  /// Bytes that the jobs allocated; nil = not counted.
  var allocBytes: UInt64? { Self.sum(workers.lazy.map(\.allocBytes)) }
  /// Allocations made while the batch ran; nil = not counted.
  var allocCount: UInt64? { Self.sum(workers.lazy.map(\.allocCount)) }
  /// The reason why the batch failed, as a sentence; then no other property has a meaning.
  var failure: String? { workers.lazy.compactMap(\.failure).first }
  var busyNanoseconds: UInt64 { workers.reduce(0) { $0 + $1.busyNanoseconds } }

  /// Returns the sum of the values present, or nil if there are none: workers without a job measure nothing.
  private static func sum(_ values: some Sequence<UInt64?>) -> UInt64? {
    values.reduce(UInt64?.none) { sum, value in value.map { (sum ?? 0) + $0 } ?? sum }
  }
}
