import Foundation
import Testing

@Suite("layoutbench compare")
struct CompareTests {
  private let checkout: ComparedCheckout

  init() throws { checkout = try ComparedCheckout() }

  @Test func `Two revisions are built, measured in turns and judged; files say what was printed`() throws {
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
    try checkout.write("x", to: "Sources/notes")
    let outcome = try checkout.compare("--budget", "2s")
    outcome.expect(
      outcome.exitCode,
      error: "HEAD and . are built with different versions of dependencies: numbers 1.0.0 and 1.2.0.")
    // Where everything runs at once, a name may be wrong.
    #expect([0, 2, 3].contains(outcome.exitCode), "\(outcome.error)")
    #expect(outcome.output.contains("Base:      HEAD") && outcome.output.contains("feed(1)"))
    let folder = try #require(checkout.runs().first)
    let files = folder.names
    #expect(Set(files) == ["samples.csv", "compare.csv", "compare.json", "run.json"])
    let samples = try folder.appending(path: "samples.csv").text()
    for arm in ["base", "cand", "null"] { #expect(samples.contains(",\(arm),"), "\(arm)") }

    let table = try checkout.start("table", "latest")
    #expect(table.exitCode == 0 && table.output == outcome.output, "\(table.error)")
    let again = try checkout.start("compare", folder.path)
    #expect(again.output == outcome.output)
    // Warnings are of the time when it was measured.
    let warnings = again.error.split(separator: "\n").filter { $0.hasPrefix("warning: ") }
    #expect(!warnings.isEmpty && again.error == table.error)
    #expect(warnings.allSatisfy { $0.hasPrefix("warning: When this was measured, on ") }, "\(again.error)")
    let json = try Program.run("compare", folder.path, "--format", "json").json()
    #expect(json["candidate"]["isDirty"].bool == true)
    let counts = json["rows"].items.filter { ["alloc_count", "alloc_bytes"].contains($0["metric"].string) }
    #expect(counts.map { $0["verdict"].string } == ["same", "same"])
    #expect(try Program.run("compare", folder.path, "--format", "markdown").output.contains("| "))
    let bySubject = try Program.run("table", folder.path, "--by-subject")
    #expect(bySubject.output.split(separator: "\n").first?.contains("; candidate; revision ") == true)

    let resumed = try Program.run("run", "--resume", folder.path).expect(65)
    #expect(resumed.error.hasSuffix(" is a comparison, which is not resumed: compare again\n"))
  }

  @Test func `Of several candidates all names are looked up first, and one that does not build fails alone`()
    throws
  {
    try checkout.start("compare", "HEAD", ".", "HEAD", "typo").expect(
      65, error: "layoutbench: there is no revision \"typo\"")
    #expect(!checkout.isThere("builds"))
    try checkout.git("branch", "same")
    try checkout.write("no such thing", to: "Sources/broken")
    try checkout.start("compare", "HEAD", ".", "same").expect(
      1, output: "Candidate: same",
      "\nCompared with HEAD:\n  the working tree: Cannot be measured.\n  same: No change: both have the same sources.\n",
      error: "layoutbench: . (", ") does not build:\n")
  }

  @Test(arguments: [
    ["--filter", "zzz"], ["--suite", "nosuch"], ["--why"], ["--min-effect", "50%"], ["--budget", "1s"],
    ["--threads", "9"], ["--out", "/nonexist/x"], ["--clock", "wall"], ["--identical"], ["--dry-run"],
    ["--job-limit", "1s"], ["--min-instructions", "1%"],
  ])
  func `A stored comparison is measured, so options of measuring are refused`(options: [String]) throws {
    try Program.run("compare", "results/reference/compare-slower", with: options).expectRefusal(
      "\(options[0]) is settled when a comparison begins", exitCode: 64)
  }

  @Test func `A gate without figures is no pass: it is said, or valgrind is asked for`() throws {
    let stored = "results/reference/compare-slower"
    try Program.run("compare", stored, "--fail-on", "wall_ns>0%").expect(
      3, error: "inconclusive: wall_ns>0% is not judged: ", "; --clock wall gives them\n")
    try Program.run("compare", stored, "--fail-on", "wall_ns>0%,slower>0%").expect(2)
    try checkout.folder.appending(path: "tools/valgrind").write(script: "#!/bin/sh\nexit 1\n")
    for command in ["compare", "bisect"] {
      try checkout.write(command, to: "Sources/notes")
      try checkout.commit(command)
      try checkout.start(command, "HEAD~1", "HEAD", "--fail-on", "instruction_count>1%").expect(
        1, error: "instructions are counted with valgrind, which is missing")
    }
    #expect(!checkout.isThere("builds"))
  }

  /// Some supervisors start programs with the signal ignored that says that a child has ended.
  @Test(arguments: ["", "trap '' CHLD;"])
  func `A build that fails in one arm is told in the compiler's words`(trap: String) throws {
    try checkout.write("cannot find 'x' in \u{1B}[31mscope", to: "Sources/broken")
    try Program.shell(
      "\(trap) exec \"$0\" compare HEAD", environment: checkout.environment, in: checkout.folder
    ).expect(
      1, error: "layoutbench: . (",
      ") does not build:\n  main.swift:1:1: error: cannot find 'x' in \\u{1B}[31mscope\n"
        + "  All that the build said: ")
    #expect(checkout.runs().isEmpty)
    // Nobody takes an earlier answer for the one to this.
    try checkout.start("compare", "HEAD", "--format", "markdown").expect(
      1, output: "### LayoutBench: nothing was compared\n", ") does not build:\n",
      "- `main.swift:1:1: error: ")
  }

  @Test func `A revision without workers, and workers that die, are named`() throws {
    try checkout.write(
      "#!/bin/sh\necho \"Error: Unexpected argument 'worker'\" >&2\nexit 64\n", to: "Sources/program")
    try checkout.start("compare", "HEAD").expect(
      1, error: "cannot be measured", "Unexpected argument 'worker'")

    try checkout.write(
      #"#!/bin/sh\#nread line; echo '{"version":1}'; read line; echo broken >&2; exit 9\#n"#,
      to: "Sources/program")
    try checkout.compare().expect(1, error: "failed: spec.cold feed(1)", "exit code 9: broken")

    try checkout.write(
      #"#!/bin/sh\#nread line; echo '{"version":1}'; sleep 60\#n"#, to: "Sources/program")
    try checkout.compare("--job-limit", "1s").expect(
      1, error: "did not answer within 1.0 s")
  }

  @Test func `Revisions with the same sources are equal at once, and nothing is built for that`() throws {
    try checkout.write("Other words", to: "README.md")
    for format in ["text", "markdown", "json", "github"] {
      let outcome = try checkout.start("compare", "HEAD", "--strict", "2%", "--format", format).expect(0)
      #expect(outcome.output.lowercased().contains("both have the same sources"), "\(format)")
    }
    let several = try checkout.start("compare", "HEAD", "HEAD", ".")
    several.expect(0, output: "\nCompared with HEAD:\n  HEAD: ")
    #expect(several.output.components(separatedBy: "Candidate: ").count == 3)
    #expect(several.output.split(separator: "\n").last?.hasPrefix("  the working tree: ") == true)
    #expect(try checkout.start("compare", "HEAD", "HEAD", ".", "--format", "json").exitCode == 64)
    #expect(checkout.runs().isEmpty && !checkout.isThere("builds"))
  }

  @Test func `A dry run says what would be built and compared, and leaves nothing behind`() throws {
    func dryRun() throws -> Program.Outcome {
      try checkout.start("compare", "HEAD", "--identical", "--dry-run", "--filter", "spec.cold")
    }
    let outcome = try dryRun().expect(0)
    #expect(outcome.output.components(separatedBy: "First; to be built, which takes minutes").count == 3)
    #expect(outcome.output.contains("1 cell, compared for 8s by pairs of processes."), "\(outcome.output)")
    #expect(!outcome.output.contains("spec.edit") && checkout.runs().isEmpty)
    // Cells that a suite names twice, in any words, are compared once.
    try checkout.writeCells(
      """
      {"workload": "feed(1)", "subjects": ["spec.cold"]},
      {"workload": "feed( 1 )", "subjects": ["spec.cold", "spec.edit"], "threads": [1, 2]},
      {"workload": "feed(1)", "subjects": ["spec.edit"], "dispatch": ["concurrentQueue"]}
      """)
    try checkout.start("compare", "HEAD", "--identical", "--dry-run", "--threads", "1").expect(
      0, output: "2 cells, compared for ")
    #expect(!checkout.isThere("builds"))
    _ = try checkout.start("compare", "HEAD", "--identical", "--budget", "1ms")
    #expect(try dryRun().output.components(separatedBy: "First; built already").count == 3)
  }

  @Test func `Variables of a hook do not change whose revisions are compared`() throws {
    let environment = ["GIT_DIR": "/nowhere", "GIT_INDEX_FILE": "/nowhere", "GIT_WORK_TREE": "/"]
    try checkout.start("compare", "HEAD", "--dry-run", environment: environment).expect(
      0, output: "Base:      HEAD, ", ": First; to be built")
  }

  @Test func `A run stands for the commit that it measured, unless a revision has its name`() throws {
    let first = try checkout.folder.appending(path: ".git/refs/heads/main").text()
      .trimmingCharacters(in: .newlines)
    try checkout.write("x", to: "Sources/notes")
    try checkout.commit("Second")
    let folder = checkout.folder.appending(path: "results/v1")
    let stored = try URL.package.appending(path: "results/reference/growth/run.json").text()
    func save(_ revision: String, isDirty: Bool) throws {
      let git = "\"git\" : {\n    \"isDirty\" : \(isDirty),\n    \"revision\" : \"\(revision)\"\n  }"
      let text = stored.replacing(/"git" : \{[^}]*\}/, with: git)
      try folder.appending(path: "run.json").write(text)
    }
    try save(first, isDirty: false)
    let plan = try checkout.start("compare", "v1", "--dry-run")
    #expect(
      plan.exitCode == 0 && plan.output.contains("\(first.prefix(10)): First"),
      "\(plan.error)\(plan.output)")

    try save(first, isDirty: true)
    try checkout.start("compare", "v1", "--dry-run").expect(65, error: "v1 was measured with changes")

    try checkout.git("tag", "v1")
    #expect(try checkout.start("compare", "v1", "--dry-run").output.contains("v1, "), "")
  }

