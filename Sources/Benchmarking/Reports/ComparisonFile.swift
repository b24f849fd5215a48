/// The contents of a `compare.csv`.
///
/// It is not the whole comparison: of the sides it has only the revisions, and it lacks the failed cells.
/// `ComparisonJSON` has everything.
package struct ComparisonFile: Sendable {
  /// The run's name; nil if there are no rows.
  package var runID: String?
  /// The revision of the base, or its name if it had none; nil if there are no rows or the field is empty.
  package var baseRevision: String?
  package var candidateRevision: String?
  /// The rows in the file's order.
  package var rows: [MetricComparison]
  /// The problems that were not fatal.
  package var warnings: [Warning]

  /// Reads a file from this program, or from a newer one with the same major schema.
  ///
  /// Columns may be in any order; unknown ones and repeated headers are ignored. A cut-off last row is
  /// dropped with a warning.
  ///
  /// - Throws: `FileError` with the file and the line for everything else, such as rows of two comparisons.
  package init(contentsOf path: String) throws(FileError) {
    try self.init(table: CSVTable(contentsOf: path), file: path)
  }

  /// Reads the same from a table that was read from `file`.
  package init(table: CSVTable, file: String) throws(FileError) {
    let columns = try CSVColumns(of: table, file: file, required: ComparisonColumns.required)
    rows = []
    for row in table.rows where row.fields != table.header {
      let record = columns.record(row)
      try record.checkSchema(upTo: ComparisonColumns.schema)
      if rows.isEmpty {
        runID = record.text("run_id")
        baseRevision = record.filled("base_revision")
        candidateRevision = record.filled("cand_revision")
      }
      guard runID == record.text("run_id") else {
        throw record.error(
          "run_id", "Rows of one comparison have one, and this is another than in the first row")
      }
      guard baseRevision == record.filled("base_revision") else {
        throw record.error(
          "base_revision", "Rows of one comparison have one base, and this is another than in the first row")
      }
      guard candidateRevision == record.filled("cand_revision") else {
        throw record.error(
          "cand_revision",
          "Rows of one comparison have one candidate, and this is another than in the first row")
      }
      rows.append(try record.metricComparison())
    }
    warnings =
      table.droppedLine.map { line in
        [
          Warning(
            cause: "\(file):\(line): The last row is cut off and was dropped.",
            nextStep: "Compare again, or summarise the samples again, to have it.")
        ]
      } ?? []
  }

  /// The comparison as far as the file describes it: nothing failed, and what the file lacks has its default.
  package var comparison: Comparison {
    func side(_ revision: String?) -> Comparison.Side {
      guard let revision else { return Comparison.Side(name: "not known") }
      let isDirty = revision.hasSuffix(ComparisonColumns.dirtySuffix)
      let hash = isDirty ? String(revision.dropLast(ComparisonColumns.dirtySuffix.count)) : revision
      // Anything but a full hash is the side's name.
      guard hash.count >= 40 && hash.allSatisfy(\.isHexDigit) else { return Comparison.Side(name: revision) }
      return Comparison.Side(name: hash, revision: hash, isDirty: isDirty)
    }
    return Comparison(
      runID: runID ?? "", base: side(baseRevision), candidate: side(candidateRevision), rows: rows,
      warnings: warnings)
  }
}

extension CSVRecord {
  fileprivate func metricComparison() throws(FileError) -> MetricComparison {
    MetricComparison(
      cell: try cell(), metric: try choice("metric"), baseValue: try required("base_value"),
      candidateValue: try required("cand_value"), pairCount: try required("pair_count"),
      candidate: MetricComparison.Estimate(
        ratio: try required("ratio"), low: try required("ci_low"), high: try required("ci_high")),
      null: try nullEstimate(), level: try required("ci_level"),
      detectableRatio: try optional("detectable_ratio"), verdict: try choice("verdict"), note: filled("note"))
  }

  private func nullEstimate() throws(FileError) -> MetricComparison.Estimate? {
    guard let ratio: Double = try optional("null_ratio") else { return nil }
    return MetricComparison.Estimate(
      ratio: ratio, low: try required("null_ci_low"), high: try required("null_ci_high"))
  }
}
