import Foundation

/// `compare.csv`: a row for each cell and metric of a comparison, with the run and its two sides. It is for spreadsheets and
/// statistics programs; this program reads `compare.json`, which has everything.
///
/// Values are per job, in the metric's unit. Empty = not measured or unknown. A ratio to 0 is `inf`.
enum ComparisonCSV {
  typealias Row = (row: MetricComparison, comparison: Comparison)

  /// The columns in the file's order. New ones are added only at the end.
  static let columns: [CSVColumn<Row>] = {
    let run: [CSVColumn<Row>] = [.schema(Comparison.schema), .init("run_id") { $0.comparison.runID }]
    let cell = CellID.columns.map { column in CSVColumn<Row>(column.name) { column.write($0.row.cell) } }
    let figures: [CSVColumn<Row>] = [
      .init("metric") { $0.row.metric.rawValue }, .init("base_revision") { $0.comparison.base.revisionText },
      .init("cand_revision") { $0.comparison.candidate.revisionText },
      .init("pair_count") { $0.row.pairCount.csv }, .init("base_value") { $0.row.baseValue.csv },
      .init("cand_value") { $0.row.candidateValue.csv }, .init("ratio") { $0.row.candidate.ratio.csv },
      .init("ci_low") { $0.row.candidate.low.csv }, .init("ci_high") { $0.row.candidate.high.csv },
      .init("ci_level") { $0.row.level.csv }, .init("excluded_ratio") { $0.row.excludedRatio.csv },
      .init("verdict") { $0.row.verdict.rawValue }, .init("note") { $0.row.note.csv },
    ]
    return run + cell + figures
  }()

  static func text(of comparison: Comparison) -> String {
    CSVText.file(columns, of: comparison.rows.map { ($0, comparison) })
  }
}

extension Comparison.Side {
  /// The revision, with `-dirty` behind it, as in git, if it has uncommitted changes; without one, the name.
  fileprivate var revisionText: String { revision.map { $0 + (isDirty ? "-dirty" : "") } ?? name }
}

extension RunFolder {
  /// Everything that the comparison contains.
  package var comparisonDocument: URL { url.appendingPathComponent("compare.json") }

  /// True if a comparison was measured here, not a run; also if it was killed before it was judged.
  package var holdsComparison: Bool {
    FileManager.default.fileExists(atPath: comparisonDocument.path) || (try? readDescription())?.base != nil
  }

  /// Replaces `compare.csv` and `compare.json`, each as a whole.
  func write(_ comparison: Comparison) throws(FileError) {
    let rows = Data(ComparisonCSV.text(of: comparison).utf8)
    try rows.writeWhole(to: url.appendingPathComponent("compare.csv"))
    try StableJSON.write(comparison, to: comparisonDocument)
  }

  /// Reads `compare.json`.
  package func readComparison() throws(FileError) -> Comparison {
    guard FileManager.default.fileExists(atPath: comparisonDocument.path) else {
      throw FileError(url, "is a comparison that was ended before it was judged; compare again")
    }
    return try StableJSON.read(
      Data(readingFile: comparisonDocument.path), file: comparisonDocument.path, as: "a comparison",
      newest: Comparison.schema)
  }
}
