/// What kind of thing a pass over the cells looks for. Counting and timing never share a pass.
package enum MeasuringPass: String, Hashable, Sendable, Codable, CaseIterable {
  case time
  case alloc
  case instr
  case trace
  /// How long each job takes; the clock is read twice a job, so it is no pass for timing batches.
  case latency
}

/// Which side of a comparison a sample is of: a plain run is all `base`.
package enum ComparisonArm: String, Hashable, Sendable, Codable, CaseIterable {
  case base
  case cand
  case null
}

/// Whether a sample counts, or came before the machine was warm.
package enum SamplePhase: String, Hashable, Sendable, Codable, CaseIterable {
  case warmup
  case measure
}

/// Whether a sample can be trusted.
package enum SampleStatus: String, Hashable, Sendable, Codable, CaseIterable {
  case ok
  /// Two workers gave different checksums for one job of the batch.
  case checksumDisagrees
  /// The batch's checksum is not that of the cell's earlier batches.
  case checksumChanged
}

/// One sample: a batch, what it took and where it belongs. One row of `samples.csv`; the properties are its
/// columns, in their order. nil = not measured, which is never the same as 0.
package struct SampleRecord: Hashable, Sendable {
  /// The version of the columns' meaning. New columns at the end do not raise it.
  package static let schema = 1

  package var runID: String
  /// Which part of a run that was spread over machines, from 1; nil = the run was not spread.
  package var shard: Int?
  /// Counts the run's samples from 0, in the order in which they were taken.
  package var sequence: Int
  /// When the batch was done, ISO 8601.
  package var utc: String
  package var pass: MeasuringPass = .time
  package var arm: ComparisonArm = .base
  package var revision: String?
  package var buildID: String?
  /// `subject`, `workload`, `node_count`, `depth`, `seed`, `params`, `threads` and `pool`.
  package var cell: CellDescription
  /// Process pair of a comparison; nil in a plain run.
  package var pair: Int?
  package var pid: Int
  /// From 0; warm-up samples count their own rounds from 0.
  package var round: Int
  /// Place among the cells of the round, from 0.
  package var order: Int
  package var phase: SamplePhase
  /// Jobs in the batch.
  package var iterations: Int
  package var wallNanoseconds: UInt64?
  /// Of all workers together.
  package var cpuNanoseconds: UInt64?
  /// What Dispatch itself added, as `BatchResult.queueWaitNanoseconds` says.
  package var queueWaitNanoseconds: UInt64?
  /// Of the whole batch, like all that follow.
  package var allocCount: UInt64?
  package var allocBytes: UInt64?
  /// The process's, since right before the cell was loaded alone; of the pass `alloc`.
  package var peakResidentBytes: UInt64?
  package var instructionCount: UInt64?
  package var involuntaryContextSwitches: UInt64?
  /// The machine's, in ticks of 1/100 s on most.
  package var stealTicks: UInt64?
  package var checksum: Double
  package var status: SampleStatus = .ok
  /// How long the workers had jobs in hand, all of them together.
  package var busyNanoseconds: UInt64?
}
