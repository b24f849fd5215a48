/// One worker's part of a subject: its state for running the cell's job. `WorkerState.takeJobs` takes the jobs of a
/// batch for a worker and times them.
///
/// A worker is never used by two threads at once and need not be `Sendable`. With `DispatchMode.serialQueues`
/// it is made, used and destroyed on one thread. In the other modes it moves between threads, so its
/// behaviour MUST NOT depend on the current thread.
package protocol Worker {
  /// Runs the job. Only this is timed.
  ///
  /// SHOULD leave the worker unchanged, so that all runs cost the same.
  ///
  /// - Parameter index: the number of the run in its batch, from 0.
  mutating func run(job index: Int)

  /// Runs jobs one after another. Default: each by `run(job:)`.
  ///
  /// - Throws: the reason why one failed; its description becomes the reason of the failed cell.
  mutating func run(jobs: Range<Int>) throws

  /// The most jobs that are prepared together; nil, the default, for none. Workers that prepare use serial
  /// queues.
  var mostPreparedJobs: Int? { get }

  /// Prepares the jobs that run next. Not timed.
  mutating func prepare(jobs: Int) throws

  /// True if other threads work while this worker waits, default false. The processor time of a batch is then the whole
  /// process's, and its allocations are unknown. The worker runs its part of a batch at once, because to begin and to
  /// wait take longer than many a job.
  var isAsynchronous: Bool { get }

  /// Returns the checksum of the job's result.
  ///
  /// Called after a batch and outside all timing, if this worker ran the job in it. A worker that no longer
  /// holds the result runs the job again. MUST return the same checksum, bit for bit, for every worker and
  /// every call.
  mutating func resultChecksum() -> Double
}

extension Worker {
  package mutating func run(jobs: Range<Int>) throws {
    for job in jobs { run(job: job) }
  }

  package var mostPreparedJobs: Int? { nil }
  package mutating func prepare(jobs: Int) throws {}
  package var isAsynchronous: Bool { false }
}
