import Benchmarking
import LayoutSpecs
import LayoutWorkloads
import Synchronization

/// A layout that was recorded on the worker pool: which worker made it, and when it had taken the job.
struct TracedJob: Sendable {
  let job: Int
  let worker: Int
  /// When the worker had the job in hand, by the clock of the trace. It warms up before the trace begins.
  let begin: UInt64
  /// When it had put the trace away and was free again.
  let end: UInt64
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
  private var context = LayoutContext()
  private var trace: LayoutTrace

  init(_ tree: LayoutTree, _ range: SizeRange, clock: @escaping @Sendable () -> UInt64, results: TracedJobs) {
    (self.tree, self.range, self.clock, self.results) = (tree, range, clock, results)
    number = results.nextWorker()
    trace = LayoutTrace(clock: clock)
  }

  /// Records the layout twice into the same buffer, and keeps the second recording: memory that is touched
  /// for the first time, or that is not in the processor's cache, takes longer than most elements.
  func run(job index: Int) {
    let begin = clock()
    for _ in 0..<2 { context.layout(tree, in: range, recording: &trace) }
    // A copy with memory of its own leaves the buffer to the next layout.
    var copy = trace
    copy.reserveCapacity(trace.events.count)
    results.add(TracedJob(job: index, worker: number, begin: begin, end: clock(), trace: copy))
  }

  func checksum(ofJob index: Int) -> Double { context.checksum }
}
