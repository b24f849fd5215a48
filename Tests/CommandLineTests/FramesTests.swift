import Foundation
import LayoutTestSupport
import Measuring
import Testing

@testable import LayoutBenchmark

@Suite("Frames of a run")
struct FramesTests {
  private static let lists =
    ["scroll", "edit", "traits", "ahead", "still", "insert", "filter"].flatMap {
      ["list.\($0)", "list.\($0).cold"]
    }

  @Test func `A run of a list's units ends with its headroom, and its frames are replayed likewise`() throws {
    let nodes = #"{"workload": "feed(2)", "subjects": ["node.shown"]}"#
    let lists = #"{"workload": "feed(100)", "subjects": \#(Self.lists)}"#
    let (outcome, files) = try Program.measure(cells: "[\(nodes), \(lists)]", ["--rounds", "1"])
    for text in [
      "feed(100) as a list, 120 frames a second, 1 worker", "specs, prepared ahead ",
      "specs on the main thread ", "On a device 10 × as slow",
    ] {
      #expect(outcome.output.contains(text), "\(outcome.output)")
    }
    #expect(!outcome.output.contains("frames by hand"), "They were not measured.")
    let run = files.folder.path
    let csv = try Program.makeFolder().appending(path: "frames.csv")
    let json = csv.deletingLastPathComponent().appending(path: "frames.json")
    let first = try Program.run("frames", run, "--wide", "--csv", csv.path, "--json", json.path)
    let rows = try String(contentsOf: csv, encoding: .utf8)
    // The rows of headroom. Below, the program counts what cells take in memory, and this process does not.
    let told = first.output.split(separator: "\n").filter { $0.hasPrefix("specs") }.prefix(3)
    #expect(told.count == 3 && told.allSatisfy(outcome.output.contains), "\(outcome.output)")
    let figures = try JSON(json.text()).items
    #expect(figures.count == 3 * 7 && figures.allSatisfy { $0["slowness"].number == 10 })
    for figure in figures {
      let isAhead = figure["way"].string != "specs on the main thread"
      #expect((figure["worker_ms"].number ?? 0) + 1e-9 >= (figure["never_shown_worker_ms"].number ?? -1))
      #expect((figure["late_frames"].number == 0) == (figure["late_worst_ms"].number == nil))
      #expect(isAhead || figure["screens_ahead_1_workers"].number == nil)
    }
    let fling = figures.first {
      $0["way"].string == "specs, blank meanwhile" && $0["script"].string == "fling"
    }
    #expect(fling?["screens_ahead_8_workers"].number != nil && fling?["measured_by_main_thread"].number == 0)
    // Three ways, seven scripts, some hundred frames.
    #expect(rows.hasPrefix("workload,way,script,seconds,") && rows.filter { $0 == "\n" }.count > 1_500)
    try Program.run("frames", run, "--wide", "--csv", csv.path).expectRefusal("is there already", exitCode: 1)
    let again = try Program.run("frames", run, "--wide", "--csv", csv.path, "--force")
    #expect(try again.output == first.output && String(contentsOf: csv, encoding: .utf8) == rows)

    // The picture shows a dash on a device of its own choice, or what the run's folder has as frames.csv.
    let charts = csv.deletingLastPathComponent().appending(path: "charts")
    func draw() throws -> String {
      try Program.run(
        "chart", run, "--kind", "frames", "--format", "vl", "--theme", "dark", "-o", charts.path
      ).expect(0)
      return try charts.appending(path: "frames-feed-dash-dark.vl.json").text()
    }
    let drawn = try draw()
    #expect(try drawn.contains("/samples.csv") && drawn.contains("ms/s late") && draw() == drawn)
    let own = files.folder.appending(path: "frames.csv").path
    try Program.run("frames", run, "--slower", "0.5", "--csv", own).expect(0)
    #expect(try draw().contains("on a device 0.5 × as slow") && charts.names.count == 7)
    #expect(
      try Program.run("report", run, "-o", "-").output.contains(
        """
        >feed(100) as a list, 120 frames a second, 1 worker: so many times as slow as this machine a device may be
        without a late frame:
        """))

