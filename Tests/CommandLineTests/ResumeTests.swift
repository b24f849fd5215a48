import Foundation
import Testing

@Suite("The command run --resume")
struct ResumeTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  private func expectWhole(_ files: RunFiles) throws {
    let units = files.units()
    #expect(units.count == SmallCheckout.unitCount)
    #expect(Set(units).count == SmallCheckout.unitCount)
    #expect(files.rows().map { $0["seq"] } == (0..<files.rowCount).map { String($0) })
    #expect(files.rows().allSatisfy { $0["status"] == "ok" })
    let description = try files.description()
    #expect(description["ending"].string == "complete")
    let measured = description["cells"].items.filter { $0["status"].string == "measured" }
    #expect(measured.map { $0["sampleCount"].number } == Array(repeating: 4, count: 8))
    let counted = files.rows().filter { $0["pass"] == "alloc" }.map(RunFiles.cell)
    #expect(counted.count == 8 && Set(counted).count == 8)
    let timed = files.rows().filter { $0["pass"] == "time" }
    for (cell, rows) in Dictionary(grouping: timed, by: RunFiles.cell) {
      #expect(Set(rows.map { [$0["iterations"], $0["checksum"]] }).count == 1, "\(cell)")
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
    let last = try checkout.start("run", "--resume", "latest").expect(0, output: "workload")
    let files = try checkout.run()
    #expect(files.text.hasPrefix(before))
    try expectWhole(files)
    #expect(files.folder.names == ["run.json", "samples.csv", "summary.csv"])
    // Now nothing is left to do: its table, and no change.
    let finished = try (files.text, Data(contentsOf: files.descriptionFile))
    let outcome = try checkout.start("run", "--resume", "latest").expect(0)
    #expect(outcome.error == "Nothing is left to do.\n" && last.output.contains(outcome.output))
    #expect(try files.text == finished.0 && Data(contentsOf: files.descriptionFile) == finished.1)
    // A full disk may have kept the last file from being written.
    let summary = files.folder.appending(path: "summary.csv")
    let text = try summary.text()
    try summary.remove()
    try checkout.start("run", "--resume", "latest").expect(0)
    #expect(try summary.text() == text)
  }

  @Test func `A run whose folder was moved goes on with the documents of the checkout`() throws {
    let files = try checkout.measure()
    try files.cut(afterRows: 40)
    let moved = checkout.folder.appending(path: "elsewhere/deep/down/run")
    try moved.deletingLastPathComponent().makeFolder()
    try FileManager.default.moveItem(at: files.folder, to: moved)
    try checkout.start("run", "--resume", moved.path).expect(0)
    try expectWhole(RunFiles(folder: moved))
  }

  @Test func `A run goes on without its suite, with its settings and as its shard`() throws {
    let files = try checkout.measure("--seed", "7", "--rounds", "3", "--filter", "feed", "--shard", "1/1")
    try files.cut(afterRows: 20)
    try checkout.suite.remove()
    try checkout.start("run", "--resume", "results/\(files.folder.lastPathComponent)").expect(0)
    #expect(files.units().count == 4 * 3 && Set(files.units()).count == 4 * 3)
    #expect(Set(files.rows().map { [$0["seed"], $0["shard"]] }) == [["7", "1"]])
    let parts = try files.description()["parts"]
    #expect(parts.items.count == 2)
    #expect(parts[1]["ending"].string == "complete" && parts[1]["firstSequence"].number == 20)
    #expect(parts[1]["commandLine"].strings.contains("--resume"))
    #expect(parts.items.allSatisfy { !$0["machineAtStart"].isMissing && $0["startedUTC"].string != nil })
  }

  @Test func `Cells whose workers shared cores have flags`() throws {
    let files = try checkout.measure()
    try files.cut(afterRows: 50)
    // As if both workers had taken turns on one core.
    try files.editSamples { row in
      guard row["threads"] == "2", row["pass"] == "time" else { return }
      row["cpu_ns"] = row["wall_ns"]
      row["busy_ns"] = row["wall_ns"].flatMap(Int.init).map { String(2 * $0) }
    }
    try checkout.start("run", "--resume", "latest").expect(
      0, output: "shared cores", "Cells with flags are no reference")
    let cells = try files.description()["cells"].items
    let flagged = cells.filter { $0["flags"].strings.contains("shared_cores") }
    // Which cells are flagged depends on how many of a cell's rows were cut off and are measured here again.
    #expect(!flagged.isEmpty && flagged.allSatisfy { $0["cell"]["threads"].number == 2 })
    let summary = try files.folder.appending(path: "summary.csv").text()
    #expect(summary.contains(",shared_cores\n") || summary.contains(",shared_cores "))
    try checkout.start("table", "latest").expect(0, output: " shared cores", "Stop other programs")
  }

  @Test func `What cannot go on is refused in one line, and its samples stay as they are`() throws {
    let files = try checkout.measure()
    try files.cut(afterRows: 40)
    let before = files.wholeText
    func expectRefusal(_ words: String) throws {
      let outcome = try checkout.start("run", "--resume", "latest")
      outcome.expectRefusal(words)
      #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
    }
    try checkout.folder.appending(path: "Benchmarks/\(SmallCheckout.document)").remove()
    try expectRefusal("odd, \"name\".json")
    try checkout.writeDocument(#"{"type": "stack", "children": [{"type": "text", "text": "one two"}]}"#)
    try expectRefusal("its document has changed")
    #expect(files.wholeText == before)
    try checkout.writeDocument(#"{"type": "text", "text": "one two"}"#)
    try files.samplesFile.remove()
    try files.samplesFile.makeFolder()
    try checkout.start("run", "--resume", "latest").expect(1, error: "samples.csv: cannot be opened")
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
    #expect(try files.description()["ending"].string == "interrupted")
    #expect(Set(files.units()).count == files.units().count)
  }
}
