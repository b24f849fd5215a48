import Foundation
import Testing

@Suite("layoutbench compare", .temporaryFolders)
struct CompareTests {
  private let checkout: ComparedCheckout

  init() throws { checkout = try ComparedCheckout() }

  @Test(
    "Two revisions are built, measured in turns and judged; the files say what was printed, and are no run or baseline"
  )
  func revisions() throws {
    try checkout.write("x", to: "Sources/notes")
    let outcome = try checkout.compare("--budget", "2s")
    // Where everything runs at once, a name may be wrong.
    #expect([0, 2].contains(outcome.exitCode), "\(outcome.error)")
    #expect(outcome.output.contains("Base:      HEAD") && outcome.output.contains("feed(1)"))
    let folder = try #require(checkout.runs().first)
    let files = names(in: folder)
    #expect(Set(files) == ["samples.csv", "compare.csv", "compare.json", "run.json"])
    let samples = try contents(of: folder.appendingPathComponent("samples.csv"))
    for arm in ["base", "cand", "null"] { #expect(samples.contains(",\(arm),"), "\(arm)") }

    let table = try checkout.start("table", "latest")
    #expect(table.exitCode == 0 && table.output == outcome.output, "\(table.error)")
    let again = try checkout.start("compare", folder.path)
    #expect(again.output == outcome.output)
    // Warnings are of the time when it was measured.
    let warnings = again.error.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(!warnings.isEmpty && again.error == table.error)
    #expect(warnings.allSatisfy { $0.hasPrefix("warning: When this was measured, on ") }, "\(again.error)")
    let json = try Program.run("compare", folder.path, "--format", "json")
    let object = try JSONSerialization.jsonObject(with: Data(json.output.utf8)) as? [String: Any]
    #expect((object?["candidate"] as? [String: Any])?["isDirty"] as? Bool == true)
    let rows = try #require(object?["rows"] as? [[String: Any]])
    let counts = rows.filter { ["alloc_count", "alloc_bytes"].contains($0["metric"] as? String) }
    #expect(counts.count == 2 && counts.allSatisfy { $0["verdict"] as? String == "same" }, "\(counts)")
    #expect(try Program.run("compare", folder.path, "--format", "markdown").output.contains("| "))
    let bySubject = try Program.run("table", folder.path, "--by-subject")
    #expect(bySubject.output.split(separator: "\n").first?.contains("; candidate; revision ") == true)

    let resumed = try Program.run("run", "--resume", folder.path)
    #expect(resumed.exitCode == 65)
    #expect(
      resumed.error.hasSuffix(" is a comparison: layoutbench compare --resume goes on with it\n"))
    let baseline = try Program.run("baseline", "save", "mine", folder.path)
    #expect(baseline.exitCode == 65)
    #expect(baseline.error.contains(" is a comparison, and a baseline is a run; "), "\(baseline.error)")
  }