    // A frame half as long has half the headroom, where no worker is faster or slower.
    let script = csv.deletingLastPathComponent().appending(path: "mine.json")
    let open = #"{"action": "open", "seconds": 0.1}"#
    try #"{"format": "layoutbench-script", "version": 1, "name": "mine", "steps": [\#(open)]}"#
      .write(to: script, atomically: true, encoding: .utf8)
    func headroom(_ options: String...) throws -> Double {
      let output = try Program.run("frames", run, with: ["--wide", "--script", script.path] + options).output
      let row = try #require(output.split(separator: "\n").first { $0.hasPrefix("specs on the main thread") })
      let figure = String(row.split(separator: " ")[5].filter { $0 != "," })
      return try #require(Double(figure), "\(output)")
    }
    let (whole, half, slow) = (try headroom(), try headroom("--share", "50%"), try headroom("--rate", "60"))
    #expect(abs(half / whole - 0.5) < 0.01 && abs(slow / whole - 2) < 0.02)

    // Three ways, twice. Whether a frame is late, or void, depends on the machine.
    let played = try Program.run("frames", run, "--wide", "--script", script.path, "--real-time", "2").output
    for text in [
      "feed(100) in real time, 120 frames a second, 1 worker: µs", "the median of 2 plays:",
      "of 6 plays are void",
      "Times as much as in the replay:",
    ] {
      #expect(played.contains(text), "\(played)")
    }
  }

  @Test func `A list that was not measured tells its counts, the same with any times`() throws {
    func counts(_ options: String...) throws -> [[Double?]] {
      let output = try Program.run("frames", with: options + ["--json", "-"]).expect(0).output
      let names = ["made", "measured_by_main_thread", "measured_again", "applied_by_main_thread"]
      return try JSON(output).items.map { figures in names.map { figures[$0].number } }
    }
    let usual = try counts("--list", "feed(40)")
    #expect(usual.count == 3 * 7 && usual.joined().allSatisfy { $0 != nil })
    // A list that leaves nothing to workers does the same however long it takes.
    #expect(try counts("--list", "feed(40)", "--slower", "0.1").suffix(7) == usual.suffix(7))
    #expect(try counts("--list", "feed(40)") == usual)
    #expect(try counts("--list", "settings(40)") != usual)
    // Rows that are printed alone keep no other file from being written.
    let (csv, json) = (
      try Program.makeFolder().appending(path: "a.csv"), try Program.makeFolder().appending(path: "a")
    )
    _ = try counts("--list", "feed(3)", "--csv", csv.path)
    let rows = try Program.run("frames", "--list", "feed(3)", "--csv", "-", "--json", json.path).expect(0)
      .output
    #expect(try rows == csv.text() && rows.hasPrefix("workload,way,") && !json.text().isEmpty)
    for (arguments, words) in [
      ([], "name a run, such as latest, or a workload with --list"),
      (["latest", "--list", "feed(1)"], "name a run, such as latest, or a workload with --list"),
      (["--list", "feed(0)"], "--list takes a workload of cells as nodes"),
      (["--list", "wide(10)"], "--list takes a workload of cells as nodes"),
      (["--list", "feed(1)", "--real-time", "1"], "--real-time compares with a run's times"),
      (
        ["latest", "--json", "-", "--real-time", "1"], "--real-time prints tables, and - prints a file alone"
      ),
      (
        ["--list", "feed(1)", "--csv", "x", "--json", "./x"],
        "--csv and --json take two files, and not both x"
      ),
      (
        ["--list", "feed(1)", "--csv", "-", "--json", "-"], "--csv and --json take two files, and not both -"
      ),
    ] {
      try Program.run("frames", with: arguments).expectRefusal(words, exitCode: 64)
    }
    try Program.run("frames", "--list", "nope(1)").expectRefusal("there is no workload \"nope\"")
  }

  @Test func `The head of the table says the share of a frame as it was given, however small`() throws {
    let outcome = try Program.run("frames", "--list", "feed(5)", "--share", "0.01%")
    outcome.expect(0, output: ", 0.01% of each for the list, ")
  }

  @Test func `Of two programs more cells measured are a regression, and a program that does not say is none`()
    throws
  {
    let program = try Program.executable()
    let folder = try Program.makeFolder()
    func other(_ name: String, _ lines: String) throws -> URL {
      let file = folder.appending(path: name)
      try file.write("#!/bin/sh\n\(lines)\n")
      try FileManager.default.setAttributes([.posixPermissions: 0o755], ofItemAtPath: file.path)
      return file
    }
    let cells = [
      CellID(subject: "list.still.cold", workload: "feed(100)", seed: 42, threads: 1),
      CellID(subject: "list.scroll", workload: "feed(100)", seed: 42, threads: 1),
    ]
    let equal = FrameCounts.rows(of: cells, base: program, candidate: program)
    #expect(equal.count == 3 * 4 && equal.allSatisfy { $0.verdict == .same })
    let more = try other(
      "more", #""\#(program.path)" "$@" | sed 's/"measured_again": 0/"measured_again": 1/'"#)
    let rows = FrameCounts.rows(of: cells, base: program, candidate: more)
    let worse = rows.filter { $0.verdict != .same }
    #expect(
      worse.count == 3 && worse.allSatisfy { $0.metric == .cellsMeasuredAgain && $0.verdict == .slower })
    #expect(worse.map(\.cell.subject).contains("frames: specs, prepared ahead"))
    let less = FrameCounts.rows(of: cells, base: more, candidate: program)
    #expect(less.count { $0.verdict == .faster } == 3)
    // Scripts that one of them lacks, and other prices, are no change of the list.
    let fewer = try other(
      "fewer", #""\#(program.path)" "$@" | sed 's/"script": "fling"/"script": "other"/'"#)
    let shared = FrameCounts.rows(of: cells, base: program, candidate: fewer)
    #expect(shared.count == 3 * 4 && shared.allSatisfy { $0.verdict == .same })
    #expect(zip(shared, equal).allSatisfy { $0.baseValue <= $1.baseValue } && shared[0].baseValue > 0)
    let dearer = try other(
      "dearer", #""\#(program.path)" "$@" | sed 's/"price_new": 20000/"price_new": 30000/'"#)
    #expect(FrameCounts.rows(of: cells, base: program, candidate: dearer).isEmpty)
    let earlier = try other("earlier", "echo 'unknown option' >&2; exit 64")
    #expect(FrameCounts.rows(of: cells, base: earlier, candidate: program).isEmpty)
    #expect(FrameCounts.rows(of: Array(cells.dropFirst()), base: program, candidate: more).isEmpty)
  }

  @Test func `A run without these times, and numbers out of range, are refused`() throws {
    let run = try Program.measure(
      cells: #"[{"workload": "feed(2)", "subjects": ["spec.cold"]}]"#, ["--rounds", "1"]
    ).files.folder.path
    try Program.run("frames", run).expectRefusal("has no times of a list's work", "run --suite frames")
    try Program.run("frames", run, "--script", "none.json").expectRefusal("none.json: cannot be read")
    // A run from before there were filters.
    let old = try Program.makeFolder().appending(path: "old")
    try FileManager.default.copyItem(at: .package.appending(path: "results/reference/frames"), to: old)
    for name in ["samples.csv", "summary.csv"] {
      let file = old.appending(path: name)
      let lines = try file.text().split(separator: "\n", omittingEmptySubsequences: false)
      try lines.filter { !$0.contains(",list.filter") }.joined(separator: "\n")
        .write(to: file, atomically: true, encoding: .utf8)
    }
    try Program.run("frames", old.path, "--script", "Benchmarks/scripts/search.json")
      .expectRefusal("has no times of list.filter, as search needs them", "run --suite frames")
    for (option, value, words) in [
      ("--rate", "0", "--rate takes 1 to 1,000, and not 0"),
      ("--slower", "nan", "--slower takes 0.01 to 10,000"),
      ("--workers", "0", "--workers takes 1 to 64"),
      ("--real-time", "0", "--real-time takes 1 to 100"), ("--share", "0%", "more than 0%"),
      ("--share", "1e-300%", "--share takes 0.01% to 100%"),
    ] {
      try Program.run("frames", run, option, value).expectRefusal(words, exitCode: 64)
    }
  }
}
