import Foundation
import Testing

@Suite("The command run")
struct RunTests {
  @Test func `A run prints its table and leaves samples, a summary and a description, which agree`() throws {
    let folder = try Program.makeFolder()
    let outcome = try Program.start("run", "--suite", "tiny", "--rounds", "2", "--out", folder.path).expect(0)
    // The finding comes first in a file.
    #expect(outcome.output.hasPrefix("spec.cold takes ") && outcome.output.contains("\n\nworkload"))
    #expect(outcome.output.contains("the type background"))

    let files = try RunFiles(onlyIn: folder)
    let run = files.folder
    let checksums = Dictionary(grouping: files.rows()) { [$0["subject"], $0["workload"]] }.mapValues {
      Set($0.map { $0["checksum"] })
    }
    #expect(checksums.count == 13)
    for (cell, sums) in checksums { #expect(sums.count == 1, "\(cell): \(sums)") }

    let summary = try run.appending(path: "summary.csv").text()
    #expect(summary.contains("wall_ns_per_element"))
    let facts = try files.description()
    #expect(facts["suite"].string == "tiny")
    #expect(facts["build"]["allocator"].string != nil)

    let table = try Program.run("table", run.path).expect(0)
    #expect(table.output.hasPrefix("tiny, "))
    try Program.run("table", run.path, "--by-subject", "--ratios").expect(0, output: "spec.cold ns", "×")
    try Program.run("table", run.path, "--growth").expect(
      0, output: "Nothing was measured in three sizes or more.")
    let threads = try Program.run("table", run.path, "--threads").expect(0, output: "efficiency")
    #expect(!threads.output.contains("dispatch"))
    let printed = table.output.drop { $0 != "\n" }.drop { $0 == "\n" }
    #expect(outcome.output.contains("\n\n" + String(printed).trimmingCharacters(in: .newlines)))
    try Program.run("table", run.path, "--format", "markdown").expect(0, output: "| workload | subject |")
    let metrics = try Program.run("table", run.path, "--format", "json").json().items
    #expect(metrics.count == summary.split(separator: "\n").count - 1)
    #expect(metrics.contains { $0["subject"].string == "spec.cold" && $0["median"].number != nil })
    #expect(try Program.run("table", run.path, "--format", "csv").output == summary)
    let filtered = try Program.run("table", run.path, "--filter", "spec.cold feed(", "--format", "csv")
    let kept = summary.split(separator: "\n").enumerated().filter {
      $0 == 0 || $1.contains(",spec.cold,feed(")
    }
    #expect(filtered.output.split(separator: "\n") == kept.map(\.element) && kept.count > 1)
  }

  #if !Text
  @Test func `A program without real fonts says what to install for texts, and measures nothing`() throws {
    let folder = try Program.makeFolder()
    try Program.run("run", "--suite", "texts", "--out", folder.path).expectRefusal(
      "feedText(10) needs real fonts, which this program was built without")
    #expect(folder.names.isEmpty)
  }
  #endif

  @Test func `An unknown subject, or results that cannot be written, measure nothing`() throws {
    let folder = try Program.makeFolder()
    let file = try Program.writeSuite(
      #""name": "x", "cells": [{"workload": "feed(1)", "subjects": ["nobody"]}]"#,
      to: folder.appending(path: "bad.json"))
    let out = folder.appending(path: "out")
    try Program.run("run", "--suite", file.path, "--out", out.path).expect(65, error: "nobody")
    #expect(!out.exists)
    try Program.run(
      "run", "--suite", "tiny", "--filter", "feed(10) 1", "--out", "/dev/null/results"
    ).expectRefusal(
      "layoutbench: /dev/null/results: cannot be made a folder: /dev/null is no folder\n", exitCode: 1)
  }

  @Test func `A table without its cells still says what was not measured`() throws {
    let table = try Program.run("table", "results/reference/peers", "--no-cells").expect(0)
    #expect(!table.output.contains("ns/element") && table.output.contains("; revision "))
    let whole = try Program.run("table", "results/reference/peers", "--no-cells", "--cells").expect(0)
    #expect(whole.output.contains("ns/element"))
    try Program.run("table", "results/reference/peers", "--no-cells", "--by-subject").expect(64)
    try Program.run("table", "results/reference/compare-slower", "--no-cells").expectRefusal(
      "a comparison is printed whole", exitCode: 64)
  }

  @Test func `A run is printed as Markdown or CSV too, and nothing else is`() throws {
    let folder = try Program.makeFolder()
    func run(as format: String) throws -> Program.Outcome {
      try Program.start(
        "run", "--suite", "tiny", "--filter", "feed(10) 1", "--rounds", "1", "--out", folder.path, "--sort",
        "time", "--format", format
      ).expect(0, error: "Written to ")
    }
    let rows = try run(as: "json").json().items.filter { $0["metric"].string == "wall_ns_per_element" }
    let times = rows.compactMap { $0["median"].number }
    #expect(times.count > 2 && times == times.sorted())
    #expect(try run(as: "markdown").output.hasPrefix("| workload | subject |"))
    #expect(try run(as: "csv").output.hasPrefix("run_id,subject,"))
  }
}
