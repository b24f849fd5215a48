import Foundation

/// The result of comparing two revisions, or the counts of two programs.
package struct Comparison: Hashable, Sendable {
  /// One side of a comparison.
  package struct Side: Hashable, Sendable, Codable {
    /// The name that the user wrote: `main`, `HEAD~1`, `.` or a run's folder.
    package var name: String
    /// The full hash of the commit; nil if unknown.
    package var revision: String?
    /// The commit's first line; nil if unknown.
    var title: String?
    /// True if it has uncommitted changes.
    var isDirty = false
  }

  /// A part of a comparison's time, in the order of events.
  package enum Phase: String, Hashable, Sendable, Codable, CaseIterable {
    case allCells
    case suspects
    case instructions
  }

  package var runID: String
  package var base: Side
  package var candidate: Side
  /// The smallest effect that counts, as a share: 0.005 = half a percent.
  package var minimumEffect = 0.005
  /// The changes of all cells together, which comes first, and of groups; empty with fewer than three cells.
  package var shared: [SharedChange] = []
  /// The rows, by cell and then by metric.
  package var rows: [MetricComparison]
  /// The cells that could not be compared, each with its reason.
  package var failures: [CellOutcome] = []
  /// The reason why it ended, default `complete`. `budget` if the time was too short for a verdict on every cell.
  package var ending = RunEnding.complete
  /// The differences of the revisions' layouts, as `inbox(1) has 6 elements with the base and 7 with the candidate`: only a
  /// program's own workloads may.
  package var layoutChanges: [String] = []
  /// The slowdowns that commits between the two announce.
  package var expectedSlowdowns: [ExpectedSlowdown] = []
  /// The warnings, as for a run.
  package var warnings: [Warning] = []
  /// The duration without builds.
  package var elapsedNanoseconds: UInt64 = 0
  /// The part of it that each phase took, in nanoseconds; empty if unknown.
  package var phases: [Phase: UInt64] = [:]
  /// True if both have the same sources, so that nothing was measured.
  package var haveEqualSources = false
}

extension Comparison {
  /// A comparison of two revisions that is not measured yet.
  package init(
    _ base: SourceRevision, _ candidate: SourceRevision, runID: String = "", minimumEffect: Double = 0.005
  ) {
    self.init(
      runID: runID, base: base.side, candidate: candidate.side, minimumEffect: minimumEffect, rows: [],
      ending: .incomplete)
  }
}

extension Comparison {
  /// The cells that were not begun, since the comparison ended before.
  var notBegun: [CellID] {
    failures.filter { $0.status == .leftOut && $0.reason == CellOutcome.notBegun }.map(\.cell)
  }

  /// The cells of whose time nothing is decided: those, and those with too few pairs.
  var undecided: [CellID] {
    rows.filter { $0.metric.kind == .timed && $0.verdict == .unresolved }.map(\.cell) + notBegun
  }
}

extension SourceRevision {
  fileprivate var side: Comparison.Side {
    Comparison.Side(name: name, revision: commit, title: title, isDirty: isDirty)
  }

  package var gitState: GitState { GitState(revision: commit, isDirty: isDirty) }
}

extension Comparison.Phase {
  /// The phase's name after "3 s for".
  var title: String {
    switch self {
    case .allCells: "all cells"
    case .suspects: "what looked changed"
    case .instructions: "instructions"
    }
  }
}

/// One cell and one metric of two revisions. One row of `compare.csv`.
package struct MetricComparison: Hashable, Sendable, Codable {
  /// A ratio to the base with its confidence interval.
  package struct Estimate: Hashable, Sendable, Codable {
    /// Above 1 = more than the base. +infinity if only the base is 0; 1 if both are 0.
    package var ratio: Double
    /// The ends of the confidence interval. For counted metrics both equal the ratio.
    var low: Double
    var high: Double
  }

  package var cell: CellID
  package var metric: ComparedMetric
  /// The base's median per job, in the metric's unit.
  package var baseValue: Double
  /// The candidate's value. For times measured in pairs, it is the base's value times the ratio, which is a
  /// median over pairs, and the candidate's own median could contradict it if the machine changes between
  /// pairs.
  var candidateValue: Double
  /// The number of pairs of processes behind the estimate; 1 for counted metrics.
  var pairCount: Int
  package var candidate: Estimate
  /// The level of the interval, 0 to 1; 1 for counted metrics.
  var level: Double
  /// The ratio that the candidate's does not exceed, in 95 of 100 such comparisons; nil if unknown.
  var excludedRatio: Double? = nil
  package var verdict: Verdict
  /// A sentence that explains the verdict; nil if there is nothing to explain.
  var note: String? = nil
  /// Of instructions that changed, the functions whose cost changed the most, in a few words each; nil if unknown.
  package var causes: [String]? = nil
}

