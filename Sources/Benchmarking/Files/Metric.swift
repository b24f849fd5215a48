/// A figure with one value per sample, or per job of a latency pass.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// Wall time of a batch per element of one tree. Falls as threads are added.
  case wallNanosecondsPerElement = "wall_ns_per_element"
  /// Processor time of all workers per element of one tree.
  case cpuNanosecondsPerElement = "cpu_ns_per_element"
  /// Jobs per second of wall time.
  case treesPerSecond = "trees_per_second"
  /// The time that Dispatch itself added: the longest wait of a worker for its first job, or the mean time
  /// from a block's submission to its start.
  case queueWaitNanoseconds = "queue_wait_ns"
  /// The peak of the process, with the cell loaded alone.
  case peakResidentBytes = "peak_rss_bytes"
  /// Switches in a batch.
  case involuntaryContextSwitches = "ctx_switch_invol"
  case allocCountPerTree = "alloc_count_per_tree"
  case allocBytesPerTree = "alloc_bytes_per_tree"
  /// Counts of the processor for a job, of all threads together.
  case instructionsPerTree = "instructions_per_tree"
  case cyclesPerTree = "cycles_per_tree"
  case instructionsPerCycle = "instructions_per_cycle"
  case branchMissesPerTree = "branch_misses_per_tree"
  case cacheMissesPerTree = "cache_misses_per_tree"
  /// The share of a batch's wall time in which its workers had jobs; 1 = all of them, all the time.
  case busyShare = "busy_share"
  /// The duration of a job, without any wait before it. Its values are jobs, not batches.
  case latencyNanoseconds = "latency_ns"

  /// The direction that is an improvement.
  enum Better: String, Hashable, Sendable {
    case lower
    case higher
  }

  /// The unit; `1` for plain counts.
  var unit: String {
    switch self {
    case .wallNanosecondsPerElement, .cpuNanosecondsPerElement, .queueWaitNanoseconds,
      .latencyNanoseconds:
      "ns"
    case .treesPerSecond: "1/s"
    case .peakResidentBytes, .allocBytesPerTree: "bytes"
    case .involuntaryContextSwitches, .allocCountPerTree, .busyShare, .instructionsPerTree, .cyclesPerTree,
      .instructionsPerCycle, .branchMissesPerTree, .cacheMissesPerTree:
      "1"
    }
  }

  var better: Better {
    switch self {
    case .treesPerSecond, .busyShare, .instructionsPerCycle: .higher
    default: .lower
    }
  }

  /// The pass whose samples have the metric.
  var pass: MeasuringPass {
    switch self {
    case .allocCountPerTree, .allocBytesPerTree, .peakResidentBytes, .instructionsPerTree, .cyclesPerTree,
      .instructionsPerCycle, .branchMissesPerTree, .cacheMissesPerTree:
      .alloc
    case .latencyNanoseconds: .latency
    default: .time
    }
  }

  /// Returns the sample's value; nil if it was not measured or is meaningless, as with no elements or no
  /// time. Latencies are in histograms, not in samples.
  func value(of sample: SampleRecord) -> Double? {
    guard sample.pass == pass, sample.iterations > 0 else { return nil }
    let trees = Double(sample.iterations)
    let elements = trees * Double(sample.cell.nodeCount)
    switch self {
    case .wallNanosecondsPerElement: return Self.share(sample.wallNanoseconds, of: elements)
    case .cpuNanosecondsPerElement: return Self.share(sample.cpuNanoseconds, of: elements)
    case .treesPerSecond:
      guard let wall = sample.wallNanoseconds, wall > 0 else { return nil }
      return trees * 1e9 / Double(wall)
    case .queueWaitNanoseconds: return sample.queueWaitNanoseconds.map { Double($0) }
    case .peakResidentBytes: return sample.peakResidentBytes.map { Double($0) }
    case .involuntaryContextSwitches: return sample.involuntaryContextSwitches.map { Double($0) }
    case .allocCountPerTree: return Self.share(sample.allocCount, of: trees)
    case .allocBytesPerTree: return Self.share(sample.allocBytes, of: trees)
    case .instructionsPerTree: return Self.share(sample.instructionCount, of: trees)
    case .cyclesPerTree: return Self.share(sample.cycleCount, of: trees)
    case .instructionsPerCycle:
      return sample.cycleCount.flatMap { Self.share(sample.instructionCount, of: Double($0)) }
    case .branchMissesPerTree: return Self.share(sample.branchMissCount, of: trees)
    case .cacheMissesPerTree: return Self.share(sample.cacheMissCount, of: trees)
    case .busyShare:
      let workers = Double(sample.cell.threads)
      return sample.wallNanoseconds.flatMap { Self.share(sample.busyNanoseconds, of: Double($0) * workers) }
    case .latencyNanoseconds: return nil
    }
  }

  private static func share(_ amount: UInt64?, of count: Double) -> Double? {
    guard let amount, count > 0 else { return nil }
    return Double(amount) / count
  }
}
