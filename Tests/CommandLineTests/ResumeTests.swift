import Foundation
import LayoutTestSupport
import Testing

@Suite("The command run --resume", .temporaryFolders)
struct ResumeTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  /// A run whose samples end after so many rows, in the middle of one.
  private func cutRun(afterRows count: Int) throws -> RunFiles {
    let outcome = try checkout.start("run", "--suite", "small")
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    let files = RunFiles(folder: try checkout.run())
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
    for cell in Dictionary(
      grouping: files.rows().filter { $0["pass"] == "time" },
      by: { "\($0["subject"] ?? "") \($0["workload"] ?? "") \($0["threads"] ?? "")" })
    {
      #expect(Set(cell.value.map { $0["iterations"] }).count == 1, "\(cell.key)")
      #expect(Set(cell.value.map { $0["checksum"] }).count == 1, "\(cell.key)")
    }
  }

  /// Killed again and again, at moments that are as likely to lie within a row as between two.
  @Test(
    "A run that is killed at any moment goes on, and nothing is lost or done twice",
    arguments: [[0, 3, 26, 27], [60]])
  func killed(rowCounts: [Int]) throws {
    var before: Substring = ""
    var arguments = ["--suite", "small"]
    for rowCount in rowCounts {
      let outcome = try checkout.start(
        "run", arguments[0], arguments[1],
        interruptWhen: {
          guard let run = try? checkout.run() else { return false }
          let files = RunFiles(folder: run)
          return FileManager.default.fileExists(atPath: files.descriptionFile.path)
            && files.rowCount >= rowCount
        }, by: SIGKILL)
      let files = RunFiles(folder: try checkout.run())
      #expect(outcome.exitCode == SIGKILL || outcome.exitCode == 0, "\(outcome.error)")
      _ = try files.description()
      #expect(files.text.hasPrefix(before), "Earlier rows are gone.")
      #expect(files.rows().allSatisfy { !$0.isEmpty })
      before = files.wholeText
      arguments = ["--resume", "latest"]
    }
    let last = try checkout.start("run", "--resume", "latest")
    #expect(last.exitCode == 0, "\(last.error)")
    #expect(last.output.contains("workload"))
    let files = RunFiles(folder: try checkout.run())
    #expect(files.text.hasPrefix(before))
    try expectWhole(files)
    #expect(
      names(in: files.folder).sorted() == [
        "latency.csv", "run.json", "samples.csv", "summary.csv",
      ])
  }

  /// As after a full disk, or a kill between the rows of latencies and the sample that counts them.
  @Test("A run whose latencies are cut off is shown without them, and goes on; each cell has them once then")
  func cutLatencies() throws {
    let outcome = try checkout.start("run", "--suite", "small")
    try #require(outcome.exitCode == 0, "\(outcome.error)")
    let files = RunFiles(folder: try checkout.run())
    let samples = files.wholeText.split(separator: "\n").map { $0 + "\n" }
    let passes = samples.indices.filter { samples[$0].contains(",latency,") }
    // Samples up to a cell's pass, and rows up to one of its own.
    try files.cut(afterRows: 10)
    try samples[...passes[3]].joined().write(to: files.samplesFile, atomically: true, encoding: .utf8)
    try Data(files.latencyText.utf8.dropLast(7)).write(to: files.latencyFile)
    let table = try Program.run("table", files.folder.path)
    #expect(table.exitCode == 0 && table.output.contains("feed(1)"), "\(table.error)")
    let resumed = try checkout.start("run", "--resume", "latest")
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(files.units().count == SmallCheckout.unitCount)
    let iterations = files.rows().filter { $0["pass"] == "latency" }.map {
      (RunFiles.cell($0), Int($0["iterations"] ?? ""))
    }
    #expect(files.latencyCounts() == Dictionary(iterations) { $1 } && iterations.count == 8)
    // Of a run that is complete nothing is measured again.
    try Data(files.latencyText.utf8.dropLast(7)).write(to: files.latencyFile)
    for command in [["table"], ["report", "-o", "-"]] {
      let shown = try Program.run(
        command + [files.folder.path], environment: ["LAYOUTBENCH_RENDERER": ""])
      #expect(shown.exitCode == 0 && shown.output.contains("feed(1)"), "\(shown.error)")
      let text = shown.output + shown.error
      #expect(text.contains("latency.csv: The latencies of a cell are not whole."), "\(command)")
    }
  }

  @Test func `Whenever there are samples there is a description, however early the run is killed`() throws {
    for delay in SlowTests.areOn ? [0, 0.01, 0.03, 0.06, 0.1, 0.15, 0.2, 0.3] : [0.02, 0.1] {
      let checkout = try SmallCheckout()
      let start = Date()
      _ = try checkout.start(
        "run", "--suite", "small", interruptWhen: { Date().timeIntervalSince(start) >= delay }, by: SIGKILL)
      guard let run = try? checkout.run() else { continue }
      let files = RunFiles(folder: run)
      if FileManager.default.fileExists(atPath: files.samplesFile.path) { _ = try files.description() }
      guard FileManager.default.fileExists(atPath: files.descriptionFile.path) else { continue }
      #expect(try Program.run("table", run.path).exitCode == 0)
      let outcome = try checkout.start("run", "--resume", "latest")
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      try expectWhole(files)
    }
  }

  @Test(
    "A run goes on without its suite and from another process's settings; what is done is said in run.json")
  func parts() throws {
    let outcome = try checkout.start(
      "run", "--suite", "small", "--seed", "7", "--rounds", "3", "--filter", "feed")
    #expect(outcome.exitCode == 0)
    let files = RunFiles(folder: try checkout.run())
    try files.cut(afterRows: 20)
    try FileManager.default.removeItem(at: checkout.suite)
    let resumed = try checkout.start("run", "--resume", "results/\(files.folder.lastPathComponent)")
    #expect(resumed.exitCode == 0, "\(resumed.error)")
    #expect(files.units().count == 4 * 3 && Set(files.units()).count == 4 * 3)
    #expect(Set(files.rows().map { $0["seed"] }) == ["7"])
    let parts = try #require(files.description()["parts"] as? [[String: Any]])
    #expect(parts.count == 2)
    #expect(parts[1]["ending"] as? String == "complete" && parts[1]["firstSequence"] as? Int == 20)
    #expect((parts[1]["commandLine"] as? [String])?.contains("--resume") == true)
    #expect(parts.allSatisfy { $0["machineAtStart"] != nil && $0["startedUTC"] != nil })
  }

  @Test("A finished run has nothing left to do: exit code 0, its table, and no file is touched")
  func finished() throws {
    let run = try checkout.start("run", "--suite", "small")
    let files = RunFiles(folder: try checkout.run())
    let before = try (files.text, Data(contentsOf: files.descriptionFile))
    let outcome = try checkout.start("run", "--resume", "latest")
    #expect(outcome.exitCode == 0)
    #expect(outcome.error == "Nothing is left to do.\n")
    #expect(run.output.hasPrefix(outcome.output.trimmingCharacters(in: .newlines)))
    #expect(try files.text == before.0 && Data(contentsOf: files.descriptionFile) == before.1)
  }

  @Test func `Cells whose workers shared cores have a flag in run.json and in summary.csv`() throws {
    let files = try cutRun(afterRows: 50)
    // As if both workers had taken turns on one core.
    let lines = files.wholeText.split(separator: "\n").map(String.init)
    let header = lines[0].split(separator: ",").map(String.init)
    let columns = ["threads", "wall_ns", "cpu_ns", "busy_ns", "pass"].compactMap(header.firstIndex(of:))
    try #require(columns.count == 5)
    let changed = lines.map { line in
      var fields = line.split(separator: ",", omittingEmptySubsequences: false).map(String.init)
      // The odd document's name has a comma in it, and its rows stay as they are.
      guard fields.count == header.count, fields[columns[0]] == "2", fields[columns[4]] == "time" else {
        return line
      }
      fields[columns[2]] = fields[columns[1]]
      fields[columns[3]] = String((Int(fields[columns[1]]) ?? 0) * 2)
      return fields.joined(separator: ",")
    }
    try changed.map { $0 + "\n" }.joined().write(to: files.samplesFile, atomically: true, encoding: .utf8)
    let outcome = try checkout.start("run", "--resume", "latest")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(
      outcome.output.contains("shared cores") && outcome.output.contains("Cells with flags are no reference"))
    let cells = try #require(files.description()["cells"] as? [[String: Any]])
    let flagged = cells.filter { ($0["flags"] as? [String])?.contains("shared_cores") == true }
    // Which cells are flagged depends on how many of a cell's rows were cut off and are measured here again.
    #expect(!flagged.isEmpty)
    #expect(flagged.allSatisfy { ($0["cell"] as? [String: Any])?["threads"] as? Int == 2 })
    let summary = try contents(of: files.folder.appendingPathComponent("summary.csv"))
    #expect(summary.contains(",shared_cores\n") || summary.contains(",shared_cores "))
  }

  @Test func `What cannot go on is refused in one line`() throws {
    func expectRefusal(_ reference: String, _ words: [String]) throws {
      let outcome = try checkout.start("run", "--resume", reference)
      #expect(outcome.exitCode == 65)
      #expect(outcome.output.isEmpty)
      #expect(outcome.error.filter { $0 == "\n" }.count == 1, "\(outcome.error)")
      for word in words { #expect(outcome.error.contains(word), "\(word): \(outcome.error)") }
    }
    try expectRefusal("latest", ["Holds no run yet"])
    let files = try cutRun(afterRows: 40)
    let before = files.wholeText
    try expectRefusal("nonsense", [files.folder.lastPathComponent])

    let build = try files.description()["build"]
    try files.edit { $0["build"] = ["configuration": "release", "swiftVersion": "5.0", "flags": [String]()] }
    try expectRefusal("latest", ["Swift 5.0, release build", "Swift 6"])
    try files.edit { $0["build"] = build }
    try files.edit {
      $0["git"] = ["revision": "0123456789abcdef", "isDirty": true]
      $0["build"] = (build as? [String: Any])?.merging(["sourceHash": "fedcba9876543210"]) { $1 }
    }
    try expectRefusal(
      "latest", ["revision 0123456789 with changes (Swift", "sources fedcba9876)", "Go on with that"])
    try files.edit { $0["build"] = build }
    try files.edit { $0["schema"] = 2 }
    try expectRefusal(files.folder.path, ["schema 2 is newer than 1"])
    try files.edit { $0["schema"] = 1 }
    try FileManager.default.removeItem(
      at: checkout.folder.appendingPathComponent("Benchmarks/\(SmallCheckout.document)"))
    try expectRefusal("latest", ["odd, \"name\".json"])
    try checkout.writeDocument(#"{"type": "stack", "children": [{"type": "text", "text": "one two"}]}"#)
    try expectRefusal("latest", ["samples.csv:", "its document has changed"])
    #expect(files.wholeText == before)
  }

  @Test func `Other frames than before fail the cell, and the rest goes on`() throws {
    let files = try cutRun(afterRows: 42)
    try checkout.writeDocument(#"{"type": "text", "text": "one two three"}"#)
    let outcome = try checkout.start("run", "--resume", "latest")
    #expect(outcome.exitCode == 1)
    #expect(outcome.error.contains("those of the run's earlier part"), "\(outcome.error)")
    let units = files.units()
    #expect(Set(units).count == units.count)
    #expect(Set(units.filter { !$0.contains("odd") }).count == 6 * 4)
    #expect(files.rows().contains { $0["status"] == "checksumChanged" })
    let cells = try files.description()["cells"] as? [[String: Any]] ?? []
    #expect(cells.contains { $0["status"] as? String == "failed" && $0["reason"] as? String != nil })
  }

  @Test func `Nobody goes on with a run while it is measured, and SIGTERM ends it as Ctrl-C does`() throws {
    var second: Program.Outcome?
    let first = try checkout.start(
      "run", "--suite", "small", "--rounds", "100000", "--budget", "20s",
      interruptWhen: {
        guard let run = try? checkout.run(), !RunFiles(folder: run).units().isEmpty else { return false }
        second = try? checkout.start("run", "--resume", "latest")
        return true
      }, by: SIGTERM)
    #expect(second?.exitCode == 1)
    #expect(second?.error.contains("another process") == true, "\(second?.error ?? "")")
    #expect(first.exitCode == 130)
    #expect(first.error.contains("Written to"))
    let files = RunFiles(folder: try checkout.run())
    #expect(try files.description()["ending"] as? String == "interrupted")
    #expect(Set(files.units()).count == files.units().count)
  }

  @Test func `A file that cannot be written to is an error before anything is measured`() throws {
    let files = try cutRun(afterRows: 10)
    try FileManager.default.removeItem(at: files.samplesFile)
    try FileManager.default.createDirectory(at: files.samplesFile, withIntermediateDirectories: true)
    let outcome = try checkout.start("run", "--resume", "latest")
    #expect(
      outcome.exitCode == 1 && outcome.error.contains("samples.csv: Cannot be opened"), "\(outcome.error)")
  }
}