extension MetricComparison {
  /// The row of a cell whose two sides compute different layouts: nothing was measured.
  ///
  /// - Parameter note: the difference, as a sentence.
  init(differing cell: CellID, note: String) {
    self.init(
      cell: cell, metric: .wallNanoseconds, baseValue: .nan, candidateValue: .nan, pairCount: 0,
      candidate: Estimate(ratio: .nan, low: .nan, high: .nan), level: 0, verdict: .different, note: note)
  }

  /// The row of a count.
  ///
  /// - Parameters:
  ///   - null: the count of the base's copy.
  ///   - share: the largest difference of equal counts. Default: the metric's own, 0 if exact.
  ///   - slack: the same as an amount, default 0.
  package init(
    cell: CellID, metric: ComparedMetric, base: Double, candidate: Double, null: Double,
    share: Double? = nil, slack: Double = 0
  ) {
    let ratio = Self.ratio(candidate, base)
    let share = share ?? metric.share
    let decision = Verdict.ofCount(base, candidate, null: null, allowed: max(share * base, slack))
    self.init(
      cell: cell, metric: metric, baseValue: base, candidateValue: candidate, pairCount: 1,
      candidate: Estimate(ratio: ratio, low: ratio, high: ratio), level: 1, excludedRatio: 1 + share,
      verdict: decision.verdict, note: decision.note)
  }

  private static func ratio(_ value: Double, _ base: Double) -> Double {
    base == 0 ? (value == 0 ? 1 : .infinity) : value / base
  }
}

extension MetricComparison.Estimate {
  /// Makes the estimate from ln(ratio) and its interval.
  init(logarithm: Double, _ interval: MedianInterval) {
    self.init(ratio: exp(logarithm), low: exp(interval.low), high: exp(interval.high))
  }
}

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
    case .allocCount, .allocBytes: .exact
    // A few pages come and go with the allocator's timing.
    case .peakResidentBytes: .nearlyExact(share: 0.02)
    // Threads that share a cell also wait for one another: see `InstructionCounter.share(of:)`.
    case .instructionCount: .nearlyExact(share: 0.000_1)
    case .pageFaultCount, .voluntarySwitchCount, .systemCallCount, .atomicCount: .nearlyExact(share: 0.02)
    // Where code and data lie decides what displaces what.
    case .cacheMissCount, .branchMissCount: .nearlyExact(share: 0.1)
    }
  }

  /// The largest difference of equal values, as a share.
  fileprivate var share: Double {
    if case .nearlyExact(let share) = kind { share } else { 0 }
  }

  /// The events that batches of equal jobs may have more or less, in all of their jobs together: to begin and to end a batch
  /// takes some.
  package var slack: Double {
    switch self {
    case .pageFaultCount, .voluntarySwitchCount: 16
    case .systemCallCount: 8
    case .atomicCount, .cacheMissCount, .branchMissCount: 64
    default: 0
    }
  }

  /// The instructions for which equal jobs may have a miss of the cache more or less: where memory lies decides which of it
  /// displaces other memory, and jobs that make nodes had 10 to 24 of 240,000.
  package static let instructionsPerMiss = 5_000.0

  /// The metric's name for people, without a unit.
  var title: String {
    switch self {
    case .wallNanoseconds: "wall time"
    case .cpuNanoseconds: "CPU time"
    case .allocCount: "allocations"
    case .allocBytes: "bytes allocated"
    case .peakResidentBytes: "peak memory"
    case .instructionCount: "instructions"
    case .pageFaultCount: "page faults"
    case .voluntarySwitchCount: "waits"
    case .systemCallCount: "system calls"
    case .atomicCount: "atomic instructions"
    case .cacheMissCount: "cache misses"
    case .branchMissCount: "mispredicted branches"
    }
  }
}
