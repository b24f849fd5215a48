import Foundation
import Testing

@Suite("The command run --resume", .temporaryFolders)
struct ResumeTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  /// A run whose samples end after so many rows, in the middle of one.
  private func cutRun(afterRows count: Int) throws -> RunFiles {
    let files = try checkout.measure()
    try files.cut(afterRows: count)
    return files
  }

  private func expectWhole(_ files: RunFiles) throws {
    let units = files.units()
    #expect(units.count == SmallCheckout.unitCount)
    #expect(Set(units).count == SmallCheckout.unitCount)
    #expect(files.rows().map { $0["seq"] } == (0..<files.rowCount).map { String($0) })
    #expect(files.rows().allSatisfy { $0["status"] == "ok" })
    let description = try files.description()
    #expect(description["ending"] as? String == "complete")
    let cells = description["cells"] as? [[String: Any]] ?? []
    #expect(
      cells.filter { $0["status"] as? String == "measured" }.map { $0["sampleCount"] as? Int }
        == Array(repeating: 4, count: 8))
    for pass in ["alloc", "latency"] {
      let cells = files.rows().filter { $0["pass"] == pass }.map {
        "\($0["subject"] ?? "") \($0["workload"] ?? "") \($0["threads"] ?? "")"
      }
      #expect(cells.count == 8 && Set(cells).count == 8, "\(pass)")
    }
    let latencies = files.rows().filter { $0["pass"] == "latency" }.map {
      (RunFiles.cell($0), Int($0["iterations"] ?? ""))
    }
    #expect(files.latencyCounts() == Dictionary(latencies) { $1 })
    for cell in Dictionary(
      grouping: files.rows().filter { $0["pass"] == "time" },
      by: { "\($0["subject"] ?? "") \($0["workload"] ?? "") \($0["threads"] ?? "")" })
    {
      #expect(Set(cell.value.map { $0["iterations"] }).count == 1, "\(cell.key)")
      #expect(Set(cell.value.map { $0["checksum"] }).count == 1, "\(cell.key)")
    }
  }

  /// Killed again and again, as soon as there is a folder and at moments that are as likely to lie within a row as between
  /// two.
  @Test(arguments: [[0, 3, 26, 27], [60]])
  func `A run killed at any moment goes on, and nothing is lost or done twice`(rowCounts: [Int]) throws {
    var before: Substring = ""
    var arguments = ["--suite", "small"]
    for rowCount in rowCounts {
      let outcome = try checkout.start(
        "run", arguments[0], arguments[1],
        interruptWhen: { (try? checkout.run()).map { $0.rowCount >= rowCount } ?? false }, by: SIGKILL)
      let files = try checkout.run()
      #expect(outcome.exitCode == SIGKILL || outcome.exitCode == 0, "\(outcome.error)")
      _ = try files.description()
      #expect(files.text.hasPrefix(before), "Earlier rows are gone.")
      #expect(files.rows().allSatisfy { !$0.isEmpty })
      before = files.wholeText
      arguments = ["--resume", "latest"]
    }
    try checkout.start("run", "--resume", "latest").expect(0, output: "workload")
    let files = try checkout.run()
    #expect(files.text.hasPrefix(before))
    try expectWhole(files)
    #expect(files.folder.names == ["latency.csv", "run.json", "samples.csv", "summary.csv"])
  }

  @Test func `A run whose latencies are cut off is shown without them, and a warning says so`() throws {
    let files = try checkout.measure("--rounds", "1")
    try Data(files.latencyText.utf8.dropLast(7)).write(to: files.latencyFile)
    for command in [["table"], ["report", "-o", "-"]] {
      let shown = try Program.run(command + [files.folder.path], environment: ["LAYOUTBENCH_RENDERER": ""])
      shown.expect(0, output: "feed(1)")
      let text = shown.output + shown.error
      #expect(text.contains("latency.csv: The latencies of a cell are not whole."), "\(command)")
    }
  }

  @Test func `A run goes on without its suite, with other settings; what is done is in run.json`() throws {
    let files = try checkout.measure("--seed", "7", "--rounds", "3", "--filter", "feed")
    try files.cut(afterRows: 20)
    try checkout.suite.remove()
    try checkout.start("run", "--resume", "results/\(files.folder.lastPathComponent)").expect(0)
    #expect(files.units().count == 4 * 3 && Set(files.units()).count == 4 * 3)
    #expect(Set(files.rows().map { $0["seed"] }) == ["7"])
    let parts = try #require(files.description()["parts"] as? [[String: Any]])
    #expect(parts.count == 2)
    #expect(parts[1]["ending"] as? String == "complete" && parts[1]["firstSequence"] as? Int == 20)
    #expect((parts[1]["commandLine"] as? [String])?.contains("--resume") == true)
    #expect(parts.allSatisfy { $0["machineAtStart"] != nil && $0["startedUTC"] != nil })
  }

  @Test func `A finished run has nothing left to do: exit code 0, its table, and no change`() throws {
    let run = try checkout.start("run", "--suite", "small")
    let files = try checkout.run()
    let before = try (files.text, Data(contentsOf: files.descriptionFile))
    let outcome = try checkout.start("run", "--resume", "latest").expect(0)
    #expect(outcome.error == "Nothing is left to do.\n")
    #expect(run.output.hasPrefix(outcome.output.trimmingCharacters(in: .newlines)))
    #expect(try files.text == before.0 && Data(contentsOf: files.descriptionFile) == before.1)
  }

  @Test func `Cells whose workers shared cores have a flag in run.json and in summary.csv`() throws {
    let files = try cutRun(afterRows: 50)
    // As if both workers had taken turns on one core.
    try files.editSamples { row in
      guard row["threads"] == "2", row["pass"] == "time" else { return }
      row["cpu_ns"] = row["wall_ns"]
      row["busy_ns"] = row["wall_ns"].flatMap(Int.init).map { String(2 * $0) }
    }
    try checkout.start("run", "--resume", "latest").expect(
      0, output: "shared cores", "Cells with flags are no reference")
    let cells = try #require(files.description()["cells"] as? [[String: Any]])
    let flagged = cells.filter { ($0["flags"] as? [String])?.contains("shared_cores") == true }
    // Which cells are flagged depends on how many of a cell's rows were cut off and are measured here again.
    #expect(!flagged.isEmpty)
    #expect(flagged.allSatisfy { ($0["cell"] as? [String: Any])?["threads"] as? Int == 2 })
    let summary = try files.folder.appending(path: "summary.csv").text()
    #expect(summary.contains(",shared_cores\n") || summary.contains(",shared_cores "))
  }

  @Test func `What cannot go on is refused in one line, and its samples stay as they are`() throws {
    let files = try cutRun(afterRows: 40)
    let before = files.wholeText
    func expectRefusal(_ words: String...) throws {
      let outcome = try checkout.start("run", "--resume", "latest")
      outcome.expectRefusal()
      #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
      for word in words { #expect(outcome.error.contains(word), "\(word): \(outcome.error)") }
    }
    let description = try files.description()
    try files.edit {
      $0["git"] = ["revision": "0123456789abcdef", "isDirty": true]
      $0["build"] = (description["build"] as? [String: Any])?.merging(["sourceHash": "fedcba9876543210"]) {
        $1
      }
    }
    try expectRefusal(
      "revision 0123456789 with changes (Swift", "sources fedcba9876)", "Swift 6", "Go on with that")
    try files.edit { $0 = description }
    try checkout.folder.appending(path: "Benchmarks/\(SmallCheckout.document)").remove()
    try expectRefusal("odd, \"name\".json")
    try checkout.writeDocument(#"{"type": "stack", "children": [{"type": "text", "text": "one two"}]}"#)
    try expectRefusal("samples.csv:", "its document has changed")
    #expect(files.wholeText == before)
  }

  @Test func `Nobody goes on with a run while it is measured, and SIGTERM ends it as Ctrl-C does`() throws {
    var second: Program.Outcome?
    let first = try checkout.start(
      "run", "--suite", "small", "--rounds", "100000", "--budget", "20s",
      interruptWhen: {
        guard let run = try? checkout.run(), !run.units().isEmpty else { return false }
        second = try? checkout.start("run", "--resume", "latest")
        return true
      }, by: SIGTERM)
    #expect(second?.exitCode == 1)
    #expect(second?.error.contains("another process") == true, "\(second?.error ?? "")")
    first.expect(130, error: "Written to")
    let files = try checkout.run()
    #expect(try files.description()["ending"] as? String == "interrupted")
    #expect(Set(files.units()).count == files.units().count)
  }

  @Test func `A file that cannot be written to is an error before anything is measured`() throws {
    let files = try cutRun(afterRows: 10)
    try files.samplesFile.remove()
    try files.samplesFile.makeFolder()
    try checkout.start("run", "--resume", "latest").expect(1, error: "samples.csv: Cannot be opened")
  }
}
