import Foundation

/// A comparison as JSON, with everything that it contains.
///
/// Keys are in alphabetical order, and those with unknown values are absent. JSON has no infinities and NaN:
/// they are the strings `"inf"`, `"-inf"` and `"nan"`. Values are per job, in the metric's unit.
package enum ComparisonJSON {
  /// Returns the JSON in UTF-8 with a line end at the end.
  package static func data(of comparison: Comparison) throws -> Data {
    try StableJSON.data(of: ComparisonDocument(comparison))
  }

  /// Reads what `data(of:)` wrote; unknown keys are ignored.
  ///
  /// - Parameter file: the file's name in errors.
  /// - Throws: `FileError`, also if the schema is newer than this program.
  package static func comparison(in json: Data, file: String) throws(FileError) -> Comparison {
    struct Version: Decodable {
      var schema: Int
    }
    let decoder = StableJSON.decoder
    do {
      let version = try decoder.decode(Version.self, from: json)
      guard version.schema <= ComparisonColumns.schema else {
        throw FileError(
          file: file,
          message: "Its schema \(version.schema) is newer than \(ComparisonColumns.schema), the newest known."
        )
      }
      return try decoder.decode(ComparisonDocument.self, from: json).comparison
    } catch let error as FileError {
      throw error
    } catch {
      throw FileError(file: file, message: "Is not a comparison: \(StableJSON.reason(error))")
    }
  }
}

/// The comparison's form in JSON.
private struct ComparisonDocument: Codable {
  struct Estimate: Codable {
    var ratio: Double
    var low: Double
    var high: Double

    init(_ estimate: MetricComparison.Estimate) {
      (ratio, low, high) = (estimate.ratio, estimate.low, estimate.high)
    }

    var estimate: MetricComparison.Estimate {
      MetricComparison.Estimate(ratio: ratio, low: low, high: high)
    }
  }

  struct Row: Codable {
    var cell: CellDescription
    var metric: ComparedMetric
    var baseValue: Double
    var candidateValue: Double
    var pairCount: Int
    var candidate: Estimate
    var null: Estimate?
    var level: Double
    var detectableRatio: Double?
    var verdict: Verdict?
    /// Follows from the verdict; written for readers.
    var isConfirmed: Bool?
    var note: String?
  }

  var schema: Int
  var runID: String
  var base: Comparison.Side
  var candidate: Comparison.Side
  var isInterleaved: Bool
  var minimumEffect: Double
  var rows: [Row]
  var failures: [CellOutcome]
  /// This and the next are absent in older files.
  var ending: RunEnding?
  var waiting: [Comparison.WaitingCell]?
  var warnings: [Warning]
  var elapsedNanoseconds: UInt64

  init(_ comparison: Comparison) {
    schema = ComparisonColumns.schema
    runID = comparison.runID
    base = comparison.base
    candidate = comparison.candidate
    isInterleaved = comparison.isInterleaved
    minimumEffect = comparison.minimumEffect
    rows = comparison.rows.map { row in
      Row(
        cell: row.cell, metric: row.metric, baseValue: row.baseValue, candidateValue: row.candidateValue,
        pairCount: row.pairCount, candidate: Estimate(row.candidate), null: row.null.map(Estimate.init),
        level: row.level, detectableRatio: row.detectableRatio, verdict: row.verdict,
        isConfirmed: row.isConfirmed, note: row.note)
    }
    failures = comparison.failures
    ending = comparison.ending
    waiting = comparison.waiting
    warnings = comparison.warnings
    elapsedNanoseconds = comparison.elapsedNanoseconds
  }

  var comparison: Comparison {
    Comparison(
      runID: runID, base: base, candidate: candidate, isInterleaved: isInterleaved,
      minimumEffect: minimumEffect,
      rows: rows.map { row in
        MetricComparison(
          cell: row.cell, metric: row.metric, baseValue: row.baseValue, candidateValue: row.candidateValue,
          pairCount: row.pairCount, candidate: row.candidate.estimate, null: row.null?.estimate,
          level: row.level, detectableRatio: row.detectableRatio, verdict: row.verdict, note: row.note)
      },
      failures: failures, ending: ending ?? .complete, waiting: waiting ?? [], warnings: warnings,
      elapsedNanoseconds: elapsedNanoseconds)
  }
}
