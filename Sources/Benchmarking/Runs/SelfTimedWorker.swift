/// A worker that times its jobs itself, because what is measured happens where the pool's clock does not reach: in another
/// process, say, to which the way there and back takes longer than the job.
///
/// A batch is handed to it as a whole, and takes as long as it says. A cell of such workers has one job and one thread. Nothing
/// is known of what its batches allocate or of the processor time that they take.
package protocol SelfTimedWorker: Worker {
  /// Runs the job so many times, and returns how long these runs took together, in nanoseconds.
  ///
  /// - Throws: why it could not; its description becomes the reason for which the cell fails. The worker is not asked for
  ///   anything after that.
  mutating func run(iterations: Int) throws -> UInt64
}

/// Why a cell cannot be loaded whose workers time themselves.
package enum SelfTimingError: Error, Hashable, Sendable, CustomStringConvertible {
  /// It is to run on so many threads.
  case severalThreads(Int)
  /// It has so many distinct jobs.
  case severalJobs(Int)
  /// It is to run in a mode that binds it to no queue.
  case noSerialQueue

  package var description: String {
    switch self {
    case .severalThreads(let count): "A worker that times itself runs on 1 thread, and not on \(count)."
    case .severalJobs(let count): "A worker that times itself has 1 job, and not \(count)."
    case .noSerialQueue: "A worker that times itself runs on a serial queue of its own."
    }
  }
}