  @Test func `What is not there, or not its own package, is refused before anything is built`() throws {
    try checkout.start("compare", "nowhere").expect(
      65, error: "layoutbench: there is no revision \"nowhere\"")
    try checkout.start("compare", "HEAD", "--identical", "--filter", "nothing").expect(65)
    // A repository of its own inside the checkout: the suites are found around it.
    let inner = checkout.folder.appending(path: "tools/inner")
    try inner.makeFolder()
    try checkout.git("init", "--quiet", inner.path)
    let nested = try Program.start("compare", "HEAD", environment: checkout.environment, in: inner)
    nested.expect(
      65, error: "layoutbench: the revisions would be those of layoutbench in ",
      "/tools/inner; compare builds layoutbench itself: run it in a checkout")
    #expect(nested.error.split(separator: "\n").count == 1)

    // In a folder of no repository too, to which its program was called from.
    let elsewhere = try Program.makeFolder()
    try Program.start("compare", "HEAD", environment: checkout.environment, in: elsewhere).expect(
      65, error: " is no part of it; compare builds layoutbench itself")
    #expect(elsewhere.names.isEmpty)

    try checkout.folder.appending(path: "Sources").remove()
    try checkout.start("compare", "HEAD").expect(65, error: " is not a checkout of layoutbench; ")
    #expect(!checkout.isThere("builds") && checkout.runs().isEmpty)
  }

