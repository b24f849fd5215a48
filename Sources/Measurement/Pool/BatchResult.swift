/// What one batch of jobs took and gave.
public struct BatchResult: Hashable, Sendable {
  /// One worker's part in a batch.
  public struct WorkerShare: Hashable, Sendable {
    /// Jobs that it ran.
    public var jobs: Int
    /// From its first job's start to its last job's end; 0 if it ran none.
    public var busyNanoseconds: UInt64
    /// From the barrier's release to the moment it looked for its first job, whether or not it got one.
    public var queueWaitNanoseconds: UInt64
    /// Processor time of its thread while it ran jobs; nil where the platform cannot tell.
    public var cpuNanoseconds: UInt64?
  }

  /// Jobs that were run, those of all workers together.
  public var iterations: Int
  /// From the barrier's release to the last worker's finish; where a worker times itself, what it says.
  public var wallNanoseconds: UInt64
  /// A share for each worker, in the workers' order.
  public var workers: [WorkerShare]
  /// The sum of the checksums of the distinct jobs, each once, in the order of their indices: bit for bit the
  /// same whatever the number of workers. 0 for an empty batch.
  public var checksum: Double
  /// The first job for which two workers gave different checksums; nil when all agreed.
  public var disagreeingJob: Int?
  /// Bytes that the jobs allocated; nil = not counted.
  public var allocBytes: UInt64?
  /// Allocations that were made while the batch ran; nil = not counted.
  public var allocCount: UInt64?
  /// Why the batch could not be run, as a sentence; then nothing else here means anything. nil, and for all workers but
  /// a `SelfTimedWorker` always nil, where it was run.
  public var failure: String?

  /// Processor time of all workers together; nil where the platform cannot tell.
  public var cpuNanoseconds: UInt64? {
    workers.reduce(UInt64?.some(0)) { sum, share in
      guard let sum, let own = share.cpuNanoseconds else { return nil }
      return sum + own
    }
  }

  /// The longest that a worker waited for its first job: what the pool itself added to the batch.
  public var queueWaitNanoseconds: UInt64 {
    workers.lazy.map(\.queueWaitNanoseconds).max() ?? 0
  }
}
