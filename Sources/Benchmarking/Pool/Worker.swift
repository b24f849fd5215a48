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
/// It gets a batch as a whole and reports its duration. A cell of such workers has one thread. The
/// allocations and the processor time of its batches are unknown.
package protocol SelfTimedWorker: Worker {
  /// Runs the job `iterations` times and returns how long these runs took together, in nanoseconds.
  ///
  /// - Throws: the reason why it failed; its description becomes the reason of the failed cell. The worker is
  ///   not used after that.
  mutating func run(iterations: Int) throws -> UInt64
}

/// The reason why a cell of workers that time themselves cannot be loaded.
enum SelfTimingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cell has this many threads.
  case severalThreads(Int)
  /// The cell's dispatch mode binds it to no queue.
  case noSerialQueue

  /// nil if a cell of this many threads can be loaded in this mode.
  init?(threads: Int, _ dispatch: DispatchMode) {
    if dispatch != .serialQueues {
      self = .noSerialQueue
    } else if threads > 1 {
      self = .severalThreads(threads)
    } else {
      return nil
    }
  }

  var description: String {
    switch self {
    case .severalThreads(let count): "A worker that times itself runs on 1 thread, and not on \(count)."
    case .noSerialQueue: "A worker that times itself runs on a serial queue of its own."
    }
  }
}
