import Foundation
import Testing

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
      0, error: "warning: The times of 6 of 27 cells are no reference: shared cores in 3, two modes in 3",
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
    let list = try checkout.start("baseline", "list")
    #expect(
      list.output.contains("main") && list.output.contains("small") && list.output.contains("revision"))
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
