/// A figure that is compared between two revisions.
package enum ComparedMetric: String, Hashable, Sendable, Codable, CaseIterable {
  /// Wall time of a batch.
  case wallNanoseconds = "wall_ns"
  /// Processor time of all workers of a batch. Less noisy than wall time, but blind to waiting.
  case cpuNanoseconds = "cpu_ns"
  /// Allocations of a counted batch.
  case allocCount = "alloc_count"
  /// Bytes that a counted batch allocates.
  case allocBytes = "alloc_bytes"
  /// The process's peak resident size.
  case peakResidentBytes = "peak_rss_bytes"
  /// Instructions of a job under callgrind.
  case instructionCount = "instruction_count"

  /// The way in which values of a metric are judged.
  package enum Kind: Hashable, Sendable {
    /// Values scatter: judged by pairs of processes, an interval and the null arm.
    case timed
    /// Values repeat: judged by equality.
    case exact
    /// Values nearly repeat: judged by a fixed share.
    case nearlyExact(share: Double)
  }

  package var kind: Kind {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: .timed
    case .allocCount, .allocBytes: .exact
    // A few pages come and go with the allocator's timing.
    case .peakResidentBytes: .nearlyExact(share: 0.02)
    // Threads that share a cell also wait for one another: see `InstructionCounter.share(of:)`.
    case .instructionCount: .nearlyExact(share: 0.000_1)
    }
  }

  /// The metric's name for people, without a unit.
  package var title: String {
    switch self {
    case .wallNanoseconds: "wall time"
    case .cpuNanoseconds: "CPU time"
    case .allocCount: "allocations"
    case .allocBytes: "bytes allocated"
    case .peakResidentBytes: "peak memory"
    case .instructionCount: "instructions"
    }
  }
}
