import Foundation
import Testing

/// Comparisons that are interrupted, killed or cut short, and those that go on.
@Suite("layoutbench compare, ended early", .temporaryFolders)
struct CompareResumptionTests {
  private let checkout: ComparedCheckout

  init() throws { checkout = try ComparedCheckout() }

  @Test(
    "Interrupted while it measures, it ends, keeps and judges what it has, and leaves nothing behind",
    arguments: [SIGINT, SIGTERM], [false, true])
  func interrupted(by signal: Int32, isForGroup: Bool) throws {
    // Builds that are there already are the usual case.
    let first = try checkout.compare("--budget", "1ms", "--out", "first")
    #expect(first.exitCode == 0, "\(first.error)")
    let outcome = try checkout.compare(
      interruptWhen: checkout.isMeasuring, by: signal, isForGroup: isForGroup)
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(outcome.output.contains("The comparison was interrupted, and what was measured is judged."))
    #expect(!outcome.error.contains("failed"), "\(outcome.error)")
    #expect(try checkout.leftovers() == [])
    let comparison = try checkout.comparison()
    #expect(comparison["ending"] as? String == "interrupted")
    #expect((comparison["failures"] as? [Any])?.isEmpty == true)
    let rows = try contents(of: try #require(checkout.runs().first).appendingPathComponent("compare.csv"))
    #expect(rows.contains(",alloc_count,"))
  }

  @Test func `Interrupted while a worker is busy with a batch that does not end, it ends`() throws {
    // The base's workers are as usual. The candidate's are until one times a batch.
    try checkout.writeWorker(
      answering: #"{"loaded":{"nodeCount":14,"depth":6,"jobCount":1}}"#,
      then: #"touch "$LAYOUTBENCH_CACHE/busy"; sleep 600"#)
    let outcome = try checkout.compare(interruptWhen: { checkout.isThere("busy") }, by: SIGTERM)
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(try checkout.leftovers() == [])
    #expect(try checkout.comparison()["ending"] as? String == "interrupted")
  }

  @Test(arguments: [false, true])
  func `Interrupted while it builds, it ends, and the build with it, asked or killed`(isDeaf: Bool) throws {
    try checkout.write("", to: isDeaf ? "Sources/deaf" : "Sources/endless")
    let outcome = try checkout.compare(interruptWhen: { checkout.isThere("building") })
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(!outcome.error.contains("does not build"))
    #expect(checkout.isThere("asked") != isDeaf)
    #expect(try checkout.leftovers() == [])
    #expect(checkout.runs().isEmpty)
  }

  @Test("A comparison that its budget ended goes on in its folder, with the builds that it had")
  func resumed() throws {
    let first = try checkout.start("compare", "HEAD", "--identical", "--budget", "1ms")
    #expect(first.exitCode == 0, "\(first.error)")
    #expect(try checkout.comparison()["ending"] as? String == "budget")
    let folder = try #require(checkout.runs().first)
    let counted = try contents(of: folder.appendingPathComponent("samples.csv"))
    let changed = try {
      try checkout.write("x", to: "Sources/notes")
      defer {
        try? FileManager.default.removeItem(at: checkout.folder.appendingPathComponent("Sources/notes"))
      }
      return try checkout.start("compare", "--resume", "latest", "--budget", "1ms")
    }()
    #expect(changed.exitCode == 65 && changed.error.contains(". is not what "), "\(changed.error)")
    // As long as it takes: how many pairs a budget has depends on the machine.
    let second = try checkout.start(
      "compare", "--resume", "latest", "--budget", "1h", interruptWhen: checkout.hasWholePairs)
    #expect(second.exitCode == 130, "\(second.error)")
    #expect(checkout.runs().count == 1)
    #expect(second.output.contains("spec.cold") && second.output.contains("spec.edit"), "\(second.output)")

    let samples = try contents(of: folder.appendingPathComponent("samples.csv"))
    let rows = samples.split(separator: "\n")
    #expect(Set(rows).count == rows.count && samples.hasPrefix(counted))
    #expect(try !checkout.start("table", "latest", "--by-subject").error.contains("Lacks"))

    try FileManager.default.removeItem(at: folder.appendingPathComponent("compare.json"))
    let killed = try checkout.start("compare", "--resume", "latest")
    #expect(killed.exitCode == 65 && killed.error.contains("ended before it was judged"))
  }

  /// A cell without a whole pair is prepared anew, for which a second may be too short; one that has a pair is judged
  /// by it, however little a busy machine measures in that second.
  @Test("Killed while it measures, a comparison is told as killed, and goes on with its whole pairs")
  func killed() throws {
    let killed = try checkout.start(
      "compare", "HEAD", "--identical", interruptWhen: checkout.hasWholePairs, by: SIGKILL)
    #expect(killed.exitCode != 0)
    let folder = try #require(checkout.runs().first)
    let measured = RunFiles(folder: folder).wholeText
    let printed = try checkout.start("compare", folder.path)
    #expect(
      printed.exitCode == 3 && printed.output.contains("`layoutbench compare --resume latest` goes on."))
    let resumed = try checkout.start("compare", "--resume", "latest", "--budget", "1s")
    #expect([0, 2].contains(resumed.exitCode), "\(resumed.error)")
    #expect(
      resumed.output.contains("spec.cold") && resumed.output.contains("spec.edit"), "\(resumed.output)")
    #expect(checkout.runs().count == 1 && RunFiles(folder: folder).text.hasPrefix(measured))
  }
}
