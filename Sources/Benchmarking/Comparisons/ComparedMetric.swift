/// A figure of which two revisions are compared.
package enum ComparedMetric: String, Hashable, Sendable, Codable, CaseIterable {
  /// Wall time of a batch.
  case wallNanoseconds = "wall_ns"
  /// Processor time of all workers of a batch. Sharper than wall time, and blind to waiting.
  case cpuNanoseconds = "cpu_ns"
  /// Allocations of a counted batch.
  case allocCount = "alloc_count"
  /// Bytes that a counted batch allocates.
  case allocBytes = "alloc_bytes"
  /// The process's peak resident size.
  case peakResidentBytes = "peak_rss_bytes"
  /// Instructions of a job under callgrind.
  case instructionCount = "instruction_count"

  /// How values of the metric are judged.
  package enum Kind: Hashable, Sendable {
    /// They scatter: judged by pairs of processes, an interval and the null arm.
    case timed
    /// They repeat: judged by equality.
    case exact
    /// They nearly repeat: judged by a fixed share.
    case nearlyExact(share: Double)
  }

  package var kind: Kind {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: .timed
    case .allocCount, .allocBytes: .exact
    // Pages come and go with the allocator's timing, by a few at a time.
    case .peakResidentBytes: .nearlyExact(share: 0.02)
    // If several threads work on a cell, they wait for one another too: `InstructionCounter.share(of:)`.
    case .instructionCount: .nearlyExact(share: 0.000_1)
    }
  }

  /// What people call it, without a unit.
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
