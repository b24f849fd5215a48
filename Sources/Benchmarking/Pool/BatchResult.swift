/// What one batch of jobs took and gave.
package struct BatchResult: Hashable, Sendable {
  /// One worker's part in a batch.
  package struct WorkerShare: Hashable, Sendable {
    /// Jobs that it ran.
    package var jobs: Int
    /// From its first job's start to its last job's end; 0 if it ran none. Where each job is a block of its own, the
    /// sum of the jobs' durations.
    package var busyNanoseconds: UInt64
    /// From the batch's release to the moment it looked for its first job, whether or not it got one. Where each job
    /// is a block of its own, the mean time from a block's submission to its start.
    package var queueWaitNanoseconds: UInt64
    /// Processor time of its thread while it ran jobs; nil where the platform cannot tell, and where each job is a
    /// block of its own, since asking takes longer than many a job.
    package var cpuNanoseconds: UInt64?
  }

  /// Jobs that were run, those of all workers together.
  package var iterations: Int
  /// From the batch's release to the last worker's finish; where a worker times itself, what it says.
  package var wallNanoseconds: UInt64
  /// A share for each worker, in the workers' order.
  package var workers: [WorkerShare]
  /// Processor time of all workers together; nil where the platform cannot tell. Where each job is a block of its
  /// own, that of the process, which is at rest otherwise: Dispatch's part is in it.
  package var cpuNanoseconds: UInt64?
  /// What Dispatch itself added before work began: the longest that a worker waited for its first job, or where each
  /// job is a block of its own, the mean time from a block's submission to its start.
  package var queueWaitNanoseconds: UInt64
  /// The sum of the checksums of the distinct jobs, each once, in the order of their indices: bit for bit the
  /// same whatever the number of workers. 0 for an empty batch.
  package var checksum: Double
  /// The first job for which two workers gave different checksums; nil when all agreed.
  package var disagreeingJob: Int?
  /// Bytes that the jobs allocated; nil = not counted.
  package var allocBytes: UInt64?
  /// Allocations that were made while the batch ran; nil = not counted.
  package var allocCount: UInt64?
  /// Why the batch could not be run, as a sentence; then nothing else here means anything. nil, and for all workers but
  /// a `SelfTimedWorker` always nil, where it was run.
  package var failure: String?

  /// How long the workers had jobs in hand, all of them together.
  package var busyNanoseconds: UInt64 {
    workers.reduce(0) { $0 + $1.busyNanoseconds }
  }
}

extension BatchResult {
  /// What the workers' reports of a batch come to together.
  init(of states: [WorkerState], batch: JobBatch, release: UInt64) {
    var checksums = ChecksumTable(jobCount: batch.jobCount)
    for state in states { checksums.merge(state.checksums, batch: batch.number) }
    let reports = states.map(\.report)
    let shares = reports.map(\.share)
    self.init(
      iterations: batch.iterations,
      wallNanoseconds: max(reports.lazy.map(\.endNanoseconds).max() ?? 0, release) - release,
      workers: shares, cpuNanoseconds: Self.sum(shares.lazy.map(\.cpuNanoseconds)),
      queueWaitNanoseconds: shares.lazy.map(\.queueWaitNanoseconds).max() ?? 0,
      checksum: checksums.sum(batch: batch.number), disagreeingJob: checksums.disagreeingJob,
      allocBytes: Self.sum(reports.lazy.map(\.allocBytes)),
      allocCount: Self.sum(reports.lazy.map(\.allocCount)),
      failure: reports.lazy.compactMap(\.failure).first)
  }

  /// nil where there is no value at all: workers without a job measure nothing.
  private static func sum(_ values: some Sequence<UInt64?>) -> UInt64? {
    values.reduce(UInt64?.none) { sum, value in value.map { (sum ?? 0) + $0 } ?? sum }
  }
}
