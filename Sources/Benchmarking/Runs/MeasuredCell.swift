/// One worker's own part of a subject: whatever it needs to run jobs.
///
/// A worker is never used by two threads at once and need not be `Sendable`. With `DispatchMode.serialQueues` it is made,
/// used and destroyed on one thread; in the other modes it moves between threads, so what it does MUST NOT depend on
/// which one it is on.
package protocol Worker {
  /// Runs job `index`. This is what is timed.
  ///
  /// SHOULD leave the worker as it found it, so that all jobs of an index cost alike.
  mutating func run(job index: Int)

  /// The checksum of what job `index` computes.
  ///
  /// Asked for after a batch and outside all timing, once for each job that this worker ran in it. A worker
  /// that no longer holds the job's result runs the job again. MUST give the same checksum, bit for bit,
  /// whichever worker is asked and however often.
  mutating func checksum(ofJob index: Int) -> Double
}

/// A cell and the way to run it.
package struct MeasuredCell: Sendable {
  package var description: CellDescription
  /// Distinct jobs, at least 1: iteration `i` of a batch runs job `i % jobCount`.
  package var jobCount: Int
  /// The same cell in words that a worker process understands; nil, the default, where none can measure it.
  package var work: WorkerCell?
  /// Makes one worker, which may be a `SelfTimedWorker`; called before anything is timed, as `WorkerPool.load` says. What it
  /// throws makes the cell fail, not the run.
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
