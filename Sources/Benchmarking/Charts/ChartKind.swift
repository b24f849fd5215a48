/// The charts that are drawn of runs.
package enum ChartKind: String, Hashable, Sendable, CaseIterable {
  case growth
  case threads
  case ratios
  case memory
  case latency
  case progression
  case forest
  case trend

  /// What it shows, in one line.
  package var summary: String {
    switch self {
    case .growth:
      "time against the number of elements, a picture a kind of workload, with the fitted exponent"
    case .threads: "speed-up against the number of threads, with the ideal"
    case .ratios: "how many times as long as the reference each subject takes"
    case .memory: "allocations, bytes allocated and peak memory"
    case .latency: "latency by percentile, from latency.csv"
    case .progression: "every sample over the run's time, against its cell's median: drift"
    case .forest: "a comparison's ratios with their intervals, from compare.csv"
    case .trend: "medians over several runs, a panel a workload and subject"
    }
  }

  /// What the data must have, to end "There is nothing to draw: it takes".
  package var requirement: String {
    switch self {
    case .growth: "one kind of workload, as feed(10) and feed(100), in three sizes with one subject"
    case .threads: "a cell with 1 thread and the same with more"
    case .ratios: "the reference and another subject on one workload"
    case .memory: "allocations or memory that were measured"
    case .latency: "a latency.csv with counts"
    case .progression: "three samples of a cell"
    case .forest: "a compare.csv with ratios"
    case .trend: "two runs or more"
    }
  }

  /// The metrics that it can be drawn of, the usual one first; of memory and forest all are drawn unless one is asked for.
  package var metrics: [String] {
    switch self {
    case .growth: [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement].map(\.rawValue)
    case .threads: [Metric.wallNanosecondsPerElement.rawValue]
    case .ratios:
      [Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement, .allocCountPerTree, .allocBytesPerTree]
        .map(\.rawValue)
    case .memory: [Metric.allocCountPerTree, .allocBytesPerTree, .peakResidentBytes].map(\.rawValue)
    case .latency: []
    case .progression: Metric.allCases.filter { $0.pass == .time }.map(\.rawValue)
    case .forest: ComparedMetric.allCases.map(\.rawValue)
    case .trend: Metric.allCases.map(\.rawValue)
    }
  }

  /// The charts of one run; none where its data does not have what the chart takes, and for a trend, which takes several runs.
  package func charts(of run: ChartRun, options: ChartOptions = ChartOptions()) -> [Chart] {
    switch self {
    case .growth: GrowthChart.charts(of: run, options: options)
    case .threads: ThreadsChart.charts(of: run)
    case .ratios: RatioChart.charts(of: run, options: options)
    case .memory: MemoryChart.charts(of: run, options: options)
    case .latency: LatencyChart.charts(of: run)
    case .progression: ProgressionChart.charts(of: run, options: options)
    case .forest: ForestChart.charts(of: run, options: options)
    case .trend: []
    }
  }
}

/// What is asked of charts.
package struct ChartOptions: Hashable, Sendable {
  /// The metric by its name in the files; nil = the usual one of each kind.
  package var metric: String?
  /// Growth of the time for a whole tree, and not for an element.
  package var isPerTree: Bool
  /// What ratios are taken to.
  package var reference: String

  package init(metric: String? = nil, isPerTree: Bool = false, reference: String = "spec.cold") {
    self.metric = metric
    self.isPerTree = isPerTree
    self.reference = reference
  }

  /// The metric that was asked for, else the usual one.
  func metric(of kind: ChartKind) -> Metric {
    Metric(rawValue: metric ?? kind.metrics.first ?? "") ?? .wallNanosecondsPerElement
  }

  /// What is added to a picture's name where it is not of the usual metric.
  func suffix(of kind: ChartKind) -> String {
    guard let metric, metric != kind.metrics.first else { return "" }
    return "-\(metric)"
  }
}
