/// A figure that each sample, or each job of a pass for latencies, gives one value of.
package enum Metric: String, Hashable, Sendable, CaseIterable {
  /// Wall time of a batch, for one element of one tree: falls as threads are added.
  case wallNanosecondsPerElement = "wall_ns_per_element"
  /// Processor time of all workers, for one element of one tree.
  case cpuNanosecondsPerElement = "cpu_ns_per_element"
  /// Jobs that a second of wall time sees done.
  case treesPerSecond = "trees_per_second"
  /// What Dispatch itself added: the longest that a worker of the batch waited for its first job, or the mean time from
  /// a block's submission to its start.
  case queueWaitNanoseconds = "queue_wait_ns"
  /// Of the process, with the cell loaded alone.
  case peakResidentBytes = "peak_rss_bytes"
  /// In a batch.
  case involuntaryContextSwitches = "ctx_switch_invol"
  case allocCountPerTree = "alloc_count_per_tree"
  case allocBytesPerTree = "alloc_bytes_per_tree"
  /// The share of a batch's wall time that its workers had jobs in hand; 1 = all of them, all the time.
  case busyShare = "busy_share"
  /// How long a job took, without any waiting before it. Its values are jobs, not batches.
  case latencyNanoseconds = "latency_ns"

  /// Which way is an improvement.
  package enum Better: String, Hashable, Sendable {
    case lower
    case higher
  }

  /// `1` for plain counts.
  package var unit: String {
    switch self {
    case .wallNanosecondsPerElement, .cpuNanosecondsPerElement, .queueWaitNanoseconds,
      .latencyNanoseconds:
      "ns"
    case .treesPerSecond: "1/s"
    case .peakResidentBytes, .allocBytesPerTree: "bytes"
    case .involuntaryContextSwitches, .allocCountPerTree, .busyShare: "1"
    }
  }

  package var better: Better { self == .treesPerSecond || self == .busyShare ? .higher : .lower }

  /// The pass whose samples have it.
  package var pass: MeasuringPass {
    switch self {
    case .allocCountPerTree, .allocBytesPerTree, .peakResidentBytes: .alloc
    case .latencyNanoseconds: .latency
    default: .time
    }
  }

  /// The sample's value; nil where it was not measured or has no meaning, as with no elements or no time. Latencies are
  /// not in samples, but in histograms.
  package func value(of sample: SampleRecord) -> Double? {
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
