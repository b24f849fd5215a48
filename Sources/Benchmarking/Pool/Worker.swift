/// One worker's part of a subject: whatever it needs to run the cell's job. `WorkerState.takeJobs` takes the jobs of
/// a batch for it and times them.
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

  /// Returns the checksum of the job's result.
  ///
  /// Called after a batch and outside all timing, if this worker ran the job in it. A worker that no longer
  /// holds the result runs the job again. MUST return the same checksum, bit for bit, for every worker and
  /// every call.
  mutating func resultChecksum() -> Double
}

/// A worker that times its jobs itself, because the measured work is out of reach of the pool's clock: for
/// example in another process, if the round trip takes longer than the job.
///
/// It gets its share of a batch as a whole and reports the duration. Several workers of a cell begin theirs together,
/// and the batch takes as long as the slowest. The allocations and the processor time of its batches are unknown.
package protocol SelfTimedWorker: Worker {
  /// Runs the job `iterations` times and returns how long these runs took together, in nanoseconds.
  ///
  /// - Throws: the reason why it failed; its description becomes the reason of the failed cell. The worker is
  ///   not used after that.
  mutating func run(iterations: Int) throws -> UInt64
}

/// A cell of workers that time themselves is loaded in a mode in which it has no serial queue.
struct NoSerialQueue: Error, Hashable, CustomStringConvertible {
  var description: String { "A worker that times itself runs on a serial queue of its own." }
}
