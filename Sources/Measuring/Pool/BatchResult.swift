/// The times, counts and checksum of a batch of jobs.
package struct BatchResult: Equatable, Sendable {
  /// One worker's share of a batch.
  struct WorkerShare: Hashable, Sendable {
    /// The number of jobs that it ran.
    var jobs: Int
    /// The time from its first job's start to its last job's end; 0 if it ran none. In `concurrentQueue`
    /// mode, the sum of its jobs' durations.
    var busyNanoseconds: UInt64
    /// The time from the batch's release to the worker's first search for a job, even if none was left. In
    /// `concurrentQueue` mode, the mean time from a block's submission to its start.
    var queueWaitNanoseconds: UInt64
    /// Processor time of its thread while it ran jobs; nil if unsupported, and in `concurrentQueue` mode,
    /// where reading it takes longer than many a job.
    var cpuNanoseconds: UInt64?
  }

  /// Jobs that all workers ran together.
  var iterations: Int
  /// The time from the batch's release to the last worker's end, or as self-timed workers report it.
  var wallNanoseconds: UInt64
  /// One share per worker, in the workers' order.
  var workers: [WorkerShare]
  /// Processor time of all workers together; nil if unsupported. In `concurrentQueue` mode, the processor
  /// time of the process, which is idle otherwise: Dispatch's part is included.
  var cpuNanoseconds: UInt64?
  /// The delay that Dispatch added before work began: the longest wait of a worker for its first job. In
  /// `concurrentQueue` mode, the mean time from a block's submission to its start.
  var queueWaitNanoseconds: UInt64
  /// The job's checksum, the same bits for any number of workers; 0 for an empty batch.
  var checksum: Double
  /// True if two workers gave different checksums, compared as bits: NaN equals itself.
  var workersDisagree: Bool
  /// Bytes that the jobs allocated; nil = not counted.
  var allocBytes: UInt64?
  /// Allocations made while the batch ran; nil = not counted.
  var allocCount: UInt64?
  /// The reason why the batch failed, as a sentence; then no other property has a meaning.
  var failure: String?

  /// The busy time of all workers together.
  var busyNanoseconds: UInt64 {
    workers.reduce(0) { $0 + $1.busyNanoseconds }
  }
}

extension BatchResult {
  /// Combines the workers' reports of a batch.
  init(of batch: JobBatch, release: UInt64) {
    let reports = batch.workers.map(\.report)
    let shares = reports.map(\.share)
    let checksums = reports.compactMap(\.checksum)
    self.init(
      iterations: batch.iterations,
      wallNanoseconds: max(reports.lazy.map(\.endNanoseconds).max() ?? 0, release) - release,
      workers: shares, cpuNanoseconds: Self.sum(shares.lazy.map(\.cpuNanoseconds)),
      queueWaitNanoseconds: shares.lazy.map(\.queueWaitNanoseconds).max() ?? 0,
      checksum: checksums.first ?? 0,
      workersDisagree: checksums.contains { $0.bitPattern != checksums.first?.bitPattern },
      allocBytes: Self.sum(reports.lazy.map(\.allocBytes)),
      allocCount: Self.sum(reports.lazy.map(\.allocCount)),
      failure: reports.lazy.compactMap(\.failure).first)
  }

  /// Returns the sum of the values present, or nil if there are none: workers without a job measure nothing.
  private static func sum(_ values: some Sequence<UInt64?>) -> UInt64? {
    values.reduce(UInt64?.none) { sum, value in value.map { (sum ?? 0) + $0 } ?? sum }
  }
}
