/// A kind of chart that is drawn from a run.
///
/// To add a kind, write a file such as `GrowthChart.swift`, with a type that is a `ChartDefinition`, and add
/// a case here.
package enum ChartKind: String, CaseIterable {
  case growth
  case threads
  case ratios
  case memory
  case forest
  case frames

  private var definition: any ChartDefinition.Type {
    switch self {
    case .growth: GrowthChart.self
    case .threads: ThreadsChart.self
    case .ratios: RatioChart.self
    case .memory: MemoryChart.self
    case .forest: ForestChart.self
    case .frames: FramesChart.self
    }
  }

  /// The kind's line in the help.
  package var summary: String { definition.summary }

  /// The data that the kind needs, to follow "There is nothing to draw: growth needs".
  package var requirement: String { definition.requirement }

  /// The metrics that the kind can show, by their names in files; the default one first.
  package var metrics: [String] { definition.metrics }

  /// Returns the charts of a run; none if the run lacks the values that the kind needs.
  ///
  /// - Parameters:
  ///   - metric: its name in files; nil = the kind's default, or for memory and forest all metrics.
  ///   - reference: the subject that ratios are relative to.
  package func charts(
    of run: ChartRun, metric: String? = nil, reference: String = ResultTable.defaultReference
  ) -> [Chart] {
    definition.charts(ChartRequest(kind: self, run: run, metricName: metric, reference: reference))
  }
}
