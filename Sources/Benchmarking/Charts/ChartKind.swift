/// A kind of chart that is drawn from runs.
///
/// To add one, write a file such as `GrowthChart.swift`, with a type that is a `ChartDefinition`, and add its
/// case here.
package enum ChartKind: String, CaseIterable {
  case growth
  case threads
  case ratios
  case memory
  case latency
  case progression
  case forest
  case trend

  private var definition: any ChartDefinition.Type {
    switch self {
    case .growth: GrowthChart.self
    case .threads: ThreadsChart.self
    case .ratios: RatioChart.self
    case .memory: MemoryChart.self
    case .latency: LatencyChart.self
    case .progression: ProgressionChart.self
    case .forest: ForestChart.self
    case .trend: TrendChart.self
    }
  }

  /// What it shows, in one line.
  package var summary: String { definition.summary }

  /// What it needs, to follow "There is nothing to draw: growth needs".
  package var requirement: String { definition.requirement }

  /// The metrics that it can show, by their names in files; the default one first.
  package var metrics: [String] { definition.metrics }

  /// The charts of one run, or of several runs for a trend; none if they lack what the kind needs.
  package func charts(of runs: [ChartRun], options: ChartOptions = ChartOptions()) -> [Chart] {
    runs.isEmpty ? [] : definition.charts(of: runs, options: options)
  }
}

/// The definition of a kind of chart.
protocol ChartDefinition {
  static var summary: String { get }
  static var requirement: String { get }
  static var metrics: [String] { get }

  /// - Parameter runs: at least one; of several, all kinds but a trend show the first.
  static func charts(of runs: [ChartRun], options: ChartOptions) -> [Chart]
}

/// The choices that charts leave open.
package struct ChartOptions {
  /// The metric, by its name in files; nil = each kind's default, and all of memory and forest.
  var metric: String?
  /// Whether growth shows the time for a whole tree and not for an element.
  var isPerTree: Bool
  /// The subject that ratios are relative to.
  var reference: String

  package init(metric: String? = nil, isPerTree: Bool = false, reference: String = "spec.cold") {
    self.metric = metric
    self.isPerTree = isPerTree
    self.reference = reference
  }

  /// The chosen metric, or the kind's default.
  func metric(of kind: ChartKind) -> Metric {
    Metric(rawValue: metric ?? kind.metrics.first ?? "") ?? .wallNanosecondsPerElement
  }

  /// What the metric adds to a picture's name: nothing if it is the default one.
  func suffix(of kind: ChartKind) -> String {
    guard let metric, metric != kind.metrics.first else { return "" }
    return "-\(metric)"
  }
}
