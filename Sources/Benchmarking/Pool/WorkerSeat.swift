import Dispatch
import Synchronization

/// One worker of a pool: a Dispatch queue with its own thread that executes commands until it is stopped.
///
/// SAFETY of `@unchecked Sendable`: pool and worker take turns. The pool accesses `command` and the results
/// only while the worker is parked; the worker accesses them only between waking and coming home. `posted`
/// and the starting line order the two.
final class WorkerSeat: @unchecked Sendable {
  enum Command {
    case none
    case load(cell: Int, makeWorker: @Sendable () throws -> any Worker)
    case warmUp(cell: Int)
    case run(JobBatch)
    case unload(cell: Int)
    case stop
  }

  private let line: StartingLine
  private let clock: any MonotonicClock
  private let wake = DispatchSemaphore(value: 0)
  private let posted = Atomic<Int>(0)
  private var command = Command.none
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

  func post(_ command: Command) {
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
    var isServing = true
    while isServing {
      wake.wait()
      _ = posted.load(ordering: .acquiring)
      switch command {
      case .none: break
      case .load(let cell, let makeWorker): load(cell: cell, makeWorker: makeWorker)
      case .warmUp(let cell): loaded[cell]?.warmUp()
      case .run(let batch): run(batch)
      case .unload(let cell): loaded[cell] = nil
      case .stop:
        loaded = [:]
        isServing = false
      }
      command = .none
      line.comeHome()
    }
  }

  private func load(cell: Int, makeWorker: @Sendable () throws -> any Worker) {
    loadingError = nil
    do {
      loaded[cell] = try WorkerState(index: index, worker: makeWorker())
    } catch {
      loadingError = error
    }
  }

  private func run(_ batch: JobBatch) {
    guard let own = loaded[batch.cell] else { preconditionFailure("The cell is not loaded.") }
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