  @Test func `Revisions with different versions of dependencies are compared, and that is said`() throws {
    func pin(_ version: String) throws {
      try checkout.write(
        #"{"pins": [{"identity": "numbers", "state": {"version": "\#(version)"}}], "version": 3}"#,
        to: "Package.resolved")
    }
    try pin("1.0.0")
    // Whatever the user's git ignores.
    try checkout.git("add", "--force", "Package.resolved")
    try checkout.commit("Second")
    try pin("1.2.0")
    let outcome = try checkout.compare("--budget", "1s")
    #expect(
      outcome.error.contains(
        "HEAD and . are built with different versions of dependencies: numbers 1.0.0 and 1.2.0."),
      "\(outcome.error)")
  }

  @Test func `What is not there is refused before anything is built`() throws {
    let revision = try checkout.start("compare", "nowhere")
    #expect(revision.exitCode == 65)
    #expect(revision.error.hasPrefix("layoutbench: there is no revision \"nowhere\""), "\(revision.error)")
    let cell = try checkout.start("compare", "HEAD", "--identical", "--filter", "nothing")
    #expect(cell.exitCode == 65)
    #expect(checkout.runs().isEmpty)
  }

  /// Some supervisors start programs with the signal ignored that says that a child has ended.
  @Test(
    "A build that fails in one arm is told in the compiler's words, whatever signals are ignored",
    arguments: ["", "trap '' CHLD;"])
  func brokenBuild(trap: String) throws {
    try checkout.write("cannot find 'x' in \u{1B}[31mscope", to: "Sources/broken")
    let outcome = try Program.shell(
      "\(trap) exec \"$0\" compare HEAD", environment: checkout.environment, in: checkout.folder)
    #expect(outcome.exitCode == 1)
    let lines = outcome.error.split(separator: "\n")
    let start = try #require(lines.firstIndex { $0.hasSuffix(") does not build:") }, "\(outcome.error)")
    #expect(lines[start].hasPrefix("layoutbench: . ("))
    #expect(lines[start + 1] == "  main.swift:1:1: error: cannot find 'x' in \\u{1B}[31mscope")
    #expect(lines[start + 2].hasPrefix("  All that the build said: "))
    #expect(checkout.runs().isEmpty)
  }

  @Test func `A revision without workers, and workers that die, are named`() throws {
    try checkout.write(
      "#!/bin/sh\necho \"Error: Unexpected argument 'worker'\" >&2\nexit 64\n", to: "Sources/program")
    let old = try checkout.start("compare", "HEAD")
    #expect(old.exitCode == 1)
    #expect(old.error.contains("cannot be measured"), "\(old.error)")
    #expect(old.error.contains("Unexpected argument 'worker'"))

    try checkout.write(
      #"#!/bin/sh\#nread line; echo '{"version":1,"configuration":"release"}'; read line; echo broken >&2; exit 9\#n"#,
      to: "Sources/program")
    let dying = try checkout.compare()
    #expect(dying.exitCode == 1)
    #expect(dying.error.contains("failed: spec.cold feed(1)"), "\(dying.error)")
    #expect(dying.error.contains("exit code 9: broken"))

    try checkout.write(
      #"#!/bin/sh\#nread line; echo '{"version":1}'; sleep 60\#n"#, to: "Sources/program")
    let hanging = try checkout.compare(environment: ["LAYOUTBENCH_WORKER_LIMIT": "1"])
    #expect(hanging.exitCode == 1)
    #expect(hanging.error.contains("did not answer within 1.0 s"), "\(hanging.error)")
  }

  @Test("Revisions with the same sources are equal at once, whatever else changed; nothing is built for that")
  func equalSources() throws {
    try checkout.write("Other words", to: "README.md")
    for format in ["text", "markdown", "json", "github"] {
      let outcome = try checkout.start("compare", "HEAD", "--strict", "2%", "--format", format)
      #expect(outcome.exitCode == 0, "\(outcome.error)")
      #expect(
        outcome.output.lowercased().contains("both have the same sources"), "\(format)"
      )
    }
    let several = try checkout.start("compare", "HEAD", "HEAD", ".")
    #expect(several.exitCode == 0 && several.output.components(separatedBy: "Candidate: ").count == 3)
    #expect(several.output.contains("\nCompared with HEAD:\n  HEAD: "), "\(several.output)")
    #expect(several.output.split(separator: "\n").last?.hasPrefix("  the working tree: ") == true)
    #expect(try checkout.start("compare", "HEAD", "HEAD", ".", "--format", "json").exitCode == 64)
    #expect(checkout.runs().isEmpty && !checkout.isThere("builds"))
  }

  @Test func `Cells that a suite names twice, in any words, are compared once`() throws {
    try checkout.write(
      """
      {"format": "layoutbench-suite", "version": 1, "name": "compare", "cells": [
        {"workload": "feed(1)", "subjects": ["spec.cold"]},
        {"workload": "feed( 1 )", "subjects": ["spec.cold", "spec.edit"], "threads": [1, 2]},
        {"workload": "feed(1)", "subjects": ["spec.edit"], "dispatch": ["concurrentQueue"]}]}
      """, to: "Benchmarks/suites/compare.json")
    let outcome = try checkout.start("compare", "HEAD", "--identical", "--threads", "1", "--budget", "1ms")
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    let comparison = try checkout.comparison()
    let cells = ["rows", "failures"].flatMap { key in
      ((comparison[key] as? [[String: Any]]) ?? []).compactMap { $0["cell"] as? [String: Any] }
    }
    // A millisecond is over before the second one is begun.
    #expect(Set(cells.map { $0["subject"] as? String }) == ["spec.cold", "spec.edit"])
    #expect((comparison["failures"] as? [Any])?.count == 1 && comparison["ending"] as? String == "budget")
  }

  @Test func `A dry run says what would be built and compared, and leaves nothing behind`() throws {
    func dryRun() throws -> Program.Outcome {
      try checkout.start("compare", "HEAD", "--identical", "--dry-run", "--filter", "spec.cold")
    }
    let outcome = try dryRun()
    #expect(outcome.exitCode == 0, "\(outcome.error)")
    #expect(outcome.output.components(separatedBy: "First; to be built, which takes minutes").count == 3)
    #expect(outcome.output.contains("1 cell, compared for 12s by pairs of processes."), "\(outcome.output)")
    #expect(!outcome.output.contains("spec.edit") && checkout.runs().isEmpty)
    #expect(!checkout.isThere("builds"))
    _ = try checkout.start("compare", "HEAD", "--identical", "--budget", "1ms")
    #expect(try dryRun().output.components(separatedBy: "First; built already").count == 3)
  }

  @Test func `A baseline stands for the commit that it measured, unless a revision has its name`() throws {
    let first = try contents(of: checkout.folder.appendingPathComponent(".git/refs/heads/main"))
      .trimmingCharacters(in: .newlines)
    try checkout.write("x", to: "Sources/notes")
    try checkout.commit("Second")
    let folder = checkout.folder.appendingPathComponent("results/baselines/v1")
    let stored = try contents(of: Program.package.appendingPathComponent("results/reference/growth/run.json"))
    func save(_ revision: String, isDirty: Bool) throws {
      let git = "\"git\" : {\n    \"isDirty\" : \(isDirty),\n    \"revision\" : \"\(revision)\"\n  }"
      let text = stored.replacing(/"git" : \{[^}]*\}/, with: git)
      try Program.write(text, to: folder.appendingPathComponent("run.json"))
    }
    try save(first, isDirty: false)
    let plan = try checkout.start("compare", "v1", "--dry-run")
    #expect(
      plan.exitCode == 0 && plan.output.contains("\(first.prefix(10)): First"),
      "\(plan.error)\(plan.output)")

    try save(first, isDirty: true)
    let dirty = try checkout.start("compare", "v1", "--dry-run")
    #expect(dirty.exitCode == 65 && dirty.error.contains("v1 was measured with changes"), "\(dirty.error)")

    try checkout.git("tag", "v1")
    #expect(try checkout.start("compare", "v1", "--dry-run").output.contains("v1, "), "")
  }

  @Test("In another repository, and in another package, it refuses to compare its own revisions")
  func otherRepositories() throws {
    // A repository of its own inside the checkout: the suites are found around it.
    let inner = checkout.folder.appendingPathComponent("tools/inner")
    try FileManager.default.createDirectory(at: inner, withIntermediateDirectories: true)
    try checkout.git("init", "--quiet", inner.path)
    let nested = try Program.start("compare", "HEAD", environment: checkout.environment, in: inner)
    #expect(nested.exitCode == 65)
    #expect(
      nested.error.hasPrefix("layoutbench: the revisions would be those of layoutbench in "),
      "\(nested.error)")
    #expect(nested.error.contains("/tools/inner; compare builds layoutbench itself: run it in a checkout"))
    #expect(nested.error.split(separator: "\n").count == 1)

    // In a folder of no repository too, to which its program was called from.
    let elsewhere = try Program.makeFolder()
    let outside = try Program.start("compare", "HEAD", environment: checkout.environment, in: elsewhere)
    #expect(outside.exitCode == 65)
    #expect(
      outside.error.contains(" is no part of it; compare builds layoutbench itself"), "\(outside.error)")
    #expect(names(in: elsewhere).isEmpty)

    try FileManager.default.removeItem(at: checkout.folder.appendingPathComponent("Sources"))
    let package = try checkout.start("compare", "HEAD")
    #expect(package.exitCode == 65)
    #expect(package.error.contains(" is not a checkout of layoutbench; "), "\(package.error)")
    #expect(!checkout.isThere("builds"))
  }

  @Test(
    "The page of a job gets the Markdown with the annotations, and with no other form; each regression is said once"
  )
  func jobSummary() throws {
    let summary = try Program.makeFolder().appendingPathComponent("summary.md")
    func compare(_ format: String) throws -> Program.Outcome {
      try Program.run(
        "compare", "results/reference/compare-slower", "--format", format,
        environment: ["GITHUB_STEP_SUMMARY": summary.path])
    }
    let markdown = try compare("markdown")
    #expect(!FileManager.default.fileExists(atPath: summary.path))
    #expect(markdown.error.contains("regression: "), "\(markdown.error)")
    let github = try compare("github")
    #expect(try String(contentsOf: summary, encoding: .utf8) == markdown.output)
    #expect(github.output.contains("::error ") && !github.error.contains("regression: "))
  }

  @Test("What the base does not have yet, or both refuse, is left out with the reason; the rest is compared")
  func leftOut() throws {
    // A revision from before the workload wide, the subject spec.edit, and the mark of what is unknown.
    try checkout.write(
      """
      #!/bin/sh
      sed -u 's/"wide(/"wider(/; s/spec.edit/spec.edited/' | "$LAYOUTBENCH_TESTED" "$@" |
        sed -u 's/it has no/this revision has no/; s/it does not know the workload: //; s/"isUnknown":true,//' |
        sed -u 's/,"isUnknown":true//'

      """, to: "Sources/program")
    try checkout.write(
      """
      {"format": "layoutbench-suite", "version": 1, "name": "compare", "cells": [
        {"workload": "feed(1)", "subjects": ["spec.cold", "spec.edit"]},
        {"document": "\(Program.package.path)/Benchmarks/trees/animal-card.json", "subjects": ["cassowary"]},
        {"workload": "wide(3)", "subjects": ["spec.cold"]}]}
      """, to: "Benchmarks/suites/compare.json")
    try checkout.commit("Old")
    try FileManager.default.removeItem(at: checkout.folder.appendingPathComponent("Sources/program"))
    // All cells are prepared before the first is measured.
    let outcome = try checkout.start("compare", "HEAD", "--identical", interruptWhen: checkout.isMeasuring)
    #expect(outcome.exitCode == 130, "\(outcome.error)")
    #expect(!outcome.error.contains("failed:"), "\(outcome.error)")
    #expect(outcome.output.contains("Not compared: spec.cold wide(3): HEAD has no workload wide(3)"))
    #expect(outcome.output.contains("Not compared: spec.edit feed(1): HEAD has no subject spec.edit"))
    let comparison = try checkout.comparison()
    let failures = try #require(comparison["failures"] as? [[String: Any]])
    #expect(failures.map { $0["status"] as? String } == ["leftOut", "leftOut", "leftOut"])
    #expect(failures.contains { "\($0["reason"] ?? "")".contains("cannot be written as equations") })
    let rows = try #require(comparison["rows"] as? [[String: Any]])
    #expect(Set(rows.map { ($0["cell"] as? [String: Any])?["subject"] as? String }) == ["spec.cold"])
  }
}