  @Test func `The page of a job gets the Markdown with the annotations alone, each regression once`() throws {
    let summary = try Program.makeFolder().appending(path: "summary.md")
    func compare(_ format: String) throws -> Program.Outcome {
      try Program.run(
        "compare", "results/reference/compare-slower", "--format", format,
        environment: ["GITHUB_STEP_SUMMARY": summary.path])
    }
    let markdown = try compare("markdown")
    #expect(!summary.exists)
    #expect(markdown.error.contains("regression: "), "\(markdown.error)")
    let github = try compare("github")
    #expect(try summary.text() == markdown.output)
    #expect(github.output.contains("::error ") && !github.error.contains("regression: "))
  }

  @Test func `What the base lacks, or both refuse, is left out with the reason, the rest is not`() throws {
    // A revision from before the workload wide and the subject spec.edit.
    try checkout.write(
      """
      #!/bin/sh
      sed -u 's/"wide(/"wider(/; s/spec.edit/spec.edited/' | "$LAYOUTBENCH_TESTED" "$@"
      """, to: "Sources/program")
    try checkout.writeCells(
      """
      {"workload": "feed(1)", "subjects": ["spec.cold", "spec.edit"]},
      {"document": "\(URL.package.path)/Benchmarks/trees/animal-card.json", "subjects": ["cassowary"]},
      {"workload": "wide(3)", "subjects": ["spec.cold"]}
      """)
    try checkout.commit("Old")
    try checkout.folder.appending(path: "Sources/program").remove()
    let outcome = try checkout.start(
      "compare", "HEAD", "--identical", "--budget", "2m", interruptWhen: checkout.hasWholePairs)
    outcome.expect(130)
    #expect(!outcome.error.contains("failed:"), "\(outcome.error)")
    #expect(outcome.output.contains("Not compared: spec.cold wide(3): HEAD has no workload wide(3)"))
    #expect(outcome.output.contains("Not compared: spec.edit feed(1): HEAD has no subject spec.edit"))
    let comparison = try checkout.comparison()
    let failures = comparison["failures"].items
    #expect(failures.map { $0["status"].string } == ["leftOut", "leftOut", "leftOut"])
    #expect(failures.contains { $0["reason"].string?.contains("cannot be written as equations") == true })
    #expect(Set(comparison["rows"].items.map { $0["cell"]["subject"].string }) == ["spec.cold"])
  }

