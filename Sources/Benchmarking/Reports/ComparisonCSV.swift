/// `compare.csv`: a row for each cell and metric of a comparison, with the run and its two sides. It is for spreadsheets and
/// statistics programs; this program reads `compare.json`, which has everything.
///
/// Values are per job, in the metric's unit. Empty = not measured or unknown. A ratio to 0 is `inf`.
enum ComparisonCSV {
  /// The version of the columns' meaning, and of the JSON's. New columns at the end do not raise it.
  static let schema = 2

  typealias Field = @Sendable (_ row: MetricComparison, _ comparison: Comparison) -> String

  /// The names of the columns, and their fields of a row, in the file's order. New ones are added only at the end.
  static let columns: [(name: String, field: Field)] = {
    let run: [(name: String, field: Field)] = [("schema", { _, _ in schema.csv }), ("run_id", { $1.runID })]
    let cell = CellID.columns.map { column -> (name: String, field: Field) in
      (column.name, { row, _ in column.write(row.cell) })
    }
    let figures: [(name: String, field: Field)] = [
      ("metric", { row, _ in row.metric.csv }), ("base_revision", { $1.base.revisionText }),
      ("cand_revision", { $1.candidate.revisionText }), ("pair_count", { row, _ in row.pairCount.csv }),
      ("base_value", { row, _ in row.baseValue.csv }), ("cand_value", { row, _ in row.candidateValue.csv }),
      ("ratio", { row, _ in row.candidate.ratio.csv }), ("ci_low", { row, _ in row.candidate.low.csv }),
      ("ci_high", { row, _ in row.candidate.high.csv }), ("ci_level", { row, _ in row.level.csv }),
      ("excluded_ratio", { row, _ in row.excludedRatio.csv }),
      ("verdict", { row, _ in row.verdict.rawValue }), ("note", { row, _ in row.note.csv }),
    ]
    return run + cell + figures
  }()

  static func text(of comparison: Comparison) -> String {
    comparison.rows.reduce(into: CSVText.row(columns.map(\.name))) { text, row in
      text += CSVText.row(columns.map { $0.field(row, comparison) })
    }
  }
}

extension Comparison.Side {
  /// The revision, with `-dirty` behind it, as in git, if it has uncommitted changes; the name if there is none.
  fileprivate var revisionText: String { revision.map { $0 + (isDirty ? "-dirty" : "") } ?? name }
}
