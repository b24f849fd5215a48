import LayoutSpecs
import LayoutWorkloads
import Measurement
import Synchronization

/// A layout that was recorded on the worker pool: which worker made it, and when it had taken the job.
struct TracedJob: Sendable {
  let job: Int
  let worker: Int
  /// When the worker had the job in hand, by the clock of the trace.
  let begin: UInt64
  let trace: LayoutTrace
}

/// What the workers of one run recorded. Any thread may add to it.
final class TracedJobs: Sendable {
  private let state = Mutex<(jobs: [TracedJob], workerCount: Int)>(([], 0))

  /// A number for a new worker, from 1.
  func nextWorker() -> Int {
    state.withLock { state in
      state.workerCount += 1
      return state.workerCount
    }
  }

  func add(_ job: TracedJob) { state.withLock { $0.jobs.append(job) } }

  /// The layouts in the order in which they were begun, but those of warming up.
  var jobs: [TracedJob] { state.withLock { $0.jobs.sorted { $0.begin < $1.begin } } }
}

/// Lays the same tree out for every job, and records it.
final class TracedWorker: Worker {
  private let tree: LayoutTree
  private let range: SizeRange
  private let clock: @Sendable () -> UInt64
  private let results: TracedJobs
  private let number: Int
  private let eventCount: Int
  private var context = LayoutContext()

  /// Lays the tree out once, so that the buffers are as large as they have to be.
  init(_ tree: LayoutTree, _ range: SizeRange, clock: @escaping @Sendable () -> UInt64, results: TracedJobs) {
    (self.tree, self.range, self.clock, self.results) = (tree, range, clock, results)
    number = results.nextWorker()
    var trace = LayoutTrace()
    context.layout(tree, in: range, recording: &trace)
    eventCount = trace.events.count
  }

  func run(job index: Int) {
    let begin = clock()
    var trace = LayoutTrace(clock: clock)
    trace.reserveCapacity(eventCount)
    context.layout(tree, in: range, recording: &trace)
    results.add(TracedJob(job: index, worker: number, begin: begin, trace: trace))
  }

  func checksum(ofJob index: Int) -> Double { context.checksum }
}
