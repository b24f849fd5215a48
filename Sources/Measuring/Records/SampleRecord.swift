/// One sample: a batch with its figures and its position. One row of `samples.csv`; the properties are its
/// columns, in their order. nil = not measured, which is never the same as 0.
package struct SampleRecord: Hashable, Sendable {
  /// The version of the columns' meaning. New columns at the end do not raise it.
  static let schema = 1

  var runID: String
  /// The part of a run that was spread over machines, from 1; nil = the run was not spread.
  var shard: Int?
  /// The number of the sample in its run, from 0, in the order in which they were taken.
  var sequence: Int
  /// The time when the batch ended, ISO 8601.
  var utc: String
  package var pass: MeasuringPass = .time
  package var arm: ComparisonArm = .base
  var revision: String?
  var buildID: String?
  /// The columns `subject`, `workload`, `node_count`, `depth`, `seed`, `params`, `threads` and `pool`.
  package var cell: CellID
  /// The process pair of a comparison; nil in a plain run.
  var pair: Int?
  var pid: Int
  /// The round, from 0. Warm-up samples count their own rounds from 0.
  var round: Int
  /// The place among the cells of the round, from 0.
  var order: Int
  var phase: Phase
  /// Jobs in the batch.
  package var iterations: Int
  package var wallNanoseconds: UInt64?
  /// The CPU time of all workers together.
  var cpuNanoseconds: UInt64?
  /// The time that Dispatch itself added, as `WorkerPool.BatchResult.queueWaitNanoseconds` says.
  package var queueWaitNanoseconds: UInt64?
  /// The allocations of the whole batch, like all figures that follow.
  var allocCount: UInt64?
  var allocBytes: UInt64?
  /// The peak of the process since right before the cell was loaded alone; only in the pass `alloc`.
  var peakResidentBytes: UInt64?
  var involuntaryContextSwitches: UInt64?
  /// The machine's steal time, in ticks of 1/100 s on most machines.
  var stealTicks: UInt64?
  var checksum: Double
  var status: Status = .ok
  /// The busy time of all workers together.
  var busyNanoseconds: UInt64?
  /// Pages that the system had to find; as the next count, only in the pass `alloc` of a comparison.
  var pageFaults: UInt64?
  /// How often the process's threads waited.
  var voluntaryContextSwitches: UInt64?
  /// The bytes that a job of code processes, if the code gives a number.
  var byteCount: UInt64?

  /// True if the sample is the result of a unit of work.
  package var counts: Bool { phase == .measure && status == .ok }
}

extension SampleRecord {
  /// The phase of a sample, which says if it counts or was taken before the machine was warm.
  enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
    case warmup
    case measure
  }

  /// The status of a sample, which says if it can be trusted.
  enum Status: String, Hashable, Sendable, Codable, CaseIterable {
    case ok
    /// Two workers gave different checksums in the batch.
    case checksumDisagrees
    /// The batch's checksum differs from the checksum of the cell's earlier batches.
    case checksumChanged
  }

  /// The position of a sample in its run.
  struct Place {
    var pass: MeasuringPass
    var phase: Phase
    var round: Int
    var order: Int
  }
}
