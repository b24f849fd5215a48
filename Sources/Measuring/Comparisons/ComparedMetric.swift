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
  /// Instructions of a job under callgrind.
  case instructionCount = "instruction_count"
  /// Pages of memory that the system had to find in a counted batch.
  case pageFaultCount = "page_fault_count"
  /// How often threads waited in a counted batch.
  case voluntarySwitchCount = "ctx_switch_vol"
  /// Calls of the system under callgrind.
  case systemCallCount = "system_call_count"
  /// Atomic instructions under callgrind.
  case atomicCount = "atomic_count"
  /// Misses of a cache of 1 MiB under callgrind.
  case cacheMissCount = "cache_miss_count"
  /// Branches that a simple predictor of callgrind's gets wrong.
  case branchMissCount = "branch_miss_count"
  /// Cells that a list makes in all scripts, at prices that are the same for both revisions.
  case cellsMade = "cells_made"
  /// Cells that the main thread measures, likewise.
  case cellsMeasured = "cells_measured"
  /// Cells that any thread measures again, likewise.
  case cellsMeasuredAgain = "cells_measured_again"
  /// Cells whose layouts the main thread applies, likewise.
  case cellsApplied = "cells_applied"

  /// The way in which values of a metric are judged.
  package enum Kind: Hashable, Sendable {
    /// Values scatter: judged by pairs of processes and an interval.
    case timed
    /// Values repeat: judged by equality.
    case exact
    /// Values nearly repeat: judged by a fixed share.
    case nearlyExact(share: Double)
  }

  package var kind: Kind {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: .timed
    case .allocCount, .allocBytes, .cellsMade, .cellsMeasured, .cellsMeasuredAgain, .cellsApplied: .exact
    // Threads that share a cell also wait for one another: see `InstructionCounter.share(of:)`.
    case .instructionCount: .nearlyExact(share: 0.000_1)
    case .pageFaultCount, .voluntarySwitchCount, .systemCallCount, .atomicCount: .nearlyExact(share: 0.02)
    // The places of code and data in memory decide which of them displace each other.
    case .cacheMissCount, .branchMissCount: .nearlyExact(share: 0.1)
    }
  }

  /// The largest difference of equal values, as a share.
  var share: Double {
    if case .nearlyExact(let share) = kind { share } else { 0 }
  }

  /// The number of events by which batches of equal jobs may differ, for the whole batch: to begin and to end a batch causes
  /// some.
  package var slack: Double {
    switch self {
    case .pageFaultCount, .voluntarySwitchCount: 16
    case .systemCallCount: 8
    case .atomicCount, .cacheMissCount, .branchMissCount: 64
    default: 0
    }
  }

  /// Equal jobs may differ by one cache miss in so many instructions: the places of memory decide which parts displace each
  /// other. Jobs that make nodes had 10 to 24 misses in 240,000 instructions.
  package static let instructionsPerMiss = 5_000.0

  /// The counts of callgrind: of the cells whose times changed, and with `--why` of all.
  static let ofCallgrind: [ComparedMetric] = [
    .instructionCount, .systemCallCount, .atomicCount, .cacheMissCount, .branchMissCount,
  ]

  /// The system's events in a counted batch.
  static let ofSystem: [ComparedMetric] = [.pageFaultCount, .voluntarySwitchCount]

  /// The metric's name for people, without a unit.
  package var title: String {
    switch self {
    case .wallNanoseconds: "wall time"
    case .cpuNanoseconds: "CPU time"
    case .allocCount: "allocations"
    case .allocBytes: "bytes allocated"
    case .instructionCount: "instructions"
    case .pageFaultCount: "page faults"
    case .voluntarySwitchCount: "waits"
    case .systemCallCount: "system calls"
    case .atomicCount: "atomic instructions"
    case .cacheMissCount: "cache misses"
    case .branchMissCount: "mispredicted branches"
    case .cellsMade: "cells made"
    case .cellsMeasured: "cells measured by the main thread"
    case .cellsMeasuredAgain: "cells measured again"
    case .cellsApplied: "cells applied by the main thread"
    }
  }

  /// The counts of the scripts of a list.
  static let ofFrames: [ComparedMetric] = [.cellsMade, .cellsMeasured, .cellsMeasuredAgain, .cellsApplied]

  /// True for those counts, whose rows are of a list and a way, and not of a measured cell.
  package var isOfFrames: Bool { Self.ofFrames.contains(self) }

  /// Returns the word for more or less of the metric.
  package func word(isMore: Bool) -> String {
    switch self {
    case .wallNanoseconds, .cpuNanoseconds: isMore ? "slower" : "faster"
    case .allocBytes: isMore ? "more" : "less"
    default: isMore ? "more" : "fewer"
    }
  }
}
