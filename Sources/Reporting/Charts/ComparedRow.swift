import Measurement

/// One row of `compare.csv`, as far as it is drawn. nil = not measured.
struct ComparedRow: Hashable {
  /// A ratio, candidate / base, and its interval; one that ends at infinity or nowhere has no end there.
  struct Estimate: Hashable {
    var ratio: Double
    var low: Double?
    var high: Double?
  }

  var cell: CellDescription
  var metric: ComparedMetric
  var baseRevision: String
  var candidateRevision: String
  var pairCount: Int?
  var level: Double?
  /// nil also for a ratio that is not finite.
  var candidate: Estimate?
  /// Whether the ratio is not finite, since the base has none and the candidate has some.
  var isFromZero: Bool
  var null: Estimate?
  var detectableRatio: Double?
  var verdict: Verdict?
  var isConfirmed: String

  /// Reads `compare.csv`. Metrics that are not known are passed over.
  ///
  /// - Parameter unusable: gets a line for each ratio that is not finite.
  static func read(_ path: String, unusable: (String) -> Void) throws(FileError) -> [ComparedRow] {
    let needed = CellDescription.columns + ["metric", "ratio", "ci_low", "ci_high", "verdict"]
    let table = try NamedRows(CSVTable(contentsOf: path), file: path, required: needed)
    var rows: [ComparedRow] = []
    for row in table.rows {
      try row.checkSchema()
      guard let metric = ComparedMetric(rawValue: row.text("metric")) else { continue }
      let ratio: Double? = try row.optional("ratio")
      if let ratio, !ratio.isFinite {
        unusable("\(path):\(row.line): A ratio of \(ratio) has no place on an axis and is not drawn.")
      }
      rows.append(
        ComparedRow(
          cell: try CellDescription(row), metric: metric, baseRevision: row.text("base_revision"),
          candidateRevision: row.text("cand_revision"), pairCount: try row.optional("pair_count"),
          level: try row.finite("ci_level"), candidate: try row.estimate("ratio", "ci_low", "ci_high"),
          isFromZero: ratio == .infinity,
          null: try row.estimate("null_ratio", "null_ci_low", "null_ci_high"),
          detectableRatio: try row.finite("detectable_ratio"), verdict: try row.choice("verdict"),
          isConfirmed: row.text("confirmed")))
    }
    return rows
  }
}

extension NamedRow {
  fileprivate func finite(_ column: String) throws(FileError) -> Double? {
    guard let value: Double = try optional(column), value.isFinite else { return nil }
    return value
  }

  fileprivate func estimate(
    _ ratio: String, _ low: String, _ high: String
  ) throws(FileError) -> ComparedRow.Estimate? {
    guard let ratio = try finite(ratio) else { return nil }
    return ComparedRow.Estimate(ratio: ratio, low: try finite(low), high: try finite(high))
  }
}
