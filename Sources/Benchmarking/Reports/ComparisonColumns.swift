/// The columns of `compare.csv`: one row per cell and metric.
package enum ComparisonColumns {
  /// The version of the columns' meaning, and of the JSON's. New columns at the end do not raise it.
  package static let schema = 1

  /// The names in order. New ones are added only at the end.
  ///
  /// Values are per job, in the metric's unit. Empty = not measured or unknown. A ratio to 0 is `inf`.
  package static let names = [
    "schema", "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
    "metric", "base_revision", "cand_revision", "pair_count", "base_value", "cand_value", "ratio", "ci_low",
    "ci_high", "ci_level", "null_ratio", "null_ci_low", "null_ci_high", "detectable_ratio", "verdict",
    "confirmed", "note",
  ]

  /// The names that every row must have.
  static let required = [
    "schema", "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
    "metric", "pair_count", "base_value", "cand_value", "ratio", "ci_low", "ci_high", "ci_level", "verdict",
  ]

  /// Returns a row's fields in the columns' order.
  ///
  /// A side without a revision has its name instead, and one with uncommitted changes has `-dirty` after its
  /// revision, as in git. A missing verdict, if times were not measured in turns, is `unresolved`.
  static func fields(of row: MetricComparison, in comparison: Comparison) -> [String] {
    let cell = row.cell
    return [
      String(schema), comparison.runID, cell.subject, cell.workload, String(cell.nodeCount),
      String(cell.depth), String(cell.seed), cell.params, String(cell.threads), cell.pool,
      row.metric.rawValue, revision(of: comparison.base),
      revision(of: comparison.candidate), String(row.pairCount),
      CSVText.number(row.baseValue), CSVText.number(row.candidateValue),
      CSVText.number(row.candidate.ratio), CSVText.number(row.candidate.low),
      CSVText.number(row.candidate.high), CSVText.number(row.level), CSVText.number(row.null?.ratio),
      CSVText.number(row.null?.low), CSVText.number(row.null?.high), CSVText.number(row.detectableRatio),
      (row.verdict ?? .unresolved).rawValue,
      row.isConfirmed.map { String($0) } ?? "", row.note ?? "",
    ]
  }

  static let dirtySuffix = "-dirty"

  private static func revision(of side: Comparison.Side) -> String {
    side.revision.map { $0 + (side.isDirty ? dirtySuffix : "") } ?? side.name
  }
}

/// A comparison as `compare.csv`.
package enum ComparisonCSV {
  /// Returns the file's text: the header, and a row for each of the comparison's.
  package static func text(of comparison: Comparison) -> String {
    comparison.rows.reduce(into: CSVText.row(ComparisonColumns.names)) {
      $0 += CSVText.row(ComparisonColumns.fields(of: $1, in: comparison))
    }
  }
}