  // MARK: Ended early

  @Test(arguments: [SIGINT, SIGTERM], [false, true])
  func `Interrupted while it measures, it judges what it has`(by signal: Int32, isForGroup: Bool) throws {
    // Builds that are there already are the usual case.
    try checkout.compare("--budget", "1ms", "--out", "first").expect(3, output: "Nothing is decided in")
    let outcome = try checkout.compare(
      interruptWhen: checkout.isMeasuring, by: signal, isForGroup: isForGroup)
    outcome.expect(130, output: "The comparison was interrupted, and what was measured is judged.")
    #expect(!outcome.error.contains("failed"), "\(outcome.error)")
    #expect(try checkout.leftovers() == [])
    let comparison = try checkout.comparison()
    #expect(comparison["ending"].string == "interrupted" && comparison["failures"].isEmptyArray)
    let rows = try (try #require(checkout.runs().first).appending(path: "compare.csv")).text()
    #expect(rows.contains(",alloc_count,"))
  }

  @Test func `Interrupted while a worker is busy with a batch that does not end, it ends`() throws {
    // The base's workers are as usual. The candidate's are until one is asked for a batch.
    try checkout.writeWorker(
      answering: #"{"loaded":{"nodeCount":13,"depth":6}}"#,
      then: #"read -r line || exit 0; touch "$LAYOUTBENCH_CACHE/busy"; sleep 600"#)
    try checkout.compare(interruptWhen: { checkout.isThere("busy") }, by: SIGTERM).expect(130)
    #expect(try checkout.leftovers() == [])
    #expect(try checkout.comparison()["ending"].string == "interrupted")
  }

  @Test(arguments: [false, true])
  func `Interrupted while it builds, it ends, and the build with it, asked or killed`(isDeaf: Bool) throws {
    try checkout.write("", to: isDeaf ? "Sources/deaf" : "Sources/endless")
    let outcome = try checkout.compare(interruptWhen: { checkout.isThere("building") }).expect(130)
    #expect(!outcome.error.contains("does not build"))
    #expect(checkout.isThere("asked") != isDeaf)
    #expect(try checkout.leftovers() == [])
    #expect(checkout.runs().isEmpty)
  }

  @Test func `Killed while it measures, a comparison is told as killed`() throws {
    let killed = try checkout.start(
      "compare", "HEAD", "--identical", interruptWhen: checkout.hasWholePairs, by: SIGKILL)
    #expect(killed.exitCode != 0)
    let folder = try #require(checkout.runs().first)
    try checkout.start("compare", folder.path).expect(
      3, output: "The comparison was killed before it was judged: compare again.")
    #expect(try !checkout.start("table", "latest", "--by-subject").error.contains("Lacks"))
  }
}
