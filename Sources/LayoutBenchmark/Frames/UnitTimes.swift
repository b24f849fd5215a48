import FrameReplay
import MainThreadJobs
import Measuring

/// The times of the units of a list's work, from the summary of a run or from a comparison.
struct UnitTimes {
  /// The time of a cell's job, in nanoseconds, with the ends of its interval.
  struct Time {
    let cell: CellID
    let median: Double
    let low: Double
    let high: Double
  }

  /// The times by the names of their subjects.
  private var times: [String: [Time]] = [:]

  init(_ summary: Summary) {
    for row in summary.rows where row.metric == .cpuNanosecondsPerElement {
      let count = Double(row.cell.nodeCount)
      add(
        Time(
          cell: row.cell, median: row.median * count, low: row.interval.low * count,
          high: row.interval.high * count))
    }
  }

  /// The times of a side of a comparison. Those of the candidate are the base's where nothing changed for certain.
  init(_ comparison: Comparison, ofCandidate: Bool) {
    for row in comparison.rows where row.metric.kind == .timed && row.baseValue.isFinite {
      let (base, change) = (row.baseValue, row.verdict.isChange && ofCandidate ? row.candidate : nil)
      add(
        Time(
          cell: row.cell, median: base * (change?.ratio ?? 1), low: base * (change?.low ?? 1),
          high: base * (change?.high ?? 1)))
    }
  }

  private mutating func add(_ time: Time) {
    if time.cell.threads == 1 { times[time.cell.subject, default: []].append(time) }
  }

  /// The lists whose still frames were measured after a pause, as all of these times must be.
  var lists: [CellID] {
    times[MainThreadSubject(job: .list(.still), isCold: true).name]?.map(\.cell).firstAppearances() ?? []
  }

  /// Returns the time of a job on a workload, in nanoseconds; nil if it was not measured.
  private func time(
    _ job: MainThreadSubject.Job, _ way: MainThreadSubject.Way, isCold: Bool, of workload: String,
    _ end: KeyPath<Time, Double>
  ) -> Double? {
    let name = MainThreadSubject(job: job, way: way, isCold: isCold).name
    return times[name]?.first { $0.cell.workload == workload }?[keyPath: end]
  }

  /// The jobs that measure a way's units of work, each in a loop and cold, beside those of a still frame.
  private static func units(
    of way: FrameReport.Way
  ) -> [(unit: FramePrices.Unit, kind: ListJob.Kind, cells: MainThreadSubject.Way)] {
    // The constraints of cells that are in view have been written.
    let seen = way.cells == .written ? .cassowary : way.cells
    return [
      (.new, .scroll, way.cells), (.relaid, .traits, seen), (.edited, .edit, seen),
      (.insertion, .insert, .specs), (.prepared, .ahead, .specs), (.filtered, .filter, .specs),
    ]
  }

  /// The names of the subjects whose times make up a way's prices.
  static func subjects(of way: FrameReport.Way) -> [String] {
    var subjects = [false, true].map { MainThreadSubject(job: .list(.still), isCold: $0) }
    for (unit, kind, cells) in units(of: way) where way.replay != .main || unit != .prepared {
      subjects += [false, true].map { MainThreadSubject(job: .list(kind), way: cells, isCold: $0) }
    }
    if way.replay != .main { subjects.append(MainThreadSubject(job: .cells(.shown))) }
    return subjects.map(\.name)
  }

  /// Returns the prices of a list whose cells come to their frames in a way; nil if something of it was not measured.
  ///
  /// - Parameter end: the value of each time, or an end of its interval.
  func prices(
    _ way: FrameReport.Way, of workload: String, heights: [Double], on device: FrameDevice,
    _ end: KeyPath<Time, Double>
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
    for (unit, kind, cells) in Self.units(of: way) {
      let count =
        switch unit {
        case .new, .prepared: newCount
        case .relaid, .edited: newCount + 1
        case .insertion: 1.0
        case .filtered: Double(ListJob.filteredItemCount(of: heights.count))
        }
      guard let hot = list(kind, isCold: false, cells), let cold = list(kind, isCold: true, cells) else {
        // Runs of before there were filters lack them alone.
        if unit == .filtered { continue }
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
  private func shown(like workload: String, _ end: KeyPath<Time, Double>) -> Double? {
    let job = MainThreadSubject.Job.cells(.shown)
    let family = CellID.family(of: workload)
    let cells = times[MainThreadSubject(job: job).name]?.map(\.cell.workload).filter {
      CellID.family(of: $0) == family
    }
    return cells?.lazy.compactMap { other -> Double? in
      guard let count = try? Catalogue.workload(other).arguments.first, count > 0 else { return nil }
      return time(job, .specs, isCold: false, of: other, end).map { $0 / Double(count) }
    }.first
  }
}
