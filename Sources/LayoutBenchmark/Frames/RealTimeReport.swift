import FrameReplay
import MainThreadJobs
import Measuring
import Reporting

/// Scripts that were played in real time, beside their replays: how right these are.
struct RealTimeReport {
  /// The plays of a script in a way that count.
  struct Entry {
    let row: FrameReport.Row
    let script: FrameScript
    /// The 99th percentile of the main thread's time in the frames of a play, in nanoseconds: the median of all plays; nil
    /// if none counts.
    let busy: Double?
    /// The 99th percentile of the main thread's time in the frames of the replay, in nanoseconds.
    let replayed: Double
    /// The plays that do not count, because a frame was late that the main thread had time for.
    let voidCount: Int
    let frameCount: Int
    /// The frames that are late by the main thread's own work.
    let lateCount: Int

    /// How many times as long the frames take as in the replay.
    var ratio: Double? { busy.map { $0 / replayed } }
  }

  let entries: [Entry]
  let device: FrameDevice
  let roundCount: Int
  /// The frames in which nothing was to be done, of all rounds.
  let emptyFrames: [PlayedFrame]
  /// True if the main thread came before all other threads of the machine.
  let isFirst: Bool
}

extension RealTimeReport {
  private struct Play: Sendable {
    let entry: Int
    let frames: [PlayedFrame]
    let isVoid: Bool
  }

  /// Plays each script in each way once a round, on this machine. Takes as long as the scripts.
  ///
  /// - Parameter device: The screen and the workers. It is as slow as it is.
  init(of report: FrameReport, on device: FrameDevice, roundCount: Int) throws {
    var device = device
    device.slowness = 1
    let pairs = report.rows.flatMap { row in report.scripts.map { (row: row, script: $0) } }
    let plays = try pairs.map { row, script in
      let input = BenchmarkInput(try Catalogue.workload(row.workload), seed: row.cell.seed)
      let subject = MainThreadSubject(job: .list(.scroll), way: row.way.cells)
      let (nodes, makeCell) = try subject.cells(of: input)
      return RealTimePlay(
        script: script, way: row.way.replay, device: device, cellCount: nodes.cellCount, makeCell: makeCell)
    }
    let (screen, emptySeconds) = (device, 0.25)
    let (played, empty, isFirst) = RealTimeThread.run { isFirst in
      var (played, empty) = ([Play](), [PlayedFrame]())
      for round in 0..<roundCount {
        let nothing = RealTimePlay.emptyFrames(emptySeconds, on: screen)
        let isVoid = nothing.contains { $0.lateCount > 0 }
        empty += nothing
        // In turns, so that no way always comes first.
        for entry in round.isMultiple(of: 2) ? Array(plays.indices) : plays.indices.reversed() {
          let frames = plays[entry].frames()
          played.append(
            Play(entry: entry, frames: frames, isVoid: isVoid || frames.contains(where: \.isLateByOthers)))
        }
      }
      return (played, empty, isFirst)
    }
    (self.device, self.roundCount, self.isFirst, emptyFrames) = (device, roundCount, isFirst, empty)
    func percentile(_ times: [Double]) -> Double? { SortedSample(times)?.quantile(0.99) }
    entries = pairs.indices.map { index in
      let (row, script) = pairs[index]
      let own = played.filter { $0.entry == index }
      let valid = own.filter { !$0.isVoid }.map(\.frames)
      return Entry(
        row: row, script: script, busy: valid.compactMap { percentile($0.map(\.busy)) }.median,
        replayed: percentile(row.replay(script, on: device).frames().frames.map(\.busy)) ?? .nan,
        voidCount: own.count - valid.count, frameCount: valid.reduce(0) { $0 + $1.count },
        lateCount: valid.joined().filter(\.isLateByWork).count)
    }
  }
}

// MARK: - Text

extension RealTimeReport {
  /// Sentences and tables for each workload.
  func text(width: Int?) -> String {
    func table(
      _ head: String, _ rows: [[Entry]], _ value: @escaping (Entry) -> String?
    ) -> String {
      let columns =
        [TableColumn<[Entry]>.left("") { $0[0].row.way.name }]
        + rows[0].indices.map { index in .right(rows[0][index].script.name) { value($0[index]) } }
      return FrameReport.text(of: Table(columns: columns, rows: rows), below: head, width: width)
    }
    let tables = entries.map(\.row.workload).firstAppearances().map { workload in
      let own = entries.filter { $0.row.workload == workload }
      let rows = own.map(\.row.way.name).firstAppearances().map { way in own.filter { $0.row.way.name == way }
      }
      return table(
        "\(workload) in real time, \(NumberText.short(device.rate)) frames a second, "
          + "\(NumberText.counted(device.workerCount, "worker")): µs of the main thread's time in a frame, 99th percentile "
          + "of a play, the median of \(NumberText.counted(roundCount, "play"))", rows
      ) { $0.busy.map { NumberText.figure($0 / 1_000) } } + "\n"
        + table("Times as much as in the replay", rows) { $0.ratio.map { NumberText.figure($0) } }
    }
    return (tables + [sentences.wrappingLines(width: width)]).joined(separator: "\n")
  }

  private var sentences: String {
    var sentences: [String] = []
    if let ratios = SortedSample(entries.compactMap(\.ratio)) {
      let ends = [0, 0.25, 0.5, 0.75, 1].map { NumberText.figure(ratios.quantile($0)) }
      sentences.append(
        "Frames take \(ends[2]) times as much as in the replay, half of these figures \(ends[1]) to \(ends[3]), all "
          + "\(ends[0]) to \(ends[4]).")
    }
    let late = entries.filter { $0.lateCount > 0 }
    let count = late.reduce(0) { $0 + $1.lateCount }
    let frameCount = entries.reduce(0) { $0 + $1.frameCount }
    sentences.append(
      "\(NumberText.grouped(count)) of \(NumberText.grouped(frameCount)) frames \(count == 1 ? "is" : "are") late by the "
        + "main thread's work"
        + (late.isEmpty
          ? "."
          : ": "
            + late.map { "\($0.lateCount) in \($0.script.name) of \($0.row.workload), \($0.row.way.name)" }
            .joined(separator: "; ") + "."))
    let voidCount = entries.reduce(0) { $0 + $1.voidCount }
    sentences.append(
      "\(voidCount) of \(entries.count * roundCount) plays are void: a frame was late in which the main thread worked for "
        + "less than a frame, so that the machine was late, or the list waited for a worker.")
    if let wakes = SortedSample(emptyFrames.map(\.elapsed)) {
      let (most, worst) = (wakes.quantile(0.99), wakes.quantile(1))
      sentences.append(
        "Frames in which nothing is done began up to \(NumberText.duration(most)) late (99th percentile), at most "
          + "\(NumberText.duration(worst)). "
          + (isFirst
            ? "The main thread had real-time priority (SCHED_FIFO)."
            : "The main thread had no real-time priority, which takes root or `ulimit -r`: other programs delayed it.")
      )
    }
    return sentences.joined(separator: " ") + "\n"
  }
}
