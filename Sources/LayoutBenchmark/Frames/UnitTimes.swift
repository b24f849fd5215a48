import FrameReplay
import MainThreadJobs
import Measuring

/// The times of the units of a list's work, from the summary of a run.
struct UnitTimes {
  /// A value of a time, or an end of its interval.
  enum End {
    case median
    case low
    case high
  }

  private var rows: [String: [SummaryRow]] = [:]

  init(_ summary: Summary) {
    for row in summary.rows where row.metric == .cpuNanosecondsPerElement && row.cell.threads == 1 {
      rows[row.cell.subject, default: []].append(row)
    }
  }

  /// Returns the time of a job on a workload, in nanoseconds; nil if it was not measured.
  private func time(
    _ job: MainThreadSubject.Job, _ way: MainThreadSubject.Way, isCold: Bool, of workload: String, _ end: End
  ) -> Double? {
    let name = MainThreadSubject(job: job, way: way, isCold: isCold).name
    guard let row = rows[name]?.first(where: { $0.cell.workload == workload }) else { return nil }
    let value =
      switch end {
      case .median: row.median
      case .low: row.interval.low
      case .high: row.interval.high
      }
    return value * Double(row.cell.nodeCount)
  }

  /// Returns the prices of a list whose cells come to their frames in a way; nil if something of it was not measured.
  func prices(
    _ way: FrameReport.Way, of workload: String, heights: [Double], on device: FrameDevice, _ end: End
  ) -> FramePrices? {
    func list(_ kind: ListJob.Kind, isCold: Bool, _ cells: MainThreadSubject.Way) -> Double? {
      time(.list(kind), cells, isCold: isCold, of: workload, end)
    }
    // Where the ways differ by nothing, specs alone are measured.
    guard let still = list(.still, isCold: false, .specs), let stillCold = list(.still, isCold: true, .specs)
    else { return nil }
    // The cells that come into view in a screen, and those that are in view: the first and the last in part.
    let newCount = device.height / (heights.reduce(0, +) / Double(heights.count))
    var units: [FramePrices.Unit: FramePrices.Price] = [:]
    let measured: [(FramePrices.Unit, ListJob.Kind, count: Double, MainThreadSubject.Way)] = [
      (.new, .scroll, newCount, way.cells), (.relaid, .traits, newCount + 1, way.cells),
      (.edited, .edit, newCount + 1, way.cells), (.insertion, .insert, 1, .specs),
      (.prepared, .ahead, newCount, .specs),
    ]
    for (unit, kind, count, cells) in measured {
      guard let hot = list(kind, isCold: false, cells), let cold = list(kind, isCold: true, cells) else {
        return nil
      }
      let each = max(0, hot - still) / count
      units[unit] = FramePrices.Price(first: max(0, cold - stillCold - each * count), each: each)
    }
    guard let preparation = way.replay == .main ? 0 : shown(like: workload, end) else { return nil }
    return FramePrices(still: stillCold, units: units, preparation: preparation)
  }

  /// Returns the time in which a worker makes, measures and applies a cell of a workload's kind: of the same family, with any
  /// number of cells.
  private func shown(like workload: String, _ end: End) -> Double? {
    let job = MainThreadSubject.Job.cells(.shown)
    let family = workload.prefix { $0 != "(" }
    let cells = rows[MainThreadSubject(job: job).name]?.map(\.cell.workload).filter {
      $0.prefix { $0 != "(" } == family
    }
    return cells?.lazy.compactMap { other -> Double? in
      guard let count = try? Catalogue.workload(other).arguments.first, count > 0 else { return nil }
      return time(job, .specs, isCold: false, of: other, end).map { $0 / Double(count) }
    }.first
  }
}
