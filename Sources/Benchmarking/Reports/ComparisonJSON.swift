import Foundation

/// A comparison as JSON, with everything that it contains.
///
/// Keys are in alphabetical order, and those with unknown values are absent. JSON has no infinities and NaN:
/// they are the strings `"inf"`, `"-inf"` and `"nan"`. Values are per job, in the metric's unit.
enum ComparisonJSON: Output {
  /// Returns the JSON in UTF-8 with a line end at the end.
  static func data(of comparison: Comparison) throws -> Data {
    try StableJSON.data(of: ComparisonDocument(comparison))
  }

  /// Returns the JSON with what a gate makes of the comparison: `verdict`, the finding in a few words; `exitCode`;
  /// and `regressions`, a sentence for each.
  static func text(of report: ComparisonReport) throws -> String {
    var document = ComparisonDocument(report.comparison)
    document.verdict = ComparisonFindings(report.comparison).headline()
    document.exitCode = report.exit.rawValue
    document.regressions = report.regressions.map(\.description)
    return String(decoding: try StableJSON.data(of: document), as: UTF8.self)
  }

  /// Reads what `data(of:)` wrote; unknown keys are ignored.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError`, also if the schema is newer than this program.
  static func comparison(in json: Data, file: String) throws(FileError) -> Comparison {
    let document: ComparisonDocument = try StableJSON.read(
      json, file: file, as: "a comparison", newest: ComparisonCSV.schema)
    return document.comparison
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
  /// Absent in older files, and without any.
  var expectedSlowdowns: [ExpectedSlowdown]?
  /// Absent in older files, which have a warning, and without any.
  var layoutChanges: [String]?
  var warnings: [Warning]
  var elapsedNanoseconds: UInt64
  /// By the phases' names; nil if unknown.
  var phases: [String: UInt64]?
  /// What `compare` made of it; nil, like the next two, in stored files.
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
    expectedSlowdowns = comparison.expectedSlowdowns.isEmpty ? nil : comparison.expectedSlowdowns
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
    comparison.expectedSlowdowns = expectedSlowdowns ?? []
    comparison.layoutChanges = layoutChanges ?? []
    for phase in Comparison.Phase.allCases { comparison.phases[phase] = phases?[phase.rawValue] }
    return comparison
  }
}

extension RunFolder {
  /// The rows alone, for other programs.
  private var comparisonFile: URL { url.appendingPathComponent("compare.csv") }
  /// Everything that the comparison contains.
  var comparisonDocument: URL { url.appendingPathComponent("compare.json") }

  /// True if a comparison was measured here, not a run; also if it was killed before it was judged.
  package var holdsComparison: Bool {
    FileManager.default.fileExists(atPath: comparisonDocument.path) || (try? readDescription())?.base != nil
  }

  /// Replaces `compare.csv` and `compare.json`, each as a whole.
  package func write(_ comparison: Comparison) throws(FileError) {
    try Data(ComparisonCSV.text(of: comparison).utf8).writeWhole(to: comparisonFile)
    try StableJSON.write(ComparisonDocument(comparison), to: comparisonDocument)
  }

  /// Reads `compare.json`.
  package func readComparison() throws(FileError) -> Comparison {
    guard FileManager.default.fileExists(atPath: comparisonDocument.path) else {
      throw FileError(
        file: url.path, message: "Is a comparison that was ended before it was judged; compare again.")
    }
    return try ComparisonJSON.comparison(
      in: Data(readingFile: comparisonDocument.path), file: comparisonDocument.path)
  }
}
