import StrictJSON

// Results in the formats of services that keep them over time and draw them.

/// The Bencher Metric Format: an object of benchmarks, each with its measures, each with its value and bounds.
///
/// Source: "Bencher Metric Format (BMF)" in Bencher's reference, 2025.
enum BencherOutput: Output {
  static func text(of report: RunReport) -> String {
    var benchmarks: [(cell: CellID, measures: [String: JSONValue])] = []
    for row in report.sorted.rows {
      if benchmarks.last?.cell != row.cell { benchmarks.append((row.cell, [:])) }
      benchmarks[benchmarks.count - 1].measures[row.metric.rawValue] = .object([
        "value": .number(row.median), "lower_value": .number(row.interval.low),
        "upper_value": .number(row.interval.high),
      ])
    }
    let named = benchmarks.map { ("\($0.cell)", JSONValue.object($0.measures)) }
    return JSONValue.object(Dictionary(named) { first, _ in first }).formatted
  }
}

/// The time of an element and the allocations of a tree, in the format of github-action-benchmark's tool
/// `customSmallerIsBetter`: an array of names with units, values and ranges.
///
/// Source: the README of benchmark-action/github-action-benchmark 1.20.
enum GitHubActionBenchmark: Output {
  static func text(of report: RunReport) -> String {
    let titles: [Metric: String] = [.wallNanosecondsPerElement: "", .allocCountPerTree: ", allocations"]
    let results = report.sorted.rows.compactMap { row -> JSONValue? in
      guard let title = titles[row.metric] else { return nil }
      let isTime = row.metric == .wallNanosecondsPerElement
      let half = ((row.interval.high - row.interval.low) * 500).rounded() / 1000
      return .object([
        "name": .string("\(row.cell)\(title)"), "unit": .string(isTime ? "ns/element" : "allocations/tree"),
        "value": .number(row.median), "range": .string("± \(NumberText.short(half))"),
      ])
    }
    return JSONValue.array(results).formatted
  }
}
