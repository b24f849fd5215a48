import Foundation
import Measuring
import StrictJSON

/// Each subject's cost relative to the reference's: a panel per workload, a dot per subject.
enum RatioChart: ChartDefinition {
  static let summary = "each subject's time relative to a reference's"
  static let requirement = "the reference and another subject on one workload"
  static let metrics = [
    Metric.wallNanosecondsPerElement, .cpuNanosecondsPerElement, .allocCountPerTree, .allocBytesPerTree,
  ].map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    let (run, metric, reference) = (request.run, request.metric, request.reference)
    guard let (rows, workers) = run.rowsOfFewestThreads(of: metric, where: { $0.median > 0 }) else {
      return []
    }
    let names = CellNames(rows.map(\.cell))
    let words = metric.unit == "ns" ? (more: "slower", less: "faster") : (more: "more", less: "less")
    let groups = (more: "\(words.more) than \(reference)", less: "\(words.less) than \(reference)")
    let ratios = CellRatios(run.summary, metric: metric)
    var hasFlags = false
    let dots = rows.compactMap { row -> DotPanels.Dot? in
      let cell = row.cell.with(\.subject, reference)
      guard row.cell != cell, let ratio = ratios.ratio(of: row.cell, to: cell), ratio.value.isFinite else {
        return nil
      }
      hasFlags = hasFlags || ratio.isFlagged
      return DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: ratio.value,
        interval: ratio.shownInterval,
        label: label(of: ratio.value) + (ratio.isFlagged ? CellRatio.mark : ""),
        group: ratio.value > 1 ? groups.more : groups.less)
    }
    let note =
      "Medians over rounds with \(workers), on a logarithmic axis."
      + MedianInterval.note("Lines", dots.compactMap { $0.interval?.level })
    return DotPanels(
      dots: dots, baseline: 1, title: "\(metric.title) / \(reference) (ratio)",
      groups: [groups.less, groups.more]
    ).charts { body in
      request.chart(
        title: "\(metric.title.capitalizedFirst) relative to \(reference)", notes: [note],
        hasFlags: hasFlags, body: body)
    }
  }

  /// The ratio as `12.3×`; a small one as a fraction, `1/4,390`.
  private static func label(of ratio: Double) -> String {
    ratio < 0.01 ? "1/\(NumberText.figure(1 / ratio))" : "\(NumberText.figure(ratio))×"
  }
}

/// Allocations, allocated bytes and peak memory: a picture per metric, a panel per workload, a dot per
/// subject.
enum MemoryChart: ChartDefinition {
  static let summary = "allocations, allocated bytes and peak memory"
  static let requirement = "allocations or memory that were measured"
  private static let allMetrics: [Metric] = [.allocCountPerTree, .allocBytesPerTree, .peakResidentBytes]
  static let metrics = allMetrics.map(\.rawValue)

  static func charts(_ request: ChartRequest) -> [Chart] {
    allMetrics.filter { request.includes($0.rawValue) }.flatMap { charts(request, metric: $0) }
  }

  private static func charts(_ request: ChartRequest, metric: Metric) -> [Chart] {
    guard
      let (rows, workers) = request.run.rowsOfFewestThreads(of: metric, where: { $0.median >= 0 })
    else { return [] }
    let names = CellNames(rows.map(\.cell))
    let dots = rows.map { row in
      DotPanels.Dot(
        workload: names.workload(row.cell), subject: names.subject(row.cell), value: row.median,
        label: metric.unit == "bytes" ? byteText(row.median) : NumberText.count(row.median))
    }
    let note =
      metric == .peakResidentBytes
      ? "Medians with \(workers) of the peak of a process that runs the cell alone, on a logarithmic axis."
      : "Medians with \(workers), from a pass that counts and does not time, on a logarithmic axis. 0 has no dot."
    return DotPanels(dots: dots, title: metric.axisTitle, format: "~s").charts { body in
      request.chart(
        named: "memory-\(metric.rawValue)", title: metric.title.capitalizedFirst, notes: [note], body: body)
    }
  }

  /// The size as `12.3 kB`, in units of 1,000 bytes.
  private static func byteText(_ bytes: Double) -> String {
    let units = [(1e12, "TB"), (1e9, "GB"), (1e6, "MB"), (1e3, "kB")]
    let (divisor, unit) = units.first { bytes >= 0.9995 * $0.0 } ?? (1, "B")
    return "\(NumberText.figure(bytes / divisor)) \(unit)"
  }
}

/// Dots on a logarithmic axis with their figures beside them: a panel per workload, one below the other, with a
/// row per subject that was measured on it.
///
/// Bars would mislead: a bar's length shows an amount, but on a logarithmic axis it depends on where the axis
/// begins.
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
    /// The name in the legend, which has a colour and a shape; nil without a legend.
    var group: String?
  }

  var dots: [Dot]
  /// The value of a line with which dots are compared; nil = no line.
  var baseline: Double?
  /// The axis's title, with the unit in brackets.
  var title: String
  /// The format of the axis's numbers, as in d3.
  var format = ",~r"
  /// The names in the legend; empty = no legend.
  var groups: [String] = []

  /// Makes a chart for every twelve workloads, all with the same axis.
  func charts(_ chart: (JSONValue) -> Chart) -> [Chart] {
    let values = dots.map(\.value).filter { $0 > 0 } + (baseline.map { [$0] } ?? [])
    let (low, high) = (values.min() ?? 1, values.max() ?? 10)
    // Room at the right for the figure of the last dot.
    let scale = LogScale([low, high * pow(max(high / low, 10), 0.15)])
    return Chart.pages(of: dots.map(\.workload).firstAppearances(), size: 12) { workloads in
      let shown = dots.filter { workloads.contains($0.workload) }
      let shownSubjects = Set(shown.map(\.subject))
      let subjects = dots.map(\.subject).firstAppearances().filter(shownSubjects.contains)
      let rows = shown.map { row($0, scale: scale) }
      var body = panel(scale, subjects: subjects).body(rows, panelsBy: "workload", workloads, columns: 1)
      // Each panel has rows only for its own subjects.
      body["resolve"] = ["scale": ["y": "independent"]]
      return chart(body)
    }
  }

  private func row(_ dot: Dot, scale: LogScale) -> ChartRow {
    // The label stands to the right of the dot and of its lines.
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
      // A line leads from the name to the dot.
      y: .names("subject", subjects, axis: ["grid": true]),
      series: groups.isEmpty ? nil : ChartSeries(field: "group", names: groups, title: "", legend: legend),
      width: 480, height: ["step": 20], layers: layers)
  }
}
