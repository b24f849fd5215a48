import Foundation
import Measuring
import StrictJSON

/// The frames of a script over a list: a picture per workload and script, a panel per way, a step per frame.
enum FramesChart: ChartDefinition {
  static let summary = "the frames of a dash along a list, and which are late, on a slow device"
  static let requirement = "the times of a list's work, which the suite frames measures"
  static let metrics = [Metric.cpuNanosecondsPerElement.rawValue]

  /// Higher bars are cut off, so that the others can be told apart.
  private static let highest = 300.0
  /// A panel has room for no more bars.
  private static let mostBars = 300

  static func charts(_ request: ChartRequest) -> [Chart] {
    let frames = request.run.frames
    let pictures = Dictionary(grouping: frames) { [$0.workload, $0.script] }
    return frames.map { [$0.workload, $0.script] }.firstAppearances().prefix(20).compactMap { key in
      pictures[key].map { chart(request, $0) }
    }
  }

  private static func chart(_ request: ChartRequest, _ frames: [FrameRecord]) -> Chart {
    let first = frames[0]
    let ways = frames.map(\.way).firstAppearances()
    let span = (frames.map(\.endSeconds).max() ?? 0) - (frames.map(\.seconds).min() ?? 0)
    let period = first.periodNanoseconds / 1e9
    let width = max(span / Double(mostBars), period)
    let hasBlanks = frames.contains { $0.blankCount > 0 }
    let peak = frames.map(share).max() ?? 0
    let rows = ways.flatMap { way in
      Self.rows(of: frames.filter { $0.way == way }, width: width)
    }
    var notes = [
      "The main thread's time in each frame, as a share of \(NumberText.duration(first.periodNanoseconds)); dashed: the "
        + "deadline. Red, on a band: a late frame, for as long as the screen shows the one before."
    ]
    if hasBlanks { notes.append("Below 0: the share of the cells in view that are blank.") }
    if width > period * 1.01 {
      notes.append("A bar is the longest frame of \(NumberText.duration(width * 1e9)), and all late ones.")
    }
    if peak > highest { notes.append("Bars are cut off at \(NumberText.short(highest))%.") }
    return request.chart(
      named: "frames-\(CellID.family(of: first.workload))-\(first.script)",
      title:
        "\(first.workload), \(first.script), on a device \(NumberText.short(first.slowness)) × as slow, with "
        + NumberText.counted(first.workerCount, "worker"),
      notes: notes, file: request.run.framesSource,
      body: body(
        rows, ways: ways, deadline: 100 * first.deadlineNanoseconds / first.periodNanoseconds,
        domain: (hasBlanks ? -100 : 0, min(highest, max(125, peak * 1.05)))))
  }

  /// The main thread's time in percent of the period.
  private static func share(_ frame: FrameRecord) -> Double {
    100 * frame.mainNanoseconds / frame.periodNanoseconds
  }

  // MARK: Data

  /// The rows of a way: its bars, the end of the last one, and its figures in words.
  ///
  /// - Parameter width: The least seconds of a bar, which is a frame unless there are too many.
  private static func rows(of frames: [FrameRecord], width: Double) -> [ChartRow] {
    let way = JSONValue.string(frames[0].way)
    let hasBlanks = frames.contains { $0.blankCount > 0 }
    var bars: [[FrameRecord]] = []
    for frame in frames {
      if let start = bars.last?[0].seconds, frame.seconds < start + width * 0.99 {
        bars[bars.count - 1].append(frame)
      } else {
        bars.append([frame])
      }
    }
    var rows = bars.map { bar -> ChartRow in
      var row: ChartRow = [
        "way": way, "seconds": .figure(bar[0].seconds), "busy": .figure(bar.map(share).max()),
      ]
      let blank = bar.map { Double($0.blankCount) / Double(max(1, $0.visibleCount)) }.max() ?? 0
      if hasBlanks { row["blank"] = .figure(-100 * blank) }
      let late = bar.filter { $0.lateCount > 0 }.map(\.endSeconds).max()
      row["late_until"] = late.map { .figure($0) }
      return row
    }
    if var end = rows.last {
      end["seconds"] = .figure(frames.map(\.endSeconds).max())
      end["late_until"] = nil
      rows.append(end)
    }
    return rows + [["way": way, "words": .string(words(frames))]]
  }

  private static func words(_ frames: [FrameRecord]) -> String {
    func sum(_ count: (FrameRecord) -> Int) -> Double { Double(frames.reduce(0) { $0 + count($1) }) }
    let late = sum(\.lateCount)
    let blankShare = sum(\.blankCount) / max(1, sum(\.visibleCount))
    return [
      late == 0
        ? "no frame late" : "\(NumberText.figure(1_000 * late / (Double(frames.count) + late))) ms/s late",
      blankShare == 0 ? nil : "\(NumberText.percentage(blankShare)) blank",
      "longest \(NumberText.figure(frames.map(share).max() ?? 0))%",
    ].compactMap { $0 }.joined(separator: "\n")
  }

  // MARK: Picture

  private static func body(
    _ rows: [ChartRow], ways: [String], deadline: Double, domain: (low: Double, high: Double)
  ) -> JSONValue {
    let width = 560.0
    let late = "isValid(datum.late_until)"
    func area(_ look: ChartRow, of field: String) -> ChartLayer {
      let step: ChartRow = ["interpolate": "step-after", "clip": true, "aria": false]
      return ChartLayer(
        "area", look.merging(step) { $1 }, y: .field(field), where: "isValid(datum.\(field))")
    }
    func line(_ look: ChartRow, at share: Double) -> ChartLayer {
      ChartLayer("rule", look, x: .everywhere, rows: [["busy": .number(share)]])
    }
    let until = ChartLayer.Position.span("seconds", "late_until")
    var layers = [
      ChartLayer(
        "rect", ["style": "late", "opacity": 0.25, "aria": false], x: until, y: .everywhere, where: late),
      area([:], of: "busy"),
      ChartLayer(
        "rect", ["style": "late", "clip": true, "aria": false], x: until, y: .fromZero("busy"), where: late),
    ]
    if domain.low < 0 { layers.append(area(["style": "blank"], of: "blank")) }
    layers += [
      line(["style": "reference"], at: 0), line(["style": "label", "strokeDash": [4, 4]], at: deadline),
      ChartLayer(
        "text", ["style": "label", "align": "left", "baseline": "top", "lineBreak": "\n"],
        x: .pixels(width + 12), y: .pixels(2), text: "words", where: "isValid(datum.words)"),
    ]
    let panel = ChartPanel(
      x: .linear("seconds", title: "time (s)", scale: ["nice": false], axis: ["grid": false]),
      y: .linear(
        "busy", title: "share (%)", scale: ["domain": .numbers([domain.low, domain.high]), "nice": false],
        axis: [
          "values": [-100, 0, 100, 200, 300], "labelExpr": "abs(datum.value)", "grid": false,
          "domain": false,
        ]),
      width: .number(width), height: 64, layers: layers)
    var body = panel.body(rows, panelsBy: "way", ways, columns: 1)
    body["facet"]?["header"] = ["labelAnchor": "start", "labelPadding": 4]
    body["spacing"] = 10
    // One axis of time, below the last panel.
    body["resolve"] = nil
    return body
  }
}
