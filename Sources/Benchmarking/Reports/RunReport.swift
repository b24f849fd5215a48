import StrictJSON

/// A run as it is printed.
package struct RunReport {
  /// The subject that others are compared with.
  package static let reference = "spec.cold"

  package var summary: Summary
  package let run: RunDescription
  private let samples: [SampleRecord]
  /// The side of the summary: the candidate if the folder holds a comparison.
  package let arm: ComparisonArm
  /// The faults of the run's files.
  package let warnings: [Warning]
  /// The path of the run's folder.
  private let path: String
  /// The order of the cells; nil, the default: that of the suite.
  package var order: CellOrder?
  /// The characters that a line of text has room for; nil, the default, if nothing needs to fit.
  package var width: Int?
  /// True if text has the table of all cells, as by default.
  package var hasCells = true
  /// True if text ends with its finding, as on a terminal, where the end stays in sight; else, as by default, it begins
  /// with it.
  package var endsWithFinding = false

  /// - Parameter summary: of the samples and their latencies.
  package init(_ summary: Summary, _ samples: [SampleRecord], of run: RunDescription, in folder: RunFolder) {
    (self.summary, self.samples, self.run, path) = (summary, samples, run, folder.url.path)
    (arm, warnings) = (.base, [])
  }

  /// Reads the files of a run.
  package init(of folder: RunFolder) throws(FileError) {
    run = try folder.readDescription()
    let file = try folder.readSamples(countedBy: run)
    let latencies = try folder.readLatencies(of: file) ?? LatencyFile()
    (samples, arm, path) = (file.samples, file.arm, folder.url.path)
    summary = Summary(of: samples, latencies: latencies.histograms, arm: arm)
    warnings = file.warnings + latencies.warnings
  }

  var table: ResultTable {
    ResultTable(summary: summary, outcomes: run.cells, order: order)
  }

  /// The summary in the order of the table.
  var sorted: Summary { order.map { summary.sorted(by: $0, reference: Self.reference) } ?? summary }

  /// The table of all cells alone, and a line about rounds that were not measured.
  package var cellsText: String { table.text(width: width) + (shortfall.map { "\n" + $0 } ?? "") + "\n" }

  private var shortfall: String? { run.shortfall(path: path)?.wrappingLines(width: width) }

  /// The table with what was not measured and why, the growth of cost, and the cost of the harness itself, as far as they
  /// were measured.
  fileprivate var tables: [String] {
    [
      table.text(width: width, hasCells: hasCells), shortfall ?? "",
      GrowthTable(summary: summary, machines: run.machinesOfRuns).text(width: width),
      HarnessOverhead.all(in: samples).map(\.text).joined(),
    ].filter { !$0.isEmpty }
  }
}

/// A run for a terminal or a file: its finding, and its tables.
enum RunText: Output {
  static func text(of report: RunReport) -> String {
    // The table says that nothing was measured.
    guard !report.summary.rows.isEmpty else { return report.tables.joined(separator: "\n") }
    let finding = RunFinding(of: report.summary).shown(width: report.width) + "\n"
    return (report.endsWithFinding ? report.tables + [finding] : [finding] + report.tables).joined(
      separator: "\n")
  }
}

enum RunMarkdown: Output {
  static func text(of report: RunReport) -> String { report.table.markdown }
}

/// The rows of `summary.csv`.
enum SummaryCSV: Output {
  static func text(of report: RunReport) -> String { report.sorted.csv }
}

/// The rows of `summary.csv` as an array of JSON objects, one on each line. What is not known is left out.
enum SummaryJSON: Output {
  static func text(of report: RunReport) -> String {
    let objects = report.sorted.rows.map { row -> JSONValue in
      var members: [String: JSONValue] = [:]
      for (name, field) in zip(SummaryRow.columnNames, row.fields) where !field.isEmpty {
        // A name may look like a number.
        let number = SummaryRow.textColumns.contains(name) ? nil : Double(field)
        members[name] = number.map { .number($0) } ?? .string(field)
      }
      return .object(members)
    }
    return JSONValue.array(objects).formatted
  }
}
