import LayoutDiagnostics
import LayoutDocuments
import LayoutSpecs
import Measuring
import Reporting

/// Records layouts of a tree on the worker pool, and makes the profile's outputs.
struct ProfileRun {
  let name: String
  let tree: LayoutTree
  let range: SizeRange
  private let jobs: [TracedJob]
  /// The counts and times of the layouts.
  let profile: LayoutProfile
  /// The time when the jobs were given to the workers.
  private let release: UInt64

  /// - Parameters:
  ///   - threads: the number of workers.
  ///   - treeCount: the number of layouts, at least 1, which the workers share. Default: one per worker. With
  ///     one worker, the layout with the median time is kept, and for each element its median time, so that a
  ///     disturbance is not mistaken for the engine's work.
  ///   - limit: the most steps that recording so many layouts may take. Default: any number.
  init(
    name: String, tree: LayoutTree, range: SizeRange, threads: Int, treeCount: Int?,
    limit: (_ layouts: Int) -> Int = { _ in .max }
  ) throws {
    (self.name, self.tree, self.range) = (name, tree, range)
    let clock = SystemClock()
    var context = LayoutContext()
    context.layout(tree, in: range)
    let steps = context.counters.steps
    let count = treeCount ?? (threads == 1 ? Self.candidateCount(steps: steps) : threads)
    let (all, isTooMany) = steps.multipliedReportingOverflow(by: count)
    guard !isTooMany && all <= limit(count) else {
      throw CommandFailure.badInput(
        """
        \(count) \(count == 1 ? "layout" : "layouts") of \(name) would be recorded in \(steps) steps each, more than \
        the \(limit(count)) that fit into memory\(count == 1 ? "" : "; record fewer with --trees"); --limit allows more
        """)
    }
    let results = TracedJobs()
    let pool = WorkerPool(threads: threads, clock: clock)
    defer { pool.shutDown() }
    let cell = try pool.load {
      TracedWorker(tree, range, steps: steps, clock: { clock.wallNanoseconds() }, results: results)
    }
    let handedOut = clock.wallNanoseconds()
    _ = pool.runBatch(of: cell, iterations: count)
    let done = results.jobs
    if treeCount == nil && threads == 1 {
      let median = done.sorted { $0.trace.duration < $1.trace.duration }[(done.count - 1) / 2]
      (jobs, release) = ([median], median.begin)
      profile = LayoutProfile(of: tree, medianOf: done.map(\.trace))
    } else {
      (jobs, release) = (done, handedOut)
      var sum = LayoutProfile(of: tree)
      for job in done { sum.add(job.trace) }
      profile = sum
    }
  }

  /// Returns how many layouts to record: odd, so that there is a median, and bounded so that their traces
  /// take at most some hundred megabytes, unless one alone takes more.
  static func candidateCount(steps: Int) -> Int {
    (max(1, min(99, 1_000_000 / max(steps, 1))) - 1) / 2 * 2 + 1
  }

  /// Returns the cost of recording: layouts with and without recording, in turns, on this thread.
  func measureOverhead() -> InterleavedRatio {
    var silent = LayoutContext()
    var recorded = LayoutContext()
    let clock = SystemClock()
    var trace = LayoutTrace(clock: { clock.wallNanoseconds() })
    // Many short batches: most of them are undisturbed, like the layout in the table.
    return InterleavedRatio(
      rounds: 99, batchNanoseconds: 100_000, clock: clock, base: { silent.layout(tree, in: range) },
      other: { recorded.layout(tree, in: range, recording: &trace) })
  }

  /// Returns the table with this number of elements.
  func table(topElements: Int) -> ProfileTable {
    let paths = ElementPaths(of: tree)
    return ProfileTable(
      kinds: profile.kinds.map { ProfileRow($0.key, $0.value) },
      elements: profile.topElements(topElements).map { element, entry in
        ProfileRow(tree.label(of: element), path: paths[element].description, entry)
      },
      layoutCount: profile.layoutCount, nanoseconds: profile.nanoseconds,
      unattributedNanoseconds: profile.unattributedNanoseconds)
  }

  /// The stacks of all layouts with their own nanoseconds.
  var foldedStacks: String {
    var stacks = TraceStacks(of: tree)
    for job in jobs { stacks.add(job.trace) }
    return FoldedStacks.text(stacks.stacks.map { ($0.frames, $0.selfNanoseconds) })
  }

