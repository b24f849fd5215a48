/// A worker that times its jobs itself, because the measured work is out of reach of the pool's clock: for
/// example in another process, if the round trip takes longer than the job.
///
/// It gets a batch as a whole and reports its duration. A cell of such workers has one job and one thread.
/// The allocations and the processor time of its batches are unknown.
package protocol SelfTimedWorker: Worker {
  /// Runs the job `iterations` times and returns how long these runs took together, in nanoseconds.
  ///
  /// - Throws: the reason why it failed; its description becomes the reason of the failed cell. The worker is
  ///   not used after that.
  mutating func run(iterations: Int) throws -> UInt64
}

/// The reason why a cell of workers that time themselves cannot be loaded.
package enum SelfTimingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// The cell has this many threads.
  case severalThreads(Int)
  /// The cell has this many distinct jobs.
  case severalJobs(Int)
  /// The cell's dispatch mode binds it to no queue.
  case noSerialQueue

  package var description: String {
    switch self {
    case .severalThreads(let count): "A worker that times itself runs on 1 thread, and not on \(count)."
    case .severalJobs(let count): "A worker that times itself has 1 job, and not \(count)."
    case .noSerialQueue: "A worker that times itself runs on a serial queue of its own."
    }
  }
}
