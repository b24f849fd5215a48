import Foundation
import FrameReplay
import LayoutSpecs
import MainThreadJobs
import Measuring
import Reporting

/// The frames that the times of a run's lists mean: scripts are replayed over each list, in each way in which its cells were
/// measured.
struct FrameReport {
  /// A way to give cells their frames, on the threads where that is done.
  struct Way {
    let name: String
    let cells: MainThreadSubject.Way
    let replay: FrameReplay.Way

    static let all = [
      Way(name: "specs, prepared ahead", cells: .specs, replay: .ahead),
      Way(name: "specs, blank meanwhile", cells: .specs, replay: .blank),
      Way(name: "specs on the main thread", cells: .specs, replay: .main),
      Way(name: "frames by hand", cells: .manual, replay: .main),
      Way(name: "Cassowary, a system a cell", cells: .cassowary, replay: .main),
      Way(name: "naive, a system a cell", cells: .naive, replay: .main),
    ]
  }

  /// A list of one workload with cells of one way.
  struct Row {
    let workload: String
    let way: Way
    let heights: [Double]
    /// The prices, and those with each time at the lower or the upper end of its interval.
    let prices: FramePrices
    let low: FramePrices
    let high: FramePrices

    func replay(_ script: FrameScript, on device: FrameDevice, _ prices: FramePrices? = nil) -> FrameReplay {
      FrameReplay(script, heights: heights, prices: prices ?? self.prices, way: way.replay, on: device)
    }

    func headroom(_ script: FrameScript, on device: FrameDevice) -> Headroom {
      Headroom(
        value: replay(script, on: device).headroom(), low: replay(script, on: device, high).headroom(),
        high: replay(script, on: device, low).headroom())
    }
  }

  /// How many times as slow a device may be without a late frame, and what the ends of the times' intervals give.
  struct Headroom {
    let value: Double
    let low: Double
    let high: Double

    var text: String { Self.text(value) }

    static func text(_ value: Double) -> String {
      value >= FrameReplay.mostSlowness
        ? "over \(NumberText.grouped(Int(FrameReplay.mostSlowness)))" : NumberText.figure(value)
    }

    /// The larger distance to an end, as a share of the value.
    var error: Double { max(1 - low / value, high / value - 1) }
  }

  /// A device ten times as slow as the machine that measures.
  static var usualDevice: FrameDevice { FrameDevice(slowness: 10) }

  let rows: [Row]
  let scripts: [FrameScript]
  let device: FrameDevice

  /// - Parameters:
  ///   - summary: The summary of one run.
  ///   - device: The device; its slowness counts in frames, and not in headroom.
  /// - Throws: if a workload of the run is not known any more.
  init(of summary: Summary, scripts: [FrameScript] = FrameScript.all, on device: FrameDevice) throws {
    try self.init(of: UnitTimes(summary), scripts: scripts, on: device)
  }

  init(of times: UnitTimes, scripts: [FrameScript] = FrameScript.all, on device: FrameDevice) throws {
    (self.scripts, self.device) = (scripts, device)
    rows = try times.lists.flatMap { cell in
      let heights = try Self.heights(of: cell, width: device.width)
      return Way.all.compactMap { way -> Row? in
        func prices(_ end: KeyPath<UnitTimes.Time, Double>) -> FramePrices? {
          times.prices(way, of: cell.workload, heights: heights, on: device, end)
        }
        guard let middle = prices(\.median), let low = prices(\.low), let high = prices(\.high) else {
          return nil
        }
        return Row(
          workload: cell.workload, way: way, heights: heights, prices: middle, low: low, high: high)
      }
    }
  }

  private static func heights(of cell: CellID, width: Double) throws -> [Double] {
    let nodes = try BenchmarkInput(Catalogue.workload(cell.workload), seed: cell.seed).nodes()
    return (0..<nodes.cellCount).map {
      nodes.makeCell($0).layoutThatFits(SizeRange(width: width)).size.height
    }
  }
}

// MARK: - Text

extension FrameReport {
  /// A row of a table: a way over a workload.
  private typealias Line = (row: Row, fields: [String])

  /// Sentences and two tables for each workload.
  func text(width: Int?) -> String {
    rows.map(\.workload).firstAppearances().map { workload in
      text(of: rows.filter { $0.workload == workload }, named: workload, width: width)
    }.joined(separator: "\n")
  }

