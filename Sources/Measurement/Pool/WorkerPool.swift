import Synchronization

/// Long-lived workers, each on a Dispatch serial queue of its own, that run batches of jobs together.
///
/// A cell may want fewer workers than the pool has; the others stay parked. So one pool serves cells of all
/// numbers of threads, where a pool for each would soon use up the threads that Dispatch is willing to start.
///
/// Between batches the workers are parked and cost nothing. In a batch all start at once and draw jobs from one
/// shared counter, so that a slow worker never holds up work that a fast one could take.
///
/// Any thread may call a pool; calls that overlap wait for one another. A worker MUST NOT call the pool that
/// runs it.
public final class WorkerPool: Sendable {
  /// The most workers that a pool can have: Dispatch starts 255 threads for a class of queues on Linux, and
  /// workers that never start would keep the others waiting.
  public static let maximumThreads = 250

  /// A cell whose workers are ready in the pool that loaded it.
  public struct LoadedCell: Hashable, Sendable {
    fileprivate var id: Int
    fileprivate var jobCount: Int
    /// Workers that take part.
    public let threads: Int
    /// Whether its worker is a `SelfTimedWorker`.
    public let timesItself: Bool
  }

  private struct State {
    var nextCell = 0
    var nextBatch: UInt64 = 1
    var isShutDown = false
  }

  /// Workers in the pool.
  public let threads: Int
  private let line: StartingLine
  private let seats: [WorkerSeat]
  private let state = Mutex(State())

  /// Starts the workers and parks them.
  ///
  /// - Parameters:
  ///   - threads: 1 to `maximumThreads`. There may be more than cores.
  ///   - clock: what batches are timed with.
  public init(threads: Int, clock: any MonotonicClock = SystemClock()) {
    precondition((1...Self.maximumThreads).contains(threads), "A pool needs a worker, and has a limit.")
    let line = StartingLine(clock: clock)
    self.threads = threads
    self.line = line
    seats = (0..<threads).map { WorkerSeat(index: $0, line: line, clock: clock) }
  }

  deinit {
    shutDown()
  }

  /// Makes each worker's state on its own thread, all at once, and returns when every one is made.
  ///
  /// - Parameters:
  ///   - jobCount: distinct jobs, at least 1.
  ///   - threads: workers that take part, 1 to the pool's own number, which is the default.
  ///   - makeWorker: called once on each thread.
  /// - Throws: the first error in the workers' order, or a `SelfTimingError`; then no worker keeps any state of the cell.
  public func load(
    jobCount: Int, threads: Int? = nil, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> LoadedCell {
    let threads = threads ?? self.threads
    precondition(jobCount >= 1, "A cell needs a job.")
    precondition((1...self.threads).contains(threads), "A cell needs a worker that the pool has.")
    return try state.withLock { state in
      let id = state.nextCell
      state.nextCell += 1
      command(.load(cell: id, jobCount: jobCount, makeWorker: makeWorker), threads, state)
      if let error = seats[..<threads].lazy.compactMap(\.loadingError).first {
        command(.unload(cell: id), threads, state)
        throw error
      }
      let timesItself = seats[0].timesItself(cell: id)
      if timesItself && threads > 1 {
        command(.unload(cell: id), threads, state)
        throw SelfTimingError.severalThreads(threads)
      }
      return LoadedCell(id: id, jobCount: jobCount, threads: threads, timesItself: timesItself)
    }
  }

  /// Destroys the workers' state of a cell, on their own threads. A cell that is not loaded is let pass.
  public func unload(_ cell: LoadedCell) {
    state.withLock { command(.unload(cell: cell.id), cell.threads, $0) }
  }

  /// Runs iterations 0 to `iterations - 1`, each once, and returns when the last is done.
  ///
  /// - Parameters:
  ///   - cell: what `load` of this pool returned.
  ///   - iterations: 0 or more.
  ///   - counter: counts allocations where it is given. Times of a counted batch are not to be used.
  public func runBatch(
    of cell: LoadedCell, iterations: Int, counting counter: (any AllocationCounter)? = nil
  ) -> BatchResult {
    precondition(iterations >= 0, "A batch has 0 iterations or more.")
    return state.withLock { state in
      let number = state.nextBatch
      state.nextBatch += 1
      command(
        .run(
          .init(
            cell: cell.id, jobCount: cell.jobCount, iterations: iterations, number: number,
            counter: counter)), cell.threads, state)
      return result(of: cell, iterations: iterations, number: number, counter: counter)
    }
  }

  /// Destroys all workers' state and lets the threads go. Once is enough, more does no harm; a pool that is
  /// let go of shuts down by itself.
  public func shutDown() {
    state.withLock { state in
      guard !state.isShutDown else { return }
      command(.stop, threads, state)
      state.isShutDown = true
    }
  }

  /// Has the first `threads` workers carry out a command, and returns when they have.
  private func command(_ command: WorkerSeat.Command, _ threads: Int, _ state: State) {
    precondition(!state.isShutDown, "The pool was shut down.")
    line.reset(workerCount: threads)
    for seat in seats[..<threads] { seat.post(command) }
    line.waitForEveryone()
  }

  private func result(
    of cell: LoadedCell, iterations: Int, number: UInt64, counter: (any AllocationCounter)?
  ) -> BatchResult {
    let counter = cell.timesItself ? nil : counter
    let allocationsAtEnd = counter?.processAllocationCount()
    let called = seats[..<cell.threads]
    let reports = called.map(\.report)
    var checksums = ChecksumTable(jobCount: cell.jobCount)
    for seat in called {
      if let own = seat.checksums(of: cell.id) { checksums.merge(own, batch: number) }
    }
    var allocCount: UInt64?
    if let allocationsAtEnd, let before = line.processAllocationsAtRelease {
      allocCount = allocationsAtEnd - before
    }
    var allocBytes: UInt64? = 0
    for report in reports {
      allocBytes = allocBytes.flatMap { sum in report.allocBytes.map { sum + $0 } }
    }
    let release = reports[0].releaseNanoseconds
    let end = reports.lazy.map(\.endNanoseconds).max() ?? release
    let wall = cell.timesItself ? reports[0].selfTimedNanoseconds ?? 0 : end - release
    return BatchResult(
      iterations: iterations, wallNanoseconds: wall, workers: reports.map(\.share),
      checksum: checksums.sum(batch: number), disagreeingJob: checksums.disagreeingJob,
      allocBytes: allocBytes, allocCount: allocCount, failure: reports.lazy.compactMap(\.failure).first)
  }
}
