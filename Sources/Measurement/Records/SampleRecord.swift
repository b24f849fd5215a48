/// What kind of thing a pass over the cells looks for. Counting and timing never share a pass.
public enum MeasuringPass: String, Hashable, Sendable, Codable, CaseIterable {
  case time
  case alloc
  case instr
  case trace
  /// How long each job takes; the clock is read twice a job, so it is no pass for timing batches.
  case latency
}

/// Which side of a comparison a sample is of: a plain run is all `base`.
public enum ComparisonArm: String, Hashable, Sendable, Codable, CaseIterable {
  case base
  case cand
  case null
}

/// Whether a sample counts, or came before the machine was warm.
public enum SamplePhase: String, Hashable, Sendable, Codable, CaseIterable {
  case warmup
  case measure
}

/// Whether a sample can be trusted.
public enum SampleStatus: String, Hashable, Sendable, Codable, CaseIterable {
  case ok
  /// Two workers gave different checksums for one job of the batch.
  case checksumDisagrees
  /// The batch's checksum is not that of the cell's earlier batches.
  case checksumChanged
}

/// One sample: a batch, what it took and where it belongs. One row of `samples.csv`; the properties are its
/// columns, in their order. nil = not measured, which is never the same as 0.
public struct SampleRecord: Hashable, Sendable {
  /// The version of the columns' meaning. New columns at the end do not raise it.
  public static let schema = 1

  public var runID: String
  /// Which part of a run that was spread over machines, from 1; nil = the run was not spread.
  public var shard: Int?
  /// Counts the run's samples from 0, in the order in which they were taken.
  public var sequence: Int
  /// When the batch was done, ISO 8601.
  public var utc: String
  public var pass: MeasuringPass
  public var arm: ComparisonArm
  public var revision: String?
  public var buildID: String?
  /// `subject`, `workload`, `node_count`, `depth`, `seed`, `params`, `threads` and `pool`.
  public var cell: CellDescription
  /// Process pair of a comparison; nil in a plain run.
  public var pair: Int?
  public var pid: Int
  /// From 0; warm-up samples count their own rounds from 0.
  public var round: Int
  /// Place among the cells of the round, from 0.
  public var order: Int
  public var phase: SamplePhase
  /// Jobs in the batch.
  public var iterations: Int
  public var wallNanoseconds: UInt64?
  /// Of all workers together.
  public var cpuNanoseconds: UInt64?
  /// What Dispatch itself added, as `BatchResult.queueWaitNanoseconds` says.
  public var queueWaitNanoseconds: UInt64?
  /// Of the whole batch, like all that follow.
  public var allocCount: UInt64?
  public var allocBytes: UInt64?
  /// The process's, since right before the cell was loaded alone; of the pass `alloc`.
  public var peakResidentBytes: UInt64?
  public var instructionCount: UInt64?
  public var involuntaryContextSwitches: UInt64?
  /// The machine's, in ticks of 1/100 s on most.
  public var stealTicks: UInt64?
  public var checksum: Double
  public var status: SampleStatus
  /// How long the workers had jobs in hand, all of them together.
  public var busyNanoseconds: UInt64?

  public init(
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
