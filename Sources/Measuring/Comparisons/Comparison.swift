/// The result of comparing two revisions, or the counts of two programs.
///
/// Its form in JSON is `compare.json`, see `StableJSON`. Values are per job, in the metric's unit.
package struct Comparison: Hashable, Sendable {
  package struct Side: Hashable, Sendable, Codable {
    /// The name that the user wrote: `main`, `HEAD~1`, `.` or a run's folder.
    package var name: String
    /// The full hash of the commit; nil if unknown.
    package var revision: String?
    /// The commit's first line; nil if unknown.
    package var title: String?
    /// True if it has uncommitted changes.
    package var isDirty = false
  }

  /// A part of a comparison's time, in the order of events.
  package enum Phase: String, Hashable, Sendable, Codable, CodingKeyRepresentable, CaseIterable {
    case allCells
    case suspects
    case instructions
  }

  /// The version of the files' meaning. New columns at the end do not raise it.
  static let schema = 2

  private(set) var schema = Comparison.schema
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
  /// The reason for the end, default `complete`. `budget` if the time was too short for a verdict on every cell.
  package var ending = RunEnding.complete
  /// The differences of the revisions' layouts, as `inbox(1) has 6 elements with the base and 7 with the candidate`; only a
  /// program's own workloads may differ. nil in comparisons from before they may.
  package var layoutChanges: [String]? = []
  /// The warnings, as for a run.
  package var warnings: [Warning] = []
  /// The duration without builds.
  package var elapsedNanoseconds: UInt64 = 0
  /// The part of the measuring time that each phase took, in nanoseconds.
  package var phases: [Phase: UInt64] = [:]
  /// True if both sides have the same sources, so that nothing was measured.
  package var haveEqualSources = false
}

extension Comparison: Codable {
  private enum CodingKeys: String, CodingKey {
    case schema, runID, base, candidate, minimumEffect, shared, rows, failures, ending, layoutChanges,
      warnings
    case elapsedNanoseconds, phases
  }
}

extension Comparison {
  /// Makes a comparison of two revisions before anything is measured.
  init(
    _ base: SourceRevision, _ candidate: SourceRevision, runID: String = "", minimumEffect: Double = 0.005
  ) {
    self.init(
      runID: runID, base: base.side, candidate: candidate.side, minimumEffect: minimumEffect, rows: [],
      ending: .incomplete)
  }

  /// The cells that were not begun, since the comparison ended before.
  package var notBegun: [CellID] {
    failures.filter { $0.status == .leftOut && $0.reason == CellOutcome.notBegun }.map(\.cell)
  }

  /// The cells whose times are not decided: the cells that were not begun, and cells with too few pairs.
  package var undecided: [CellID] {
    rows.filter { $0.metric.kind == .timed && $0.verdict == .unresolved }.map(\.cell) + notBegun
  }
}

extension SourceRevision {
  fileprivate var side: Comparison.Side {
    Comparison.Side(name: name, revision: commit, title: title, isDirty: isDirty)
  }

  var gitState: GitState { GitState(revision: commit, isDirty: isDirty) }
}

extension Comparison.Phase {
  /// The phase's name after "3 s for".
  package var title: String {
    switch self {
    case .allCells: "all cells"
    case .suspects: "what looked changed"
    case .instructions: "instructions"
    }
  }
}
