import Foundation
import Testing

@Suite("What run measures besides time")
struct PassTests {
  private func measure(
    _ cells: String, _ options: String...
  ) throws -> (outcome: Program.Outcome, files: RunFiles) {
    try Program.measure(cells: "[\(cells)]", ["--rounds", "2"] + options)
  }

  /// Each job of a subject allocates as much as any other, so that a count is exact where it is the same whole number on one
  /// thread and on two, in every mode and in two runs. Once it is warm, the engine of a release allocates nothing.
  @Test func `Allocations are counted on the threads that make them`() throws {
    let cells = """
      {"workload":"feed(10)","subjects":["spec.cold"]},
      {"workload":"nested(1)","subjects":["naive"]}
      """
    let empty = #", {"workload":"feed(10)","subjects":["empty"]}"#
    let (outcome, files) = try measure(cells + empty, "--threads", "1,2")
    // The empty subject shows what the harness costs.
    let overhead = outcome.output.split(separator: "\n").first { $0.hasPrefix("overhead") }
    #expect(overhead?.hasPrefix("overhead (1 thread, serialQueues): ") == true)
    #expect(overhead?.hasSuffix(" ns a batch") == true)
    let runs = [
      files,
      try measure(
        cells, "--threads", "2", "--dispatch", "serialQueues,concurrentQueue,concurrentPerform"
      ).files,
    ]
    let counts = try runs.map { run in
      let counted = run.rows().filter { $0["pass"] == "alloc" }
      #expect(counted.count == 6)
      for row in counted {
        #expect((Int(row["peak_rss_bytes"] ?? "") ?? 0) > 1_000_000)
        #expect(row["wall_ns"] == "" && row["cpu_ns"] == "")
      }
      #expect(run.rows().allSatisfy { $0["pass"] == "alloc" || $0["peak_rss_bytes"] == "" })
      return try Dictionary(grouping: counted) { $0["subject"] ?? "" }.mapValues { rows in
        try Set(rows.map { row in try ["alloc_count", "alloc_bytes"].map { try RunFiles.perJob($0, row) } })
      }
    }
    #expect(counts[0]["empty"] == [[0, 0]])
    for subject in ["spec.cold", "naive"] {
      let first = counts[0][subject] ?? []
      #expect(first.count == 1 && first.first?.allSatisfy { $0 == $0.rounded() } == true, "\(first)")
    }
    #expect((counts[0]["naive"]?.first?.min() ?? 0) > 1)
    if Program.releases != nil { #expect(counts[0]["spec.cold"] == [[0, 0]]) }
    #expect(counts[0].filter { $0.key != "empty" } == counts[1], "Another run counts the same.")
  }

  @Test func `A cell's peak of memory is its own, whatever was measured before it`() throws {
    func peaks(_ cells: String) throws -> [String: Double] {
      let counted = try measure(cells).files.rows().filter { $0["pass"] == "alloc" }
      return try Dictionary(
        uniqueKeysWithValues: counted.map { row in
          (row["workload"] ?? "", try #require(Double(row["peak_rss_bytes"] ?? "")))
        })
    }
    let small = #"{"workload":"feed(1)","subjects":["spec.cold"],"threads":[1]}"#
    let alone = try peaks(small)
    let beside = try peaks(#"{"workload":"feed(5000)","subjects":["spec.cold"],"threads":[1]},\#(small)"#)
    let (own, other) = (try #require(alone["feed(1)"]), try #require(beside["feed(1)"]))
    #expect(abs(other / own - 1) < 0.05, "\(other) bytes behind a large cell, \(own) alone")
    #expect(try #require(beside["feed(5000)"]) > 1.3 * own, "The large cell is large.")
  }

  @Test func `A budget bounds a run, which says what is missing, and more of it measures the rest`() throws {
    let (outcome, files) = try measure(
      #"{"workload":"feed(1)","subjects":["spec.cold","manual"],"threads":[1]}"#, "--budget", "1ms")
    #expect(
      outcome.output.contains(
        "Incomplete:\n  2 cells: Memory was not measured: the budget was used up.\n"))
    #expect(outcome.output.contains("1 of 2 rounds were measured: the budget was used up."))
    func passes() -> [String] {
      files.rows().filter { $0["phase"] == "measure" }.map { $0["pass"] ?? "" }.sorted()
    }
    #expect(passes() == ["time", "time"])
    let run = files.folder.path
    let table = try Program.run("table", run)
    #expect(table.output.contains("1 of 2 rounds were measured") && table.output.contains("Incomplete:"))
    try Program.start("run", "--resume", run).expect(0, error: "--budget gives it more time")
    let rest = try Program.start("run", "--resume", run, "--budget", "1h")
    #expect(rest.exitCode == 0 && !rest.output.contains("Incomplete") && !rest.output.contains("rounds"))
    #expect(passes() == ["alloc", "alloc", "time", "time", "time", "time"])
  }

  @Test func `An empty subject shows what the harness costs`() throws {
    let outcome = try measure(#"{"workload":"feedItem(1)","subjects":["empty","spec.cold"]}"#).outcome
    let line = outcome.output.split(separator: "\n").first { $0.hasPrefix("overhead") }
    #expect(line?.hasPrefix("overhead (1 thread, serialQueues): ") == true)
    #expect(line?.hasSuffix(" ns a batch") == true)
    let without = try measure(#"{"workload":"feedItem(1)","subjects":["spec.cold"]}"#).outcome
    #expect(!without.output.contains("overhead"))
  }
}

@Suite("Subjects of nodes")
struct NodeSubjectTests {
  private static let subjects = [
    "node.first", "node.relayout", "node.change", "node.edit", "manual.nodes", "manual.nodes.change",
    "manual.nodes.first",
  ]

  private typealias Row = [String: String]

  /// Runs these subjects on workloads with one thread and with two, and returns its samples and how each cell ended.
  private func run(
    _ workloads: [String], of subjects: [String] = Self.subjects, rounds: Int = 1
  ) throws -> (samples: [Row], cells: [JSON]) {
    let cells = workloads.map { #"{"workload": "\#($0)", "subjects": \#(subjects)}"# }
    let files = try Program.measure(
      cells: "[\(cells.joined(separator: ", "))]", ["--rounds", "\(rounds)", "--threads", "1,2"]
    ).files
    return (files.rows(), try files.description()["cells"].items)
  }

  @Test func `All give the same frames, on one thread and on two, however often they ran`() throws {
    let (samples, cells) = try run(["feed(3)", "feedItem(2)", "feed(0)"], rounds: 3)
    #expect(cells.count == 3 * 2 * Self.subjects.count)
    for outcome in cells {
      let cell = outcome["cell"]
      // A feed without posts has no text to change.
      let isEmptyEdit = cell["subject"].string == "node.edit" && cell["workload"].string == "feed(0)"
      #expect(outcome["status"].string == (isEmptyEdit ? "leftOut" : "measured"), "\(outcome)")
    }
    let sums = Set(samples.map { [$0["workload"], $0["checksum"]] })
    #expect(
      sums.count == 3 && Set(sums.map { $0[1] }).count == 3, "Each workload has one of its own: \(sums)")
  }

  @Test func `What is shown has the frames of cells by hand, on one thread and on two`() throws {
    for (subjects, workloads) in [
      (
        ["make", "measure", "apply", "shown", "shown.cold"].flatMap { ["node.\($0)", "manual.nodes.\($0)"] },
        ["feed(3)", "feedItem(2)"]
      ),
      (
        ["list.scroll", "list.scroll.cold", "list.ahead", "manual.list.scroll"],
        ["settings(100)", "chat(100)"]
      ),
      (["list.edit", "list.edit.cold", "manual.list.edit"], ["feed(100)", "feedItem(100)"]),
    ] {
      let (samples, cells) = try run(workloads, of: subjects)
      #expect(cells.count == 2 * 2 * subjects.count)
      #expect(cells.allSatisfy { $0["status"].string == "measured" })
      #expect(Set(samples.map { [$0["workload"], $0["checksum"]] }).count == 2)
    }
    let short = try run(["feed(99)"], of: ["list.same"]).cells
    #expect(short.allSatisfy { $0["status"].string == "leftOut" })
  }

  @Test func `Cells by constraints are measured, since their frames are the specs' within a pixel`() throws {
    let subjects = ["cassowary", "naive"].flatMap { ["\($0).nodes.measure", "\($0).list.scroll.cold"] }
    let (_, cells) = try run(["feed(100)", "feedItem(100)", "settings(100)", "chat(100)"], of: subjects)
    #expect(cells.count == 4 * 2 * subjects.count)
    #expect(cells.allSatisfy { $0["status"].string == "measured" })
  }

  /// Of a debug build: a release's counts were not whole in one of three runs on a busy machine.
  @Test(.enabled(if: Program.releases == nil))
  func `Allocations are counted, whole numbers a job`() throws {
    let (samples, _) = try run(["feed(4)", "feedItem(2)"])
    let counted = samples.filter { $0["pass"] == "alloc" }
    #expect(counted.count == 2 * 2 * Self.subjects.count)
    let counts = try Dictionary(grouping: counted) { "\($0["subject"] ?? "") \($0["workload"] ?? "")" }
      .mapValues { rows in try Set(rows.map { try RunFiles.perJob("alloc_count", $0) }) }
    for workload in ["feed(4)", "feedItem(2)"] {
      func count(_ subject: String) -> Double? {
        let values = counts["\(subject) \(workload)"] ?? []
        #expect(values.count == 1, "\(subject) \(workload) on one thread and on two: \(values)")
        return values.first
      }
      let (first, relayout) = (try #require(count("node.first")), try #require(count("node.relayout")))
      let made = try #require(count("manual.nodes.first"))
      #expect([first, relayout, made].allSatisfy { $0 == $0.rounded() })
      #expect(first > relayout)
      // The two texts of an edit may differ in what they allocate.
      let edits = try #require(counts["node.edit \(workload)"])
      #expect(edits.allSatisfy { $0 > 0 && $0 < first }, "\(edits)")
      #expect(first > made && made > 0)
    }
  }
}
