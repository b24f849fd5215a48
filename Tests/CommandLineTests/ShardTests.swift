import Foundation
import Testing

@Suite("Shards, merging and plans", .temporaryFolders)
struct ShardTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  @Test func `A run split into shards and merged has the units of the whole`() throws {
    let shards = try (1...2).map { try checkout.measure("--shard", "\($0)/2", out: "shard \($0)").folder }
    for (index, run) in shards.enumerated() {
      #expect(run.lastPathComponent.contains("-small-\(index + 1)of2-"))
      #expect(Set(RunFiles(folder: run).rows().map { $0["shard"] }) == ["\(index + 1)"])
    }
    let whole = try checkout.measure()

    let output = checkout.folder.appending(path: "results/all, \"of\" it")
    func merge(_ runs: [URL], into name: URL, _ options: String...) throws -> Program.Outcome {
      try Program.run(["results", "merge"] + options + runs.map(\.path) + ["-o", name.path])
    }
    try merge([shards[1], shards[0]], into: output).expect(
      0, output: "\nworkload ", error: "Written to \(output.path)\n")
    let merged = RunFiles(folder: output)
    #expect(merged.units().sorted() == whole.units().sorted())
    #expect(merged.units().count == SmallCheckout.unitCount)
    #expect(try checkout.start("table", output.lastPathComponent).exitCode == 0)

    try merge([shards[0]], into: output).expect(
      1, error: "Exists already", "warning: Shards are missing: 2/2.")
    let half = checkout.folder.appending(path: "half")
    let strict = try merge([shards[0]], into: half, "--strict")
    strict.expect(65, error: "layoutbench: the shards are incomplete")
    #expect(try Program.run("table", half.path).exitCode == 65)
    #expect(try merge([shards[0]], into: half).exitCode == 0)
    try Program.run("table", half.path).expect(
      0, output: "; incomplete; ", error: "half is incomplete: shards are missing")
    try merge([half, shards[1]], into: checkout.folder.appending(path: "whole"), "--strict").expect(0)
    let resumed = try checkout.start("run", "--resume", output.path)
    #expect(resumed.exitCode == 0 && resumed.error == "Nothing is left to do.\n")
  }

  @Test func `A table says what is gone of a run's samples`() throws {
    let files = try checkout.measure()
    let lines = files.text.split(separator: "\n").map { String($0) + "\n" }
    let rows = lines.filter { $0.contains(",time,") && $0.contains(",measure,") }
    let count = SmallCheckout.unitCount
    let cut = lines[0] + rows.prefix(9).joined() + rows[9].prefix(20)
    try files.samplesFile.write(cut)
    let table = try Program.run("table", files.folder.path)
    table.expect(
      0, output: "feed(1)",
      error: "samples.csv: Lacks \(count - 9) of the \(count) samples that run.json counts.")
    #expect(!table.error.contains("Nothing needs to be done"))
    try files.samplesFile.write(String(lines[0].prefix(10)))
    for command in [["table"], ["run", "--resume"]] {
      try Program.run(command + [files.folder.path]).expectRefusal(
        "samples.csv: Has none of the \(count) samples that run.json counts.")
    }
  }

  @Test func `A shard without workloads is a run without samples`() throws {
    let run = try checkout.measure("--shard", "4/4")
    #expect(run.rows().isEmpty && !run.text.isEmpty)
    let path = run.folder.path
    let merged = try Program.run("results", "merge", path, "-o", path + " merged")
    #expect(merged.exitCode == 0 && merged.output.hasPrefix("Nothing was measured."))
  }

  @Test func `A shard that was killed is resumed as that shard`() throws {
    let files = try checkout.measure("--shard", "1/2")
    let units = Set(files.units())
    try files.cut(afterRows: 7)
    #expect(try checkout.start("run", "--resume", files.folder.path).exitCode == 0)
    #expect(Set(files.units()) == units && files.units().count == units.count)
    #expect(Set(files.rows().map { $0["shard"] }) == ["1"])
  }

  @Test func `A plan is said, and nothing is made`() throws {
    try checkout.start("run", "--suite", "small", "--dry-run").expect(
      0, output: "8 cells, 32 samples in 4 rounds.\nEstimated time: ",
      "Left out, as far as is known without measuring:\n  spec.resize trees/odd")
    #expect(!checkout.results.exists)
    let half = try checkout.start("run", "--suite", "small", "--dry-run", "--shard", "4/4")
    #expect(half.exitCode == 0 && half.output.hasPrefix("Nothing would be measured."))

    let run = try checkout.measure()
    let known = try checkout.start("run", "--suite", "small", "--dry-run")
    #expect(known.output.contains("as long as in \(run.folder.lastPathComponent)"))
    let finished = try checkout.start("run", "--resume", "latest", "--dry-run")
    #expect(finished.exitCode == 0 && finished.output.isEmpty && finished.error == "Nothing is left to do.\n")
    try run.cut(afterRows: 40)
    let before = (run.text, try Data(contentsOf: run.descriptionFile))
    try checkout.start("run", "--resume", "latest", "--dry-run").expect(
      0, output: "\(SmallCheckout.unitCount - run.units().count) samples in 4 rounds")
    #expect(try run.text == before.0 && Data(contentsOf: run.descriptionFile) == before.1)
  }
}

