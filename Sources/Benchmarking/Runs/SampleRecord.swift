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
  package var pass: MeasuringPass
  package var arm: ComparisonArm
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
  package var status: SampleStatus
  /// How long the workers had jobs in hand, all of them together.
  package var busyNanoseconds: UInt64?

  package init(
    runID: String, shard: Int? = nil, sequence: Int, utc: String, pass: MeasuringPass = .time,
    arm: ComparisonArm = .base, revision: String? = nil, buildID: String? = nil, cell: CellDescription,
    pair: Int? = nil, pid: Int, round: Int, order: Int, phase: SamplePhase, iterations: Int,
    wallNanoseconds: UInt64? = nil, cpuNanoseconds: UInt64? = nil, queueWaitNanoseconds: UInt64? = nil,
    allocCount: UInt64? = nil, allocBytes: UInt64? = nil, peakResidentBytes: UInt64? = nil,
    instructionCount: UInt64? = nil, involuntaryContextSwitches: UInt64? = nil, stealTicks: UInt64? = nil,
    checksum: Double, status: SampleStatus = .ok, busyNanoseconds: UInt64? = nil
  ) {
    self.runID = runID
    self.shard = shard
    self.sequence = sequence
    self.utc = utc
    self.pass = pass
    self.arm = arm
    self.revision = revision
    self.buildID = buildID
    self.cell = cell
    self.pair = pair
    self.pid = pid
    self.round = round
    self.order = order
    self.phase = phase
    self.iterations = iterations
    self.wallNanoseconds = wallNanoseconds
    self.cpuNanoseconds = cpuNanoseconds
    self.queueWaitNanoseconds = queueWaitNanoseconds
    self.allocCount = allocCount
    self.allocBytes = allocBytes
    self.peakResidentBytes = peakResidentBytes
    self.instructionCount = instructionCount
    self.involuntaryContextSwitches = involuntaryContextSwitches
    self.stealTicks = stealTicks
    self.checksum = checksum
    self.status = status
    self.busyNanoseconds = busyNanoseconds
  }
}
