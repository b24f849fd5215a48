import StrictJSON

/// A kind of chart that is drawn from a run.
///
/// To add one, write a file such as `GrowthChart.swift`, with a type that is a `ChartDefinition`, and add its
/// case here.
package enum ChartKind: String, CaseIterable {
  case growth
  case threads
  case ratios
  case memory
  case progression
  case forest

  private var definition: any ChartDefinition.Type {
    switch self {
    case .growth: GrowthChart.self
    case .threads: ThreadsChart.self
    case .ratios: RatioChart.self
    case .memory: MemoryChart.self
    case .progression: ProgressionChart.self
    case .forest: ForestChart.self
    }
  }

  /// Its line in the help.
  package var summary: String { definition.summary }

  /// The data that it takes, to follow "There is nothing to draw: growth needs".
  package var requirement: String { definition.requirement }

  /// The metrics that it can show, by their names in files; the default one first.
  package var metrics: [String] { definition.metrics }

  /// Returns the charts of a run; none if it lacks what the kind needs.
  ///
  /// - Parameters:
  ///   - metric: by its name in files; nil = the kind's default, and all of memory and forest.
  ///   - reference: the subject that ratios are relative to.
  package func charts(
    of run: ChartRun, metric: String? = nil, reference: String = RunReport.reference
  ) -> [Chart] {
    definition.charts(ChartRequest(kind: self, run: run, metricName: metric, reference: reference))
  }
}

/// The definition of a kind of chart.
protocol ChartDefinition {
  static var summary: String { get }
  static var requirement: String { get }
  static var metrics: [String] { get }

  static func charts(_ request: ChartRequest) -> [Chart]
}

/// The run that charts of one kind are drawn from, with the user's choices.
struct ChartRequest {
  let kind: ChartKind
  let run: ChartRun
  /// The metric that was chosen, by its name in files.
  let metricName: String?
  let reference: String

  /// The chosen metric, or the kind's default.
  var metric: Metric {
    Metric(rawValue: metricName ?? kind.metrics.first ?? "") ?? .wallNanosecondsPerElement
  }

  /// The end of a picture's name: the metric, unless it is the default one.
  var suffix: String {
    guard let metricName, metricName != kind.metrics.first else { return "" }
    return "-\(metricName)"
  }

  /// Returns true unless another metric is chosen, for kinds that have a picture for each.
  func includes(_ metric: String) -> Bool { metricName == nil || metricName == metric }

  /// Makes a chart of the kind, whose last notes say where it comes from.
  ///
  /// - Parameters:
  ///   - name: nil for the kind's name and `suffix`.
  ///   - hasFlags: true if some of what is shown has a flag, which a note explains.
  ///   - file: the file of the run that it is drawn from.
  func chart(
    named name: String? = nil, title: String, notes: [String], hasFlags: Bool = false,
    file: String = "samples.csv", body: JSONValue
  ) -> Chart {
    Chart(
      name: name ?? kind.rawValue + suffix, kind: kind.rawValue, title: title,
      notes: notes + (hasFlags ? [CellRatio.flagNote] : []) + run.caption(of: file), body: body)
  }
}
