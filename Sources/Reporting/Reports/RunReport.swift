import Measuring
import StrictJSON

/// A run as it is printed.
package struct RunReport {
  package var summary: Summary
  package let run: RunDescription
  let samples: [SampleRecord]
  /// The side of the summary: the candidate if the folder holds a comparison.
  package let arm: ComparisonArm
  /// The faults of the run's files.
  package let warnings: [Warning]
  /// The path of the run's folder.
  let path: String
  /// The figure by which cells are sorted; nil, the default: grouped by workload, in the suite's order.
  package var order: CellOrder?
  /// The characters that a line of text has room for; nil, the default, if nothing needs to fit.
  package var width: Int?
  /// True if text has the table of all cells, as by default.
  package var hasCells = true
  /// True if text ends with its finding, as on a terminal, which shows the end of a long text. Default false: text
  /// begins with it.
  package var endsWithFinding = false

  var table: ResultTable { ResultTable(summary: summary, outcomes: run.cells, order: order) }

  /// The summary in the order of the table.
  var sorted: Summary {
    var sorted = summary
    if order != nil {
      let rows = Dictionary(grouping: summary.rows, by: \.cell)
      let cells = (table.rows.map(\.cell) + summary.rows.map(\.cell)).firstAppearances()
      sorted.rows = cells.flatMap { rows[$0] ?? [] }
    }
    return sorted
  }

  /// The table of all cells alone, unless it is left out, and a line about rounds that were not measured.
  package var cellsText: String {
    table.text(width: width, hasCells: hasCells) + (shortfall.map { "\n" + $0 } ?? "") + "\n"
  }

  private var shortfall: String? { run.shortfall(path: path).map { "\($0)\n".wrappingLines(width: width) } }

  /// The table with the missing results and their reasons, the growth of cost, and the cost of the harness itself, as far
  /// as they were measured.
  private var tables: [String] {
    [
      table.text(width: width, hasCells: hasCells), shortfall ?? "",
      GrowthTable(summary: summary, machines: run.machinesOfRuns).text(width: width),
      HarnessOverhead.all(in: samples).map(\.text).joined(),
    ].filter { !$0.isEmpty }
  }

  /// The finding and the tables, for a terminal or a file.
  fileprivate var text: String {
    // The table says that nothing was measured.
    guard !summary.rows.isEmpty else { return tables.joined(separator: "\n") }
    let finding = RunFinding(of: summary).shown(width: width) + "\n"
    return (endsWithFinding ? tables + [finding] : [finding] + tables).joined(separator: "\n")
  }
}

extension RunReport {
  /// Reads the files of a run.
  package init(of folder: RunFolder) throws(FileError) {
    let run = try folder.readDescription()
    let file = try folder.readSamples(countedBy: run)
    self.init(
      summary: Summary(of: file.samples, arm: file.arm), run: run, samples: file.samples, arm: file.arm,
      warnings: file.warnings, path: folder.url.path)
  }
}

/// The forms in which a run is printed.
package enum RunFormat: String, CaseIterable {
  case text
  case markdown
  case csv
  case json
  case bencher
  case githubActionBenchmark = "github-action-benchmark"

  /// Returns a run in lines with line ends.
  package func text(of report: RunReport) -> String {
    switch self {
    case .text: report.text
    case .markdown: report.table.markdown
    case .csv: report.sorted.csv
    case .json: report.json
    case .bencher: report.bencher
    case .githubActionBenchmark: report.githubActionBenchmark
    }
  }
}

extension RunReport {
  /// The rows of `summary.csv` as an array of objects. Unknown values are left out.
  fileprivate var json: String {
    var json = JSONWriter()
    json.beginArray()
    for row in sorted.rows {
      json.beginObject(.line)
      for column in SummaryRow.columns.sorted(by: { $0.name < $1.name }) {
        let field = column.write(row)
        if field.isEmpty { continue }
        json.key(column.name)
        // A name may look like a number, and a seed may have more digits than a `Double` holds.
        let isText = SummaryRow.textColumns.contains(column.name)
        switch isText ? (nil, nil) : (UInt64(field), Double(field)) {
        case (let whole?, _): json.integer(whole)
        case (_, let number?): json.number(number)
        default: json.string(field)
        }
      }
      json.endObject()
    }
    json.endArray()
    return String(decoding: json.takeBytes(), as: UTF8.self)
  }

  // Results in the formats of services that store and draw results over time.

  /// The Bencher Metric Format: an object of benchmarks, each with its measures, each with its value and bounds.
  ///
  /// Source: "Bencher Metric Format (BMF)" in Bencher's reference, 2025.
  var bencher: String {
    var benchmarks: [String: [String: JSONValue]] = [:]
    for row in summary.rows {
      benchmarks["\(row.cell)", default: [:]][row.metric.rawValue] = .object([
        "value": .number(row.median), "lower_value": .number(row.interval.low),
        "upper_value": .number(row.interval.high),
      ])
    }
    return JSONValue.object(benchmarks.mapValues { .object($0) }).formatted
  }

  /// The time of an element and the allocations of a tree, in the format of github-action-benchmark's tool
  /// `customSmallerIsBetter`: an array of names with units, values and ranges.
  ///
  /// Source: the README of benchmark-action/github-action-benchmark 1.20.
  var githubActionBenchmark: String {
    let kinds: [Metric: (title: String, unit: String)] = [
      .wallNanosecondsPerElement: ("", "ns/element"),
      .allocCountPerTree: (", allocations", "allocations/tree"),
    ]
    let results = sorted.rows.compactMap { row -> JSONValue? in
      guard let kind = kinds[row.metric] else { return nil }
      let half = ((row.interval.high - row.interval.low) * 500).rounded() / 1000
      return .object([
        "name": .string("\(row.cell)\(kind.title)"), "unit": .string(kind.unit),
        "value": .number(row.median), "range": .string("± \(NumberText.short(half))"),
      ])
    }
    return JSONValue.array(results).formatted
  }
}