  /// Returns a timeline: one track per worker, with waits for jobs, layouts, their halves and the elements.
  func chromeTrace() -> ChromeTrace {
    let workers = Set(jobs.map(\.worker))
    return ChromeTrace(
      slices: slices(), tracks: Dictionary(uniqueKeysWithValues: workers.map { ($0, "worker \($0)") }))
  }

  /// The most steps of a timeline: with more, the file takes gigabytes, and viewers refuse it.
  private static let mostSteps = 500_000

  /// Returns the steps that a timeline shows: all, or at most so many of the longest, each of at least
  /// `least` nanoseconds. The step around a shown step takes as long, and is shown too.
  func timelineSteps(most: Int = mostSteps) -> (shown: Int, all: Int, least: UInt64) {
    let durations = jobs.flatMap { $0.trace.events.map(\.duration) }.sorted(by: >)
    guard durations.count > most else { return (durations.count, durations.count, 0) }
    let least = durations[most] + 1
    return (durations.prefix { $0 >= least }.count, durations.count, least)
  }

  /// Returns the slices of the timeline, each before the slices nested in it.
  ///
  /// - Parameter mostSteps: the most steps; the longest ones if there are more.
  func slices(mostSteps: Int = mostSteps) -> [TraceSlice] {
    let least = timelineSteps(most: mostSteps).least
    var slices: [TraceSlice] = []
    var freeSince: [Int: UInt64] = [:]
    for job in jobs {
      let free = freeSince[job.worker] ?? release
      let trace = job.trace
      slices.append(
        slice("wait for a job", "wait", job.worker, free, job.begin, ["layout": String(job.job + 1)]))
      slices.append(
        slice("layout \(name)", "layout", job.worker, trace.begin, trace.end, ["layout": String(job.job + 1)])
      )
      let firstPlaced = trace.events.firstIndex { $0.purpose == .placing } ?? trace.events.count
      slices.append(slice("measure", "half", job.worker, trace.begin, trace.placingBegin))
      slices += trace.events[..<firstPlaced].lazy.filter { $0.duration >= least }.map {
        slice($0, job.worker)
      }
      slices.append(slice("place", "half", job.worker, trace.placingBegin, trace.end))
      slices += trace.events[firstPlaced...].lazy.filter { $0.duration >= least }.map {
        slice($0, job.worker)
      }
      freeSince[job.worker] = job.end
    }
    return slices
  }

  private func slice(_ event: LayoutTrace.Event, _ worker: Int) -> TraceSlice {
    slice(
      tree.label(of: event.element), "\(event.outcome)", worker, event.begin, event.end,
      ["element": event.element.description, "given": "\(event.given)", "size": "\(event.size)"])
  }

  private func slice(
    _ name: String, _ category: String, _ worker: Int, _ begin: UInt64, _ end: UInt64,
    _ details: [String: String] = [:]
  ) -> TraceSlice {
    TraceSlice(
      name: name, category: category, track: worker, begin: begin - release, duration: end - begin,
      details: details)
  }
}

/// A layout that was recorded on the worker pool, its worker and its times.
private struct TracedJob: Sendable {
  let job: Int
  let worker: Int
  /// The time when the worker took the job, by the trace's clock. Warming up precedes the trace.
  let begin: UInt64
  /// The time when the worker had stored the trace and was free again.
  let end: UInt64
  let trace: LayoutTrace
}

/// The recordings of a run's workers. Any thread may add a recording.
private final class TracedJobs: Sendable {
  private let state = Guarded<(jobs: [TracedJob], workerCount: Int)>(([], 0))

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
private final class TracedWorker: Worker {
  private let tree: LayoutTree
  private let range: SizeRange
  /// The events of a trace, about.
  private let steps: Int
  private let clock: @Sendable () -> UInt64
  private let results: TracedJobs
  private let number: Int
  private var context = LayoutContext()

  init(
    _ tree: LayoutTree, _ range: SizeRange, steps: Int, clock: @escaping @Sendable () -> UInt64,
    results: TracedJobs
  ) {
    (self.tree, self.range, self.steps, self.clock, self.results) = (tree, range, steps, clock, results)
    number = results.nextWorker()
  }

  /// Records the layout twice into the same memory and keeps the second recording: memory that is touched for
  /// the first time, or is not in the processor's cache, takes longer than most elements.
  func run(job index: Int) {
    let begin = clock()
    var trace = LayoutTrace(clock: clock)
    trace.reserveCapacity(steps)
    for _ in 0..<2 { context.layout(tree, in: range, recording: &trace) }
    results.add(TracedJob(job: index, worker: number, begin: begin, end: clock(), trace: trace))
  }

  func resultChecksum() -> Double { context.checksum }
}
