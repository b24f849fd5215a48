import Foundation
import FrameReplay
import LayoutSpecs
import LayoutWorkloads
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
      Way(name: "Cassowary, written too", cells: .written, replay: .main),
      Way(name: "Cassowary, reused cells", cells: .reused, replay: .main),
      Way(name: "naive, a system a cell", cells: .naive, replay: .main),
    ]
  }

  /// A list of one workload with cells of one way.
  struct Row {
    /// The list's cell in the run, of whatever subject.
    let cell: CellID
    let way: Way
    let heights: [Double]
    /// The share of the mean cell's price that each cell takes.
    let weights: [Double]
    /// The prices, and those with each time at the lower or the upper end of its interval.
    let prices: FramePrices
    let low: FramePrices
    let high: FramePrices

    var workload: String { cell.workload }

    func replay(_ script: FrameScript, on device: FrameDevice, _ prices: FramePrices? = nil) -> FrameReplay {
      FrameReplay(
        script, heights: heights, weights: weights, prices: prices ?? self.prices, way: way.replay, on: device
      )
    }

    /// Returns the bytes that a cell takes which is made, measured and applied, by what is freed with such cells, to a hundred:
    /// sizes of hash tables scatter. nil if this program's allocator does not say.
    ///
    /// - Throws: if the workload has no cells of this way.
    func cellBytes() throws -> Double? {
      let input = try BenchmarkInput(Catalogue.workload(workload), seed: cell.seed)
      let (nodes, makeCell) = try MainThreadSubject(job: .cells(.shown), way: way.cells).cells(of: input)
      let job = CellJob(.shown, count: nodes.cellCount, in: input.range, makeCell: makeCell)
      // The first cells also make what all cells share, such as the shapes of layouts: the second ones count.
      var used: [UInt64?] = []
      for _ in 0..<2 {
        job.prepare(jobs: 1)
        job.run()
        used = [ThisProgram.allocations.usedBytes()]
        job.prepare(jobs: 1)
        used.append(ThisProgram.allocations.usedBytes())
      }
      guard let before = used[0], let after = used[1] else { return nil }
      return ((Double(before) - Double(after)) / Double(nodes.cellCount) / 100).rounded() * 100
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
  /// Those whose prices are all known.
  let scripts: [FrameScript]
  let device: FrameDevice

  /// - Parameter device: The device; its slowness counts in figures of frames, and not in headroom.
  /// - Throws: if a workload of the run is not known any more.
  init(of times: UnitTimes, scripts: [FrameScript] = FrameScript.all, on device: FrameDevice) throws {
    self.device = device
    let rows = try times.lists.flatMap { cell in
      let (heights, weights) = try Self.cells(of: cell, width: device.width)
      return Way.all.compactMap { way -> Row? in
        func prices(_ end: KeyPath<UnitTimes.Time, Double>) -> FramePrices? {
          times.prices(way, of: cell.workload, heights: heights, on: device, end)
        }
        guard let middle = prices(\.median), let low = prices(\.low), let high = prices(\.high) else {
          return nil
        }
        return Row(
          cell: cell, way: way, heights: heights, weights: weights, prices: middle, low: low, high: high)
      }
    }
    let areFiltersMeasured = rows.allSatisfy { $0.prices.units[.filtered] != nil }
    self.scripts = scripts.filter { areFiltersMeasured || !$0.steps.contains { $0.action == .filter } }
    self.rows = rows
  }

  /// A list that was not measured, with specs at the usual prices.
  ///
  /// - Throws: if no workload has the name, or it is not written as nodes.
  init(ofList workload: String, scripts: [FrameScript] = FrameScript.all, on device: FrameDevice) throws {
    let cell = CellID(subject: "", workload: workload, seed: Workload.defaultSeed, threads: 1)
    let (heights, weights) = try Self.cells(of: cell, width: device.width)
    rows = Way.all.filter { $0.cells == .specs }.map { way in
      Row(
        cell: cell, way: way, heights: heights, weights: weights, prices: .usual, low: .usual, high: .usual)
    }
    (self.scripts, self.device) = (scripts, device)
  }

  /// Returns the heights of a list's cells, and the share of the mean cell's price that each takes: as its elements.
  private static func cells(
    of cell: CellID, width: Double
  ) throws -> (heights: [Double], weights: [Double]) {
    let nodes = try BenchmarkInput(Catalogue.workload(cell.workload), seed: cell.seed).nodes()
    let layouts = (0..<nodes.cellCount).map {
      nodes.makeCell($0).layoutThatFits(SizeRange(width: width))
    }
    let counts = layouts.map { Double($0.tree.elementCount) }
    let mean = counts.reduce(0, +) / Double(counts.count)
    return (layouts.map(\.size.height), counts.map { $0 / mean })
  }
}

// MARK: - Text

extension FrameReport {
  /// The figures of each script in each way, of which each takes replays.
  var figures: [FrameFigures] {
    // Rows that differ by their threads alone have the same cells.
    var bytes: [[String]: Double?] = [:]
    return rows.flatMap { row in
      let cells = [row.workload, row.way.cells.rawValue]
      let cellBytes = bytes[cells] ?? (try? row.cellBytes())
      bytes[cells] = cellBytes
      return scripts.map { FrameFigures(of: row, $0, on: device, cellBytes: cellBytes) }
    }
  }

  /// Returns sentences and tables for each workload.
  func text(of figures: [FrameFigures], width: Int?) -> String {
    rows.map(\.workload).firstAppearances().map { workload in
      text(
        of: rows.filter { $0.workload == workload }, figures.filter { $0.workload == workload },
        named: workload, width: width)
    }.joined(separator: "\n")
  }

  private func text(
    of rows: [Row], _ figures: [FrameFigures], named workload: String, width: Int?
  ) -> String {
    let headrooms = rows.map { row in scripts.map { row.headroom($0, on: device) } }
    let errors = headrooms.joined().map(\.error).sorted()
    let (middle, most) = (errors[errors.count / 2], errors[errors.count - 1])
    let part = device.share == 1 ? "" : ", \(NumberText.shortPercentage(device.share)) of each for the list"
    let place = "On a device \(NumberText.short(device.slowness)) × as slow"
    let late = figures.filter(\.isLate)
    func table<Row>(_ head: String, _ columns: [TableColumn<Row>], _ rows: [Row]) -> String {
      rows.isEmpty ? "" : Self.text(of: Table(columns: columns, rows: rows).filled, below: head, width: width)
    }
    return [
      table(
        "\(workload) as a list, \(NumberText.short(device.rate)) frames a second\(part), "
          + "\(NumberText.counted(device.workerCount, "worker")): so many times as slow as this machine a device may be "
          + "without a late frame", headroomColumns, Array(zip(rows, headrooms))),
      ("The ends of the times' intervals move half of these figures by \(NumberText.percentage(middle)) or less, and "
        + "all by \(NumberText.percentage(most)) or less. µs a cell: the main thread's time for a cell "
        + "that comes into view, and for a frame's first one, whose code is cold.\n").wrappingLines(
          width: width),
      late.isEmpty ? "\(place) no frame is late, and no cell is blank.\n" : "",
      table(
        "\(place), late frames, by how many ms after their deadlines, and blank cells, and how many ms cells in view "
          + "wait until the screen shows them", FrameFigures.lateColumns, late),
      table(
        "Screens to prepare ahead (by default 1) so that no cell comes into view that is blank or made by the main "
          + "thread", FrameFigures.aheadColumns, figures.filter(\.isAhead)),
      table(
        "Cells in all of these scripts, those never shown with the workers' time in vain, and how many are kept, in what memory",
        FrameFigures.workColumns, rows.map { row in figures.filter { $0.way == row.way.name } }),
    ].filter { !$0.isEmpty }.joined(separator: "\n")
  }

  private var headroomColumns: [TableColumn<(Row, [Headroom])>] {
    func microseconds(
      _ title: String, _ value: @escaping (FramePrices.Price) -> Double
    ) -> TableColumn<(Row, [Headroom])> {
      .right(title, isDetail: true) { row, _ in
        let unit = row.prices.units[row.way.replay == .main ? .new : .prepared]
        return unit.map { NumberText.figure(value($0) / 1_000) }
      }
    }
    return [.left("") { $0.0.way.name }]
      + scripts.indices.map { index in .right(scripts[index].name) { $0.1[index].text } }
      + [microseconds("µs a cell", \.each), microseconds("the first") { $0.first + $0.each }]
  }

  /// Returns a table below its title.
  static func text<Row>(of table: Table<Row>, below head: String, width: Int?) -> String {
    (head + ":\n").wrappingLines(width: width) + "\n" + table.text(width: width)
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
      (record.insertionCount, record.filteredCount) = (count(.insertion), count(.filtered))
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
