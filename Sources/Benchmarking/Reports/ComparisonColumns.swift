/// The columns of `compare.csv`: a row a cell and metric.
package enum ComparisonColumns {
  /// The version of the columns' meaning, and of the JSON's. New columns at the end do not raise it.
  package static let schema = 1

  /// In their order. New ones are added at the end and nowhere else.
  ///
  /// Values are of one job, in the metric's unit. Empty = not measured, or not known. A ratio to a base of 0 is `inf`.
  package static let names = [
    "schema", "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
    "metric", "base_revision", "cand_revision", "pair_count", "base_value", "cand_value", "ratio", "ci_low",
    "ci_high", "ci_level", "null_ratio", "null_ci_low", "null_ci_high", "detectable_ratio", "verdict",
    "confirmed", "note",
  ]

  /// Those that no row can do without.
  static let required = [
    "schema", "run_id", "subject", "workload", "node_count", "depth", "seed", "params", "threads", "pool",
    "metric", "pair_count", "base_value", "cand_value", "ratio", "ci_low", "ci_high", "ci_level", "verdict",
  ]

  /// A row's fields in the columns' order.
  ///
  /// A side without a revision is called by its name, and one with changes that are in no commit has `-dirty` after its revision, as git
  /// describes it. What has no verdict, because it was not measured in turns, is `unresolved`.
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
  /// The file's text: the header, and a row for each of the comparison's.
  package static func text(of comparison: Comparison) -> String {
    comparison.rows.reduce(into: CSVText.row(ComparisonColumns.names)) {
      $0 += CSVText.row(ComparisonColumns.fields(of: $1, in: comparison))
    }
  }
}
