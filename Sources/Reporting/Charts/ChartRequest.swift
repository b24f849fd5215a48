import Measuring
import StrictJSON

/// The run from which charts of one kind are drawn, with the user's choices.
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

  /// Makes a chart of the kind, with its origin as the last notes.
  ///
  /// - Parameters:
  ///   - name: nil for the kind's name and `suffix`.
  ///   - hasFlags: true if something in the chart has a flag, which a note explains.
  ///   - file: the file of the run from which the chart is drawn.
  func chart(
    named name: String? = nil, title: String, notes: [String], hasFlags: Bool = false,
    file: String = "samples.csv", body: JSONValue
  ) -> Chart {
    Chart(
      name: name ?? kind.rawValue + suffix, kind: kind.rawValue, title: title,
      notes: notes + (hasFlags ? [CellRatio.flagNote] : []) + run.caption(of: file), body: body)
  }
}