@Suite("The command baseline", .temporaryFolders)
struct BaselineTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  @Test func `Keeping a run whose cells are no reference says so`() throws {
    let run = checkout.folder.appending(path: "flagged")
    try Program.copyReference("nodes", to: run)
    try disturb(run)
    let saved = try checkout.start("baseline", "save", "quick", run.path)
    saved.expect(
      0, error: "warning: The times of 6 of 30 cells are no reference: shared cores in 3, two modes in 3",
      "layoutbench table quick says which")
    #expect(saved.output.hasPrefix("Saved "))
    let table = try checkout.start("table", "quick")
    #expect(
      table.output.contains(" shared cores\n") && table.output.contains(" two modes\n")
        && table.output.contains("Stop other programs"))
  }

  /// Makes every second round of `spec.build` take ten times as long, far beyond its own scatter. Gives `node.first`
  /// two workers that were busy twice as long as they had a processor.
  private func disturb(_ run: URL) throws {
    let description = run.appending(path: "run.json")
    let text = try description.text().replacing(
      #/("subject" : "node.first",\s+"threads" : )1/#, with: { "\($0.1)2" })
    try description.write(text)
    try RunFiles(folder: run).editSamples { row in
      if row["subject"] == "node.first" {
        row["threads"] = "2"
        row["busy_ns"] = row["busy_ns"].flatMap(Int.init).map { String(2 * $0) }
      }
      if row["subject"] == "spec.build", row["round"].flatMap(Int.init)?.isMultiple(of: 2) == false {
        row["wall_ns"] = row["wall_ns"].flatMap(Int.init).map { String(10 * $0) }
      }
    }
  }

  @Test func `A run is kept under a name, which stands for it, until it is deleted`() throws {
    try checkout.start("baseline", "list").expect(0, output: "There are no baselines")
    #expect(try checkout.start("baseline", "save", "main").exitCode == 65)

    let run = try checkout.measure("--rounds", "1").folder
    try checkout.start("baseline", "save", "main").expect(0, output: run.path, "baselines/main")
    let broken = checkout.results.appending(path: "baselines/broken/run.json")
    try broken.write("{")
    let list = try checkout.start("baseline", "list").expect(0, error: "warning: \(broken.path): ")
    #expect(
      list.output.contains(#/name suite date +revision +machine +cells\n[- ]+\nmain small 20.*revision/#))
    try broken.remove()
    #expect(try checkout.start("table", "main").output == checkout.start("table", run.path).output)

    try checkout.start("baseline", "save", "main").expect(1, error: "--force")
    #expect(try checkout.start("baseline", "save", "main", "--force").exitCode == 0)
    #expect(try checkout.start("baseline", "save", "other", "main").exitCode == 0)
    try checkout.start("baseline", "delete", "nonsense").expect(65, error: "there are main, other")
    let deleted = try checkout.start("baseline", "delete", "main")
    #expect(deleted.exitCode == 0 && deleted.output.hasPrefix("Deleted the baseline main: small, "))
    #expect(try checkout.start("table", "main").exitCode == 65)
    #expect(run.exists)
  }
}
