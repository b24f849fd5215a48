import Foundation

/// `compare.csv`: a row for each cell and metric of a comparison, with the run and its two sides. It is for spreadsheets and
/// statistics programs; this program reads `compare.json`, which has everything.
///
/// Values are per job, in the metric's unit. Empty = not measured or unknown. A ratio to 0 is `inf`.
enum ComparisonCSV {
  /// The version of the columns' meaning, and of the JSON. New columns at the end do not raise it.
  static let schema = 2

  typealias Row = (row: MetricComparison, comparison: Comparison)

  /// The columns in the file's order. New ones are added only at the end.
  static let columns: [CSVColumn<Row>] = {
    let run: [CSVColumn<Row>] = [.schema(schema), .init("run_id") { $0.comparison.runID }]
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

extension Comparison {
  /// The comparison as JSON, with everything that it contains: UTF-8 with a line end at the end.
  ///
  /// Keys are in alphabetical order; keys with unknown values are absent. JSON has no infinities and NaN: such
  /// values are the strings `"inf"`, `"-inf"` and `"nan"`. Values are per job, in the metric's unit.
  func json() throws -> Data { try StableJSON.data(of: ComparisonDocument(self)) }

  /// The comparison as JSON, with its verdict.
  package func json(verdict: String, exitCode: Int32, regressions: [String]) throws -> String {
    var document = ComparisonDocument(self)
    (document.verdict, document.exitCode, document.regressions) = (verdict, exitCode, regressions)
    return String(decoding: try StableJSON.data(of: document), as: UTF8.self)
  }

  /// Reads the result of `json()`; unknown keys are ignored.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError`, also if the schema is newer than this program.
  init(json: Data, file: String) throws(FileError) {
    let document: ComparisonDocument = try StableJSON.read(
      json, file: file, as: "a comparison", newest: ComparisonCSV.schema)
    self = document.comparison
  }
}

/// The comparison's form in JSON.
private struct ComparisonDocument: Codable {
  var schema: Int
  var runID: String
  var base: Comparison.Side
  var candidate: Comparison.Side
  var minimumEffect: Double
  /// Absent in older files.
  var shared: [SharedChange]?
  var rows: [MetricComparison]
  var failures: [CellOutcome]
  /// Absent in older files.
  var ending: RunEnding?
  /// Absent in older files, which have a warning, and without any.
  var layoutChanges: [String]?
  var warnings: [Warning]
  var elapsedNanoseconds: UInt64
  /// The time of each phase, by the phase's name; nil if unknown.
  var phases: [String: UInt64]?
  /// The verdict of `compare`; nil, like the next two, in stored files.
  var verdict: String?
  var exitCode: Int32?
  var regressions: [String]?

  init(_ comparison: Comparison) {
    schema = ComparisonCSV.schema
    runID = comparison.runID
    base = comparison.base
    candidate = comparison.candidate
    minimumEffect = comparison.minimumEffect
    shared = comparison.shared
    rows = comparison.rows
    failures = comparison.failures
    ending = comparison.ending
    layoutChanges = comparison.layoutChanges.isEmpty ? nil : comparison.layoutChanges
    warnings = comparison.warnings
    elapsedNanoseconds = comparison.elapsedNanoseconds
    let known = comparison.phases.map { ($0.key.rawValue, $0.value) }
    phases = known.isEmpty ? nil : Dictionary(known) { $1 }
  }

  var comparison: Comparison {
    var comparison = Comparison(
      runID: runID, base: base, candidate: candidate, minimumEffect: minimumEffect, shared: shared ?? [],
      rows: rows, failures: failures, ending: ending ?? .complete, warnings: warnings,
      elapsedNanoseconds: elapsedNanoseconds)
    comparison.layoutChanges = layoutChanges ?? []
    for phase in Comparison.Phase.allCases { comparison.phases[phase] = phases?[phase.rawValue] }
    return comparison
  }
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
    try StableJSON.write(ComparisonDocument(comparison), to: comparisonDocument)
  }

  /// Reads `compare.json`.
  package func readComparison() throws(FileError) -> Comparison {
    guard FileManager.default.fileExists(atPath: comparisonDocument.path) else {
      throw FileError(url, "is a comparison that was ended before it was judged; compare again")
    }
    return try Comparison(
      json: Data(readingFile: comparisonDocument.path), file: comparisonDocument.path)
  }
}
