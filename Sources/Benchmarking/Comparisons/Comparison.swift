/// The result of comparing two revisions or two runs.
package struct Comparison: Hashable, Sendable {
  /// One side of a comparison.
  package struct Side: Hashable, Sendable, Codable {
    /// The name that the user wrote: `main`, `HEAD~1`, `.` or a run's folder.
    package var name: String
    /// The full hash of the commit; nil if unknown.
    package var revision: String?
    /// The commit's first line; nil if unknown.
    package var title: String?
    /// True if it has uncommitted changes.
    package var isDirty: Bool

    package init(name: String, revision: String? = nil, title: String? = nil, isDirty: Bool = false) {
      self.name = name
      self.revision = revision
      self.title = title
      self.isDirty = isDirty
    }
  }

  /// A cell that was undecided when the comparison ended.
  package struct WaitingCell: Hashable, Sendable, Codable {
    /// The stage that a cell waits for.
    package enum Stage: String, Hashable, Sendable, Codable {
      /// Its first pair has not begun.
      case start
      /// It needs more pairs.
      case decision
      /// A first set of pairs differs, and a second has to agree.
      case confirmation
    }

    package var cell: CellDescription
    package var stage: Stage

    package init(cell: CellDescription, stage: Stage) {
      self.cell = cell
      self.stage = stage
    }
  }

  package var runID: String
  package var base: Side
  package var candidate: Side
  /// True if samples of both were taken in turns. If not, no time has a verdict.
  package var isInterleaved: Bool
  /// The smallest effect that counts, as a share: 0.005 = half a percent.
  package var minimumEffect: Double
  /// The rows, by cell and then by metric.
  package var rows: [MetricComparison]
  /// The cells that could not be compared, each with its reason.
  package var failures: [CellOutcome]
  /// The reason why it ended, default `complete`: every cell was decided.
  package var ending: RunEnding
  /// The cells that were undecided when the budget or an interruption ended it.
  package var waiting: [WaitingCell]
  /// The warnings, as for a run.
  package var warnings: [Warning]
  /// The duration without builds.
  package var elapsedNanoseconds: UInt64

  package init(
    runID: String, base: Side, candidate: Side, isInterleaved: Bool = true, minimumEffect: Double = 0.005,
    rows: [MetricComparison], failures: [CellOutcome] = [], ending: RunEnding = .complete,
    waiting: [WaitingCell] = [], warnings: [Warning] = [], elapsedNanoseconds: UInt64 = 0
  ) {
    self.runID = runID
    self.base = base
    self.candidate = candidate
    self.isInterleaved = isInterleaved
    self.minimumEffect = minimumEffect
    self.rows = rows
    self.failures = failures
    self.ending = ending
    self.waiting = waiting
    self.warnings = warnings
    self.elapsedNanoseconds = elapsedNanoseconds
  }
}