  private func text(of rows: [Row], named workload: String, width: Int?) -> String {
    let headrooms = rows.map { row in scripts.map { row.headroom($0, on: device) } }
    let lines: [Line] = zip(rows, headrooms).map { ($0, $1.map(\.text)) }
    let part = device.share == 1 ? "" : ", \(NumberText.percentage(device.share)) of each for the list"
    let head =
      "\(workload) as a list, \(NumberText.short(device.rate)) frames a second\(part), "
      + "\(NumberText.counted(device.workerCount, "worker")): so many times as slow as this machine a device may be "
      + "without a late frame.\n"
    let errors = headrooms.joined().map(\.error).sorted()
    let (middle, most) = (errors[errors.count / 2], errors[errors.count - 1])
    let notes =
      "The ends of the times' intervals move half of these figures by \(NumberText.percentage(middle)) or less, and "
      + "all by \(NumberText.percentage(most)) or less. µs a cell: the main thread's time for a cell "
      + "that comes into view, and for a frame's first one, whose code is cold.\n"
    return [
      head.wrappingLines(width: width), table(lines, prices: true, width: width),
      notes.wrappingLines(width: width),
      finding(rows, headrooms).wrappingLines(width: width), lateness(of: rows, width: width),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  /// Returns a table of late frames and blank cells on the slow device, for the ways that have any.
  private func lateness(of rows: [Row], width: Int?) -> String {
    let place = "On a device \(NumberText.short(device.slowness)) × as slow"
    let late: [Line] = rows.map { row in
      (row, scripts.map { Self.lateness(row.replay($0, on: device).frames()) })
    }.filter { $0.fields.contains { !$0.isEmpty } }
    if late.isEmpty { return "\(place) no frame is late, and no cell is blank.\n" }
    return "\(place), late milliseconds a second, and blank cells:\n\n"
      + table(late, prices: false, width: width)
  }

  private func table(_ lines: [Line], prices: Bool, width: Int?) -> String {
    var columns: [TableColumn<Line>] = [.left("") { $0.row.way.name }]
    columns += scripts.indices.map { index in .right(scripts[index].name) { $0.fields[index] } }
    if prices {
      func microseconds(_ value: @escaping (FramePrices.Price) -> Double) -> (Line) -> String? {
        { line in
          let unit = line.row.prices.units[line.row.way.replay == .main ? .new : .prepared]
          return unit.map { NumberText.figure(value($0) / 1_000) }
        }
      }
      columns.append(.right("µs a cell", isDetail: true, value: microseconds(\.each)))
      columns.append(.right("the first", isDetail: true, value: microseconds { $0.first + $0.each }))
    }
    return Table(columns: columns, rows: lines).text(width: width)
  }

  /// A sentence about the scripts that move the list furthest; empty without them.
  private func finding(_ rows: [Row], _ headrooms: [[Headroom]]) -> String {
    let places = scripts.indices.filter { ["fling", "dash"].contains(scripts[$0].name) }
    guard places.count == 2 else { return "" }
    let clauses = zip(rows, headrooms).filter { $0.0.way.replay != .blank }.map { row, headrooms in
      "\(headrooms[places[0]].text) × and \(headrooms[places[1]].text) × with \(row.way.name)"
    }
    return
      "No frame of a fling, and none of a dash along the whole list, is late on a device that is up to so much slower: "
      + clauses.joined(separator: "; ") + ".\n"
  }

  /// `12` late milliseconds a second, `3% blank`, or both; empty if all is in time.
  private static func lateness(_ frames: ReplayedFrames) -> String {
    [
      frames.lateCount == 0 ? nil : NumberText.figure(frames.lateMillisecondsPerSecond),
      frames.blankShare == 0 ? nil : "\(NumberText.percentage(frames.blankShare)) blank",
    ].compactMap { $0 }.joined(separator: ", ")
  }
}

// MARK: - Frames

extension FrameReport {
  /// The frames of each script in each way.
  var frames: [FrameRecord] {
    rows.flatMap { row in scripts.flatMap { frames(of: row, $0, on: device) } }
  }

  private func frames(of row: Row, _ script: FrameScript, on device: FrameDevice) -> [FrameRecord] {
    row.replay(script, on: device).frames().frames.map { frame in
      var record = FrameRecord()
      (record.workload, record.way, record.script) = (row.workload, row.way.name, script.name)
      (record.seconds, record.top, record.mainNanoseconds) = (frame.seconds, frame.top, frame.busy)
      (record.visibleCount, record.blankCount) = (frame.visibleCount, frame.blankCount)
      (record.lateCount, record.slowness) = (frame.lateCount, device.slowness)
      (record.periodNanoseconds, record.workerCount) = (device.period, device.workerCount)
      record.deadlineNanoseconds = device.period * device.share
      func count(_ unit: FramePrices.Unit) -> Int { frame.units[unit] ?? 0 }
      (record.newCount, record.preparedCount) = (count(.new), count(.prepared))
      (record.relaidCount, record.editedCount) = (count(.relaid), count(.edited))
      record.insertionCount = count(.insertion)
      return record
    }
  }

  /// The frames that a picture shows: of a dash, on a device twice as slow as the first way bears without a late frame, so
  /// that its slowness is a round number and something is late. Empty if the run has no times of a list's work.
  var pictured: [FrameRecord] {
    let headrooms = rows.filter { $0.way.replay == .main }.map { $0.replay(.dash, on: device).headroom() }
    guard let least = headrooms.min() else { return [] }
    let power = pow(10, log10(2 * least).rounded(.down))
    var slower = device
    slower.slowness = min((2 * least / power).rounded() * power, FrameReplay.mostSlowness)
    return rows.flatMap { frames(of: $0, .dash, on: slower) }
  }
}
