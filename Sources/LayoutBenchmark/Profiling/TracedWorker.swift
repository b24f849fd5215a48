import Benchmarking
import LayoutSpecs
import LayoutWorkloads
import Synchronization

/// A layout that was recorded on the worker pool, its worker and its times.
struct TracedJob: Sendable {
  let job: Int
  let worker: Int
  /// The time when the worker took the job, by the trace's clock. It warms up before the trace begins.
  let begin: UInt64
  /// The time when the worker had stored the trace and was free again.
  let end: UInt64
  let trace: LayoutTrace
}

/// The recordings of a run's workers. Any thread may add to it.
final class TracedJobs: Sendable {
  private let state = Mutex<(jobs: [TracedJob], workerCount: Int)>(([], 0))

  /// Returns a number for a new worker, from 1.
  func nextWorker() -> Int {
    state.withLock { state in
      state.workerCount += 1
      return state.workerCount
    }
  }

  func add(_ job: TracedJob) { state.withLock { $0.jobs.append(job) } }

  /// The layouts in the order of their starts, without warm-up.
  var jobs: [TracedJob] { state.withLock { $0.jobs.sorted { $0.begin < $1.begin } } }
}

/// Lays out the same tree for every job, and records it.
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

  /// Records the layout twice into the same buffer and keeps the second recording, because memory that is
  /// touched for the first time, or is not in the processor's cache, takes longer than most elements.
  func run(job index: Int) {
    let begin = clock()
    for _ in 0..<2 { context.layout(tree, in: range, recording: &trace) }
    // A copy with its own memory leaves the buffer for the next layout.
    var copy = trace
    copy.reserveCapacity(trace.events.count)
    results.add(TracedJob(job: index, worker: number, begin: begin, end: clock(), trace: copy))
  }

  func resultChecksum() -> Double { context.checksum }
}
