import Foundation
import StrictJSON

/// Dots on a logarithmic axis with their figures beside them: a panel per workload, one below the other, with a
/// row per subject that was measured on it.
///
/// Not bars: the length of a bar says how much there is, and on a logarithmic axis it would say how far away
/// the axis was cut off.
struct DotPanels {
  struct Dot {
    var workload: String
    var subject: String
    /// 0 has a figure and no dot.
    var value: Double
    /// nil = none is shown.
    var interval: MedianInterval?
    /// The figure beside the dot.
    var label: String
    /// The name in the legend that colour and shape stand for; nil without a legend.
    var group: String?
  }

  var dots: [Dot]
  /// The value at a line that dots are compared with; nil = no line.
  var baseline: Double?
  /// Of the axis, with the unit in brackets.
  var title: String
  /// Of the axis's numbers, d3's.
  var format = ",~r"
  /// The names in the legend; empty = no legend.
  var groups: [String] = []

  /// Makes a chart for each twelve workloads, all with the same axis.
  func charts(_ chart: (JSONValue) -> Chart) -> [Chart] {
    let values = dots.map(\.value).filter { $0 > 0 } + (baseline.map { [$0] } ?? [])
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    // Room at the right for the figure of the last dot.
    let scale = LogScale([low, high * pow(max(high / low, 10), 0.15)], mostTicks: 8)
    return Chart.pages(of: dots.map(\.workload).firstAppearances(), size: 12) { workloads in
      let shown = dots.filter { workloads.contains($0.workload) }
      let shownSubjects = Set(shown.map(\.subject))
      let subjects = dots.map(\.subject).firstAppearances().filter(shownSubjects.contains)
      let rows = shown.map { row($0, scale: scale) }
      var body = panel(scale, subjects: subjects).body(rows, panelsBy: "workload", workloads, columns: 1)
      // Each panel has the rows of its own subjects.
      body["resolve"] = ["scale": ["y": "independent"]]
      return chart(body)
    }
  }

  private func row(_ dot: Dot, scale: LogScale) -> ChartRow {
    // Behind the line.
    let end = max(dot.value, baseline ?? scale.domain.lowerBound, dot.interval?.high ?? 0)
    var row: ChartRow = [
      "workload": .string(dot.workload), "subject": .string(dot.subject), "amount": .figure(dot.value),
      "value": dot.value > 0 ? .figure(dot.value) : .null, "label": .string(dot.label),
      "label_at": .figure(end),
    ]
    row["low"] = dot.interval.map { .figure($0.low) }
    row["high"] = dot.interval.map { .figure($0.high) }
    row["group"] = dot.group.map { .string($0) }
    return row
  }

  private func panel(_ scale: LogScale, subjects: [String]) -> ChartPanel {
    var layers = baseline.map { [ChartLayer.reference(at: $0, of: "value")] } ?? []
    if dots.contains(where: { $0.interval != nil }) {
      let look: ChartRow = ["style": "interval", "strokeWidth": 1.5]
      layers.append(ChartLayer("rule", look, x: .span("low", "high")))
    }
    let label: ChartRow = ["style": "label", "align": "left", "dx": 8]
    layers += [.points(size: 70), ChartLayer("text", label, x: .field("label_at"), text: "label")]
    let legend: JSONValue = ["orient": "top", "title": nil]
    return ChartPanel(
      x: .logarithmic("value", title: title, scale: scale, format: format),
      // With a line from the name to the dot.
      y: .names("subject", subjects, axis: ["grid": true]),
      series: groups.isEmpty ? nil : ChartSeries(field: "group", names: groups, title: "", legend: legend),
      width: 480, height: ["step": 20], layers: layers)
  }
}
