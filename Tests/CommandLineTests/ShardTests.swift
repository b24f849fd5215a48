import Foundation
import Testing

@Suite("Shards, merging and plans")
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
      try Program.run("results", "merge", with: options + runs.map(\.path) + ["-o", name.path])
    }
    try merge([shards[1], shards[0]], into: output).expect(
      0, output: "\nworkload ", error: "Written to \(output.path)\n")
    let merged = RunFiles(folder: output)
    #expect(merged.units().sorted() == whole.units().sorted())
    #expect(merged.units().count == SmallCheckout.unitCount)
    #expect(try checkout.start("table", output.lastPathComponent).exitCode == 0)

    try merge([shards[0]], into: output).expect(
      1, error: "exists already", "warning: Shards are missing: 2/2.")
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
    try files.samplesFile.write(lines[0] + rows.prefix(9).joined() + rows[9].prefix(20))
    try Program.run("table", files.folder.path).expect(
      0, output: "feed(1)",
      error: "samples.csv: Lacks \(count - 9) of the \(count) samples that run.json counts.")
    try files.samplesFile.write(String(lines[0].prefix(10)))
    for command in [["table"], ["run", "--resume"]] {
      try Program.run(with: command + [files.folder.path]).expectRefusal(
        "samples.csv: has none of the \(count) samples that run.json counts")
    }
  }

  @Test func `A plan is said, and nothing is made`() throws {
    try checkout.start("run", "--suite", "small", "--dry-run").expect(
      0, output: "8 cells, 32 samples in 4 rounds.\nEstimated time: ",
      "Left out, as far as is known without measuring:\n  spec.resize trees/odd")
    #expect(!checkout.results.exists)
    let half = try checkout.start("run", "--suite", "small", "--dry-run", "--shard", "4/4")
    #expect(half.exitCode == 0 && half.output.hasPrefix("Nothing would be measured."))
    // Filters given more than once are alternatives, and excluded cells are not measured.
    let options = ["--filter", "manual", "--filter", "feed(1)*1 threads", "--exclude", "manual feed(1) 1"]
    let filtered = try checkout.start("run", "--suite", "small", "--dry-run", with: options)
    let cells = filtered.output.split(separator: "\n").filter { $0.hasPrefix("feed(1)") }
    #expect(
      cells.map { $0.split(separator: " ").prefix(3).joined(separator: " ") } == [
        "feed(1) spec.cold 1", "feed(1) manual 2",
      ])

    // A shard without workloads is a run without samples.
    let empty = try checkout.measure("--shard", "4/4", out: "empty")
    #expect(empty.rows().isEmpty && !empty.text.isEmpty)
    try Program.run("results", "merge", empty.folder.path, "-o", "\(empty.folder.path) merged").expect(
      0, output: "Nothing was measured.")
    let run = try checkout.measure()
    let finished = try checkout.start("run", "--resume", "latest", "--dry-run")
    #expect(finished.exitCode == 0 && finished.output.isEmpty && finished.error == "Nothing is left to do.\n")
    try run.cut(afterRows: 40)
    let before = (run.text, try Data(contentsOf: run.descriptionFile))
    try checkout.start("run", "--resume", "latest", "--dry-run").expect(
      0, output: "\(SmallCheckout.unitCount - run.units().count) samples in 4 rounds")
    #expect(try run.text == before.0 && Data(contentsOf: run.descriptionFile) == before.1)
  }
}
