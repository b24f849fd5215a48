/// One worker's part of a subject: whatever it needs to run jobs.
///
/// A worker is never used by two threads at once and need not be `Sendable`. With `DispatchMode.serialQueues`
/// it is made, used and destroyed on one thread. In the other modes it moves between threads, so its
/// behaviour MUST NOT depend on the current thread.
package protocol Worker {
  /// Runs job `index`. Only this is timed.
  ///
  /// SHOULD leave the worker unchanged, so that all jobs of an index cost the same.
  mutating func run(job index: Int)

  /// Returns the checksum of the result of job `index`.
  ///
  /// Called after a batch and outside all timing, once per job that this worker ran in it. A worker that no
  /// longer holds the job's result runs the job again. MUST return the same checksum, bit for bit, for every
  /// worker and every call.
  mutating func checksum(ofJob index: Int) -> Double
}

/// A cell and the way to run it.
package struct MeasuredCell: Sendable {
  package var description: CellDescription
  /// The number of distinct jobs, at least 1: iteration `i` of a batch runs job `i % jobCount`.
  package var jobCount: Int
  /// The cell in a form that a worker process reads; nil, the default, if no process can measure it.
  package var work: WorkerCell?
  /// Makes one worker, which may be a `SelfTimedWorker`. Called before anything is timed, as
  /// `WorkerPool.load` says. An error fails the cell, not the run.
  package var makeWorker: @Sendable () throws -> any Worker

  /// - Precondition: `jobCount` and `description.threads` are at least 1.
  package init(
    description: CellDescription, jobCount: Int = 1, work: WorkerCell? = nil,
    makeWorker: @escaping @Sendable () throws -> any Worker
  ) {
    precondition(jobCount >= 1, "A cell needs a job.")
    precondition(description.threads >= 1, "A cell needs a thread.")
    self.description = description
    self.jobCount = jobCount
    self.work = work
    self.makeWorker = makeWorker
  }
}
