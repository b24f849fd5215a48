import ArgumentParser
import Foundation
import FrameReplay
import Measuring
import Reporting
import StrictJSON

/// `layoutbench frames`: replays scripts over the lists of a run.
struct FramesCommand: ParsableCommand {
  static let configuration = CommandConfiguration(
    commandName: "frames",
    abstract: "Say how slow a device may be before a list misses frames.",
    discussion: """
      Replays what a person does with a list: a fling, a dash to its end, texts that change, rows that are inserted, a \
      larger text. The list is a LayoutList, and decides itself what is made and prepared when; time is virtual, and \
      each unit of work takes what it took in the run. The same run gives the same frames on every machine.

      A run has the times if it measured the suite frames, which ends with this text. Times are cold: the code of a \
      frame has left the caches since the frame before.

      With --real-time this machine plays the scripts too, with real cells and a thread that wakes 120 times a second, \
      and says how far the replay is off. It takes as long as the scripts, in each way and round.

      A script of your own is a JSON file; Documentation/Frames.md shows one.

      EXAMPLES
        \(ProgramName.command) run --suite frames
        \(ProgramName.command) frames latest --slower 20 --rate 60 --share 50%
        \(ProgramName.command) frames latest --script mine.json --csv frames.csv
        \(ProgramName.command) frames latest --real-time 5
        \(ProgramName.command) frames --list 'feed(100)'      without a run: how many cells are made when
      """)

  @Argument(
    help: ArgumentHelp("A run: its folder, its name in the results, or latest.", valueName: "run"),
    completion: .runs)
  var reference: RunReference?

  @Option(
    help: ArgumentHelp(
      "In place of a run a workload, whose cells take the usual times: for counts, which no time changes.",
      valueName: "workload"))
  var list: String?

  @Option(
    help: ArgumentHelp("A script; may be repeated. Default: the seven shipped ones.", valueName: "file"),
    completion: .file(extensions: ["json"]), transform: nonEmptyName)
  var script: [String] = []

  @Option(help: "How many times as slow as the run's machine the device is, for late frames.")
  var slower = 10.0

  @Option(help: "The frames a second, 1 to 1,000.")
  var rate = 120.0

  @Option(help: "The workers that prepare cells, 1 to 64.")
  var workers = 1

  @Option(
    help: "The part of a frame that the list may take, 0.01% to 100%. Default: 100%.",
    transform: { try parsed($0, Percentage.expected) })
  var share = Percentage(share: 1)

  @Option(
    help: ArgumentHelp("Write a row for each frame to this file; - prints them alone.", valueName: "file"),
    completion: .file(extensions: ["csv"]), transform: nonEmptyName)
  var csv: String?

  @Option(
    help: ArgumentHelp(
      "Write the figures of each way and script to this file; - prints them alone.", valueName: "file"),
    completion: .file(extensions: ["json"]), transform: nonEmptyName)
  var json: String?

  @Option(
    help: ArgumentHelp(
      "Play the scripts in real time too, so many times each, and compare: 1 to 100.", valueName: "rounds"))
  var realTime: Int?

  @Flag(help: "Overwrite existing files.")
  var force = false

  @OptionGroup
  var table: TableOptions

  func validate() throws {
    guard (reference == nil) != (list == nil) else {
      throw ValidationError("name a run, such as latest, or a workload with --list")
    }
    let files = [csv, json].compactMap(\.self)
    if files.count == 2, Set(files.map { URL(fileURLWithPath: $0).standardizedFileURL }).count == 1 {
      throw ValidationError("--csv and --json take two files, and not both \(files[0])")
    }
    if realTime != nil, files.contains(where: WholeFile.isStandardOutput) {
      throw ValidationError("--real-time prints tables, and - prints a file alone: name the file")
    }
    if list != nil, realTime != nil {
      throw ValidationError("--real-time compares with a run's times: name the run in place of --list")
    }
    try require("--workers", workers, from: 1, to: 64)
    if let realTime { try require("--real-time", realTime, from: 1, to: 100) }
    guard 1...1_000 ~= rate else {
      throw ValidationError("--rate takes 1 to 1,000, and not \(NumberText.short(rate))")
    }
    guard share.share >= 0.000_1 else {
      throw ValidationError("--share takes 0.01% to 100%, and not \(share)")
    }
    guard 0.01...FrameReplay.mostSlowness ~= slower else {
      throw ValidationError("--slower takes 0.01 to 10,000, and not \(NumberText.short(slower))")
    }
  }

  func run() throws {
    for file in [csv, json].compactMap({ $0 }) { try WholeFile.check(file, force: force) }
    let device = FrameDevice(slowness: slower, rate: rate, workerCount: workers, share: share.share)
    let own = try script.map { file in
      try FrameScript(json: Data(readingFile: file), file: file)
    }
    if let twice = own.map(\.name).first(where: { name in own.count { $0.name == name } > 1 }) {
      throw CommandFailure.badInput("two scripts have the name \"\(twice)\"")
    }
    let scripts = own.isEmpty ? FrameScript.all : own
    let report = try report(of: scripts, on: device)
    let figures = report.figures
    if let json {
      let text = JSONValue.array(figures.map(\.json)).formatted
      try WholeFile.write(Data(text.utf8), to: json, force: force)
    }
    if let csv { try WholeFile.write(Data(FrameRecord.csv(report.frames).utf8), to: csv, force: force) }
    if [csv, json].contains(where: { $0.map(WholeFile.isStandardOutput) == true }) { return }
    print(report.text(of: figures, width: table.width), terminator: "")
    guard let realTime else { return }
    let played = try RealTimeReport(of: report, on: device, roundCount: realTime)
    print("\n" + played.text(width: table.width), terminator: "")
  }

  private func report(of scripts: [FrameScript], on device: FrameDevice) throws -> FrameReport {
    guard let reference else {
      let list = list ?? ""
      guard let nodes = try Catalogue.workload(list).nodes(), nodes.cellCount > 0 else {
        throw ValidationError(
          "--list takes a workload of cells as nodes, such as 'feed(100)', and not '\(list)'")
      }
      return try FrameReport(ofList: list, scripts: scripts, on: device)
    }
    let folder = try reference.folder(in: .current)
    let report = try FrameReport(of: UnitTimes(RunReport(of: folder).summary), scripts: scripts, on: device)
    guard !report.rows.isEmpty else {
      throw FileError(
        folder.url,
        "has no times of a list's work; measure them with: \(ProgramName.command) run --suite frames")
    }
    if script.isEmpty { return report }
    if let script = scripts.first(where: { !report.scripts.contains($0) }) {
      throw FileError(
        folder.url,
        "has no times of list.filter, as \(script.name) needs them; measure them with: \(ProgramName.command) run "
          + "--suite frames")
    }
    return report
  }
}
