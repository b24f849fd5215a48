import FrameReplay
import Measuring
import Reporting
import StrictJSON

/// The figures of the frames of a script, for one list, way and device.
struct FrameFigures {
  let workload: String
  let way: String
  let script: String
  /// The figures by name; those that there are, as no frame is the worst if none is late. Counts, times in milliseconds, and
  /// prices in nanoseconds.
  private(set) var values: [String: Double]
  /// When the frame with the longest overrun began, and what was done in it; nil if none is late.
  private let worst: String?
  /// True if workers may have prepared what comes into view.
  private let isPrepared: Bool

  private static let quantiles = [("p50", 0.5), ("p90", 0.9), ("p99", 0.99), ("worst", 1)]
  private static let workerCounts = [1, 2, 4, 8]

  /// - Parameter cellBytes: What a kept cell takes; nil if unknown.
  init(
    of row: FrameReport.Row, _ script: FrameScript, on device: FrameDevice, cellBytes: Double?
  ) {
    let replay = row.replay(script, on: device)
    let frames = replay.frames()
    (workload, way, self.script) = (row.workload, row.way.name, script.name)
    let counts = [
      "frames": frames.frames.count, "late_frames": frames.lateCount, "made": frames.madeCount,
      "measured_by_main_thread": frames.measuredCount, "measured_again": frames.measuredAgainCount,
      "applied_by_main_thread": frames.appliedCount,
      "never_shown": frames.neverShownCount, "most_kept": frames.mostKept,
    ]
    values = counts.mapValues(Double.init).merging([
      "slowness": device.slowness, "frames_per_second": device.rate, "share": device.share,
      "workers": Double(device.workerCount), "late_ms_per_second": frames.lateMillisecondsPerSecond,
      "blank_share": frames.blankShare, "worker_ms": frames.workerTime / 1e6,
      "never_shown_worker_ms": frames.neverShownTime / 1e6,
    ]) { $1 }
    (values["price_still"], values["price_preparation"]) = (row.prices.still, row.prices.preparation)
    for (unit, price) in row.prices.units {
      (values["price_\(unit.rawValue)_first"], values["price_\(unit.rawValue)"]) = (price.first, price.each)
    }
    if let cellBytes { values["most_kept_bytes"] = cellBytes * Double(frames.mostKept) }
    worst = frames.worst.map { frame in
      let units = FramePrices.Unit.allCases.compactMap { unit in
        frame.units[unit].map { "\($0) \(unit.rawValue)" }
      }
      return (["\(NumberText.figure(frame.seconds)) s"] + units).joined(separator: ", ")
    }
    if let frame = frames.worst {
      (values["worst_seconds"], values["worst_step"]) = (frame.seconds, Double(frame.step))
      for (unit, count) in frame.units { values["worst_\(unit.rawValue)"] = Double(count) }
    }
    for (name, times) in [("late", frames.overruns), ("wait", frames.waits.map { $0 * 1e9 })] {
      guard let sample = SortedSample(times) else { continue }
      for (title, share) in Self.quantiles { values["\(name)_\(title)_ms"] = sample.quantile(share) / 1e6 }
    }
    isPrepared = row.way.replay != .main && script.steps.first?.action != .open
    guard isPrepared else { return }
    func ahead(_ count: Int) -> Double? {
      var other = replay
      other.device.workerCount = count
      return other.screenfulsAhead()
    }
    // More workers have to be less far ahead: where the fewest and the most agree, those between do.
    let (one, eight) = (ahead(1), ahead(8))
    for count in Self.workerCounts {
      values["screens_ahead_\(count)_workers"] =
        count == 1 || one == eight ? one : count == 8 ? eight : ahead(count)
    }
  }

  var json: JSONValue {
    let texts = ["workload": workload, "way": way, "script": script, "worst": worst]
    return .object(
      values.mapValues { .number($0) }.merging(texts.compactMapValues { $0.map { .string($0) } }) { $1 })
  }

  // MARK: Tables

  /// True if a person may see that something is late.
  var isLate: Bool { ["late_frames", "blank_share", "wait_worst_ms"].contains { values[$0] ?? 0 > 0 } }

  /// True if workers have to prepare cells ahead.
  var isAhead: Bool {
    isPrepared && Self.workerCounts.contains { values["screens_ahead_\($0)_workers"] != 0 }
  }

  private static func text(_ value: Double?) -> String? {
    value.flatMap { $0 == 0 ? nil : NumberText.count($0) }
  }

  private static var heads: [TableColumn<FrameFigures>] { [.left("") { $0.way }, .left("") { $0.script }] }

  private static func times(_ name: String) -> [TableColumn<FrameFigures>] {
    quantiles.map { title, _ in
      .right("\(name) \(title)", isDetail: title != "worst") { text($0.values["\(name)_\(title)_ms"]) }
    }
  }

  /// Late frames and blank cells.
  static var lateColumns: [TableColumn<FrameFigures>] {
    heads + [.right("late ms/s") { text($0.values["late_ms_per_second"]) }] + times("late")
      + [
        .left("worst frame", isDetail: true) { $0.worst },
        .right("blank") { $0.values["blank_share"].flatMap { $0 == 0 ? nil : NumberText.percentage($0) } },
      ] + times("wait")
  }

  /// How far ahead workers have to prepare, by their number.
  static var aheadColumns: [TableColumn<FrameFigures>] {
    heads
      + workerCounts.map { count in
        .right(NumberText.counted(count, "worker")) { figures in
          figures.values["screens_ahead_\(count)_workers"].map(NumberText.short) ?? "never"
        }
      }
  }

  /// The work in all scripts of a way.
  static var workColumns: [TableColumn<[FrameFigures]>] {
    func sum(_ name: String, _ figures: [FrameFigures]) -> Double {
      figures.reduce(0) { $0 + ($1.values[name] ?? 0) }
    }
    func most(_ name: String, _ figures: [FrameFigures]) -> Double? {
      figures.compactMap { $0.values[name] }.max()
    }
    let sums = [
      ("made", "made"), ("on main thread", "measured_by_main_thread"), ("again", "measured_again"),
      ("never shown", "never_shown"), ("workers, ms", "worker_ms"),
    ].map { title, name in TableColumn<[FrameFigures]>.right(title) { text(sum(name, $0)) } }
    return [.left("cells") { $0[0].way }] + sums + [
      .right("in vain") { figures in
        let vain = sum("never_shown_worker_ms", figures)
        return vain == 0 ? nil : NumberText.percentage(vain / sum("worker_ms", figures))
      }, .right("kept, most") { figures in text(most("most_kept", figures)) },
      .right("kB") { figures in text(most("most_kept_bytes", figures).map { ($0 / 1_000).rounded() }) },
    ]
  }
}
