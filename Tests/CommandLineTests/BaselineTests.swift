import Foundation
import Testing

@Suite("The command baseline", .temporaryFolders)
struct BaselineTests {
  private let checkout: SmallCheckout

  init() throws { checkout = try SmallCheckout() }

  @Test func `Keeping a run whose cells are no reference says so`() throws {
    let run = checkout.folder.appendingPathComponent("flagged")
    try Program.copyReference("nodes", to: run)
    try disturb(run)
    let saved = try checkout.start("baseline", "save", "quick", run.path)
    #expect(saved.exitCode == 0 && saved.output.hasPrefix("Saved "))
    #expect(
      saved.error.contains(
        "warning: The times of 6 of 27 cells are no reference: shared cores in 3, two modes in 3"))
    #expect(saved.error.contains("layoutbench table quick says which"))
    let table = try checkout.start("table", "quick")
    #expect(
      table.output.contains(" shared cores\n") && table.output.contains(" two modes\n")
        && table.output.contains("Stop other programs"))
  }

  /// Makes every second round of `spec.build` take ten times as long, far beyond its own scatter. Gives `node.first`
  /// two workers that were busy twice as long as they had a processor.
  private func disturb(_ run: URL) throws {
    let description = run.appendingPathComponent("run.json")
    let text = try contents(of: description).replacing(
      #/("subject" : "node.first",\s+"threads" : )1/#, with: { "\($0.1)2" })
    try Data(text.utf8).write(to: description)
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
    let empty = try checkout.start("baseline", "list")
    #expect(empty.exitCode == 0 && empty.output.contains("There are no baselines"))
    #expect(try checkout.start("baseline", "save", "main").exitCode == 65)

    let run = try checkout.measure("--rounds", "1").folder
    let saved = try checkout.start("baseline", "save", "main")
    #expect(saved.exitCode == 0 && saved.output.contains(run.path) && saved.output.contains("baselines/main"))
    let broken = checkout.folder.appendingPathComponent("results/baselines/broken/run.json")
    try FileManager.default.createDirectory(
      at: broken.deletingLastPathComponent(), withIntermediateDirectories: true)
    try Data("{".utf8).write(to: broken)
    let list = try checkout.start("baseline", "list")
    #expect(
      list.output.contains(#/name suite date +revision +machine +cells\n[- ]+\nmain small 20.*revision/#))
    #expect(list.error.contains("warning: \(broken.path): "))
    try FileManager.default.removeItem(at: broken)
    #expect(try checkout.start("table", "main").output == checkout.start("table", run.path).output)

    let again = try checkout.start("baseline", "save", "main")
    #expect(again.exitCode == 1 && again.error.contains("--force"))
    #expect(try checkout.start("baseline", "save", "main", "--force").exitCode == 0)
    #expect(try checkout.start("baseline", "save", "other", "main").exitCode == 0)
    let missing = try checkout.start("baseline", "delete", "nonsense")
    #expect(missing.exitCode == 65 && missing.error.contains("there are main, other"))
    let deleted = try checkout.start("baseline", "delete", "main")
    #expect(deleted.exitCode == 0 && deleted.output.hasPrefix("Deleted the baseline main: small, "))
    #expect(try checkout.start("table", "main").exitCode == 65)
    #expect(FileManager.default.fileExists(atPath: run.path))
  }
}
