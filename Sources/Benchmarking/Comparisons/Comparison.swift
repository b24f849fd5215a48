/// What two revisions, or two runs, came to beside each other.
package struct Comparison: Hashable, Sendable {
  /// One side.
  package struct Side: Hashable, Sendable, Codable {
    /// As the user wrote it: `main`, `HEAD~1`, `.` or a run's folder.
    package var name: String
    /// The full hash of the commit; nil where it is not known.
    package var revision: String?
    /// The commit's first line; nil where it is not known.
    package var title: String?
    /// Whether it has changes that are in no commit.
    package var isDirty: Bool

    package init(name: String, revision: String? = nil, title: String? = nil, isDirty: Bool = false) {
      self.name = name
      self.revision = revision
      self.title = title
      self.isDirty = isDirty
    }
  }

  /// A cell that was not decided when the comparison ended.
  package struct WaitingCell: Hashable, Sendable, Codable {
    /// What it waits for.
    package enum Stage: String, Hashable, Sendable, Codable {
      /// It was not begun.
      case start
      /// It needs more pairs.
      case decision
      /// Something differs by a first set of pairs, and a second has to agree.
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
  /// Whether samples of both were taken in turns. If they were not, no time has a verdict.
  package var isInterleaved: Bool
  /// The smallest effect that counts, as a share: 0.005 = half a percent.
  package var minimumEffect: Double
  /// Cells in their order, and of each the metrics in theirs.
  package var rows: [MetricComparison]
  /// Cells that could not be compared, each with its reason.
  package var failures: [CellOutcome]
  /// How it ended, default `complete`: every cell was decided.
  package var ending: RunEnding
  /// Cells that were not decided when the budget or somebody ended it.
  package var waiting: [WaitingCell]
  /// As for a run.
  package var warnings: [Warning]
  /// How long it took, builds not counted.
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
