import Dispatch
import Synchronization

/// `DispatchMode.serialQueues`: long-lived workers, each on its own serial queue.
///
/// Between batches the workers are parked and cost nothing. In a batch all start at once and draw jobs from
/// one shared counter, towards the end one by one, so a slow worker holds up little work that a fast one
/// could do. A worker's part of a cell is made, used and destroyed on its own thread.
///
/// A pool calls it from one thread at a time.
final class SerialQueues: JobDispatcher {
  private let line: StartingLine
  private let seats: [WorkerSeat]

  /// Starts the workers and parks them.
  init(threads: Int, clock: any MonotonicClock) {
    let line = StartingLine(clock: clock)
    self.line = line
    seats = (0..<threads).map { WorkerSeat(index: $0, line: line, clock: clock) }
  }

  /// Makes all workers at the same time.
  func load(
    _ cell: WorkerPool.LoadedCell, makeWorker: @escaping @Sendable () throws -> any Worker
  ) throws -> Bool {
    let threads = cell.threads
    command(threads) { $0.load(cell: cell.id, makeWorker: makeWorker) }
    let timesItself = seats[0].state(ofCell: cell.id)?.timesItself ?? false
    var error = seats[..<threads].lazy.compactMap(\.loadingError).first
    if error == nil && timesItself && threads > 1 { error = SelfTimingError.severalThreads(threads) }
    if let error {
      unload(cell)
      throw error
    }
    return timesItself
  }

  func unload(_ cell: WorkerPool.LoadedCell) {
    command(cell.threads) { $0.unload(cell: cell.id) }
  }

  func run(_ batch: JobBatch) -> BatchResult {
    command(batch.cell.threads) { $0.run(batch) }
    let states = seats[..<batch.cell.threads].compactMap { $0.state(ofCell: batch.cell.id) }
    var result = BatchResult(of: states, batch: batch, release: seats[0].releaseNanoseconds)
    if batch.cell.timesItself { result.wallNanoseconds = states[0].report.selfTimedNanoseconds ?? 0 }
    return result
  }

  func warmUp(_ cell: WorkerPool.LoadedCell) {
    command(cell.threads) { $0.state(ofCell: cell.id)?.warmUp() }
  }

  /// Destroys all workers and releases their threads.
  func shutDown() {
    command(seats.count) { $0.stop() }
  }

  /// Makes the first `threads` workers execute a command, and returns when they have.
  private func command(_ threads: Int, _ command: @escaping @Sendable (WorkerSeat) -> Void) {
    line.reset(workerCount: threads)
    for seat in seats[..<threads] { seat.post(command) }
    line.waitForEveryone()
  }
}

/// One worker of a pool: a Dispatch queue with its own thread that executes commands until it is stopped.
///
/// SAFETY of `@unchecked Sendable`: pool and worker take turns. The pool accesses `command` and the results
/// only while the worker is parked; the worker accesses them only between waking and coming home. `posted`
/// and the starting line order the two.
private final class WorkerSeat: @unchecked Sendable {
  private let line: StartingLine
  private let clock: any MonotonicClock
  private let wake = DispatchSemaphore(value: 0)
  private let posted = Atomic<Int>(0)
  private var command: (@Sendable (WorkerSeat) -> Void)?
  private var isServing = true
  private let index: Int
  private var loaded: [Int: WorkerState] = [:]

  /// The moment at which the current batch was released.
  private(set) var releaseNanoseconds: UInt64 = 0
  private(set) var loadingError: (any Error)?

  init(index: Int, line: StartingLine, clock: any MonotonicClock) {
    self.index = index
    self.line = line
    self.clock = clock
    let queue = DispatchQueue(label: "layoutbench.worker.\(index)", qos: .userInitiated)
    queue.async { self.serve() }
  }

  // MARK: The pool's side

  /// Makes the worker call `command`, once, on its own thread.
  func post(_ command: @escaping @Sendable (WorkerSeat) -> Void) {
    self.command = command
    posted.wrappingAdd(1, ordering: .releasing)
    wake.signal()
  }

  /// Returns its worker of a cell; nil if the cell is not loaded.
  func state(ofCell cell: Int) -> WorkerState? {
    loaded[cell]
  }

  // MARK: The worker's side

  private func serve() {
    while isServing {
      wake.wait()
      _ = posted.load(ordering: .acquiring)
      command?(self)
      command = nil
      line.comeHome()
    }
  }

  func load(cell: Int, makeWorker: @Sendable () throws -> any Worker) {
    loadingError = nil
    do {
      loaded[cell] = try WorkerState(index: index, worker: makeWorker())
    } catch {
      loadingError = error
    }
  }

  func unload(cell: Int) {
    loaded[cell] = nil
  }

  func stop() {
    loaded = [:]
    isServing = false
  }

  func run(_ batch: JobBatch) {
    guard let own = loaded[batch.cell.id] else { preconditionFailure("The cell is not loaded.") }
    own.begin()
    if own.timesItself {
      releaseNanoseconds = line.waitForRelease(batch: batch.number)
      own.runSelfTimed(batch)
      return
    }
    let counted = batch.counter.map(CountedSpan.begin)
    releaseNanoseconds = line.waitForRelease(batch: batch.number)
    let start = own.takeJobs(of: batch, from: line, clock: clock).startNanoseconds
    own.report.share.queueWaitNanoseconds = start - releaseNanoseconds
    if let counted { own.add(counted) }
    own.fillInChecksum()
  }
}
